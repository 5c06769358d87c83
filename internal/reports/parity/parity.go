package parity

import (
	"cmp"
	"fmt"
	"slices"

	"plumbline/internal/openapi"
	"plumbline/internal/reports/eventlog"
)

// Kind is the kind of a difference.
type Kind string

// The kinds of differences, in the order in which they are printed. Text is for information.
const (
	Verdict  Kind = "verdict"
	Missing  Kind = "missing"
	Status   Kind = "status"
	Header   Kind = "header"
	Envelope Kind = "envelope"
	Shape    Kind = "shape"
	Null     Kind = "null"
	Text     Kind = "text"
)

// Kinds lists the closed set in the order in which differences are printed.
func Kinds() []Kind { return []Kind{Verdict, Missing, Status, Header, Envelope, Shape, Null, Text} }

// ParseKind reads the name of a kind.
func ParseKind(name string) (Kind, error) {
	if k := Kind(name); slices.Contains(Kinds(), k) {
		return k, nil
	}
	return "", fmt.Errorf("%q is not a kind of difference; there are %v", name, Kinds())
}

// Difference is one place where two clouds answer differently, with the number of exchanges.
type Difference struct {
	Kind Kind `json:"kind"`
	// Exchange is the request: "POST /servers/{server_id}/action rebuild".
	Exchange string `json:"exchange"`
	// At is the header's name, or the pointer into the body; empty for verdicts and statuses.
	At string `json:"at,omitempty"`
	// Reference and Mock are the values on each side.
	Reference string `json:"reference"`
	Mock      string `json:"mock"`
	// Case is the first case with the difference, Count the number of exchanges.
	Case  string `json:"case"`
	Count int    `json:"count"`
	// Reason explains the difference; empty for an unexplained one.
	Reason string `json:"reason,omitempty"`
}

// Alone is a case that ran on one side only.
type Alone struct {
	Case string `json:"case"`
	// Ran is the side on which it ran: reference or mock.
	Ran string `json:"ran"`
	// Reason is why the other side did not run it.
	Reason string `json:"reason"`
}

// Result is the result of a comparison. All lists are sorted.
type Result struct {
	Reference string `json:"reference"`
	Mock      string `json:"mock"`
	// Cases counts the cases that ran on both sides; Alone lists those that ran on one.
	Cases int     `json:"cases"`
	Alone []Alone `json:"alone,omitempty"`
	// Compared counts pairs of exchanges; Unpaired exchanges without a counterpart that were not the subject of a test.
	Compared int `json:"compared"`
	Unpaired int `json:"unpaired"`
	// Differences lists those without a reason first; Texts are for information.
	Differences []Difference `json:"differences,omitempty"`
	Texts       []Difference `json:"texts,omitempty"`
}

// Unexplained counts the differences that have no reason.
func (r *Result) Unexplained() (n int) {
	for _, d := range r.Differences {
		if d.Reason == "" {
			n++
		}
	}
	return n
}

// Compare compares the log of a run against a reference cloud with that of the same selection against the mock.
func Compare(reference, mock []eventlog.Event, book Explanations) (*Result, error) {
	a, err := readTrace(reference)
	if err != nil {
		return nil, fmt.Errorf("the reference's log: %w", err)
	}
	b, err := readTrace(mock)
	if err != nil {
		return nil, fmt.Errorf("the mock's log: %w", err)
	}
	if a.profile != b.profile {
		return nil, fmt.Errorf("the logs are of the profiles %s and %s: compare runs of one", a.profile, b.profile)
	}
	c := &comparison{
		result: &Result{
			Reference: a.name,
			Mock:      b.name,
		}, found: map[finding]*Difference{}, free: book.freeKeys(), profile: openapi.Profile(a.profile),
	}
	for _, id := range a.order {
		c.cases(a.cases[id], b.cases[id])
	}
	for _, id := range b.order {
		if a.cases[id] == nil {
			c.cases(nil, b.cases[id])
		}
	}
	c.finish(book, a.newest)
	return c.result, nil
}

// finding identifies a difference: two findings that are equal are counted as one.
type finding struct {
	kind                          Kind
	exchange, at, reference, mock string
}

// comparison is the state of a comparison.
type comparison struct {
	result  *Result
	found   map[finding]*Difference
	free    map[string]bool
	profile openapi.Profile
}

func (c *comparison) note(k Kind, in, exchange, at, reference, mock string) {
	f := finding{k, exchange, at, reference, mock}
	if d := c.found[f]; d != nil {
		d.Count++
		return
	}
	c.found[f] = &Difference{Kind: k, Exchange: exchange, At: at, Reference: reference, Mock: mock, Case: in, Count: 1}
}

// cases compares one case; either side may be nil, or may not have run.
func (c *comparison) cases(a, b *caseTrace) {
	switch {
	case !a.ran() && !b.ran():
		return
	case !a.ran():
		c.result.Alone = append(c.result.Alone, Alone{Case: b.id, Ran: "mock", Reason: a.why()})
		return
	case !b.ran():
		c.result.Alone = append(c.result.Alone, Alone{Case: a.id, Ran: "reference", Reason: b.why()})
		return
	}
	c.result.Cases++
	if a.outcome != b.outcome {
		c.note(Verdict, a.id, a.id, "", a.outcome, b.outcome)
	}
	left, right := collapse(a.exchanges), collapse(b.exchanges)
	for _, p := range align(left, right) {
		switch {
		case p.a != nil && p.b != nil:
			c.result.Compared++
			c.exchanges(a.id, p.a, p.b)
		case p.a != nil && p.a.Role == "subject":
			c.note(Missing, a.id, p.a.text(), "", "asked", "not asked")
		case p.b != nil && p.b.Role == "subject":
			c.note(Missing, a.id, p.b.text(), "", "not asked", "asked")
		default:
			c.result.Unpaired++
		}
	}
}

// finish sets the reasons of differences and sorts everything.
func (c *comparison) finish(book Explanations, newest map[string]string) {
	for _, d := range c.found {
		if d.Kind == Text {
			c.result.Texts = append(c.result.Texts, *d)
			continue
		}
		d.Reason = book.reason(*d, newest)
		c.result.Differences = append(c.result.Differences, *d)
	}
	order := func(a, b Difference) int {
		explained := func(d Difference) int { return min(len(d.Reason), 1) }
		return cmp.Or(
			cmp.Compare(explained(a), explained(b)), cmp.Compare(slices.Index(Kinds(), a.Kind), slices.Index(Kinds(), b.Kind)),
			cmp.Compare(a.Exchange, b.Exchange), cmp.Compare(a.At, b.At), cmp.Compare(a.Reference, b.Reference), cmp.Compare(a.Mock, b.Mock))
	}
	slices.SortFunc(c.result.Differences, order)
	slices.SortFunc(c.result.Texts, order)
	slices.SortFunc(c.result.Alone, func(a, b Alone) int { return cmp.Compare(a.Case, b.Case) })
}
