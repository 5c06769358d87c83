package reports

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/verdict"
)

// driftNames is the greatest number of exchanges that a drift names.
const driftNames = 5

// drift collects the drift of single answers: one entry for each operation, place and kind of difference.
func (b *builder) drift() []Drift {
	type key struct{ service, operation, pointer, expected, got string }
	found := map[key]*Drift{}
	for _, x := range b.exchanges {
		for _, d := range x.Drift {
			k := key{x.Service, cmp.Or(d.Operation, x.Method), d.Pointer, d.Expected, d.Got}
			entry := found[k]
			if entry == nil {
				entry = &Drift{Service: k.service, Operation: k.operation, Pointer: k.pointer, Expected: k.expected, Got: k.got, Exchanges: []string{}}
				found[k] = entry
			}
			entry.Count++
			entry.name(x)
		}
	}
	out := make([]Drift, 0, len(found))
	for _, d := range found {
		out = append(out, *d)
	}
	slices.SortFunc(out, func(a, b Drift) int {
		return cmp.Or(cmp.Compare(a.Service, b.Service), cmp.Compare(a.Operation, b.Operation), cmp.Compare(a.Pointer, b.Pointer),
			cmp.Compare(a.Expected, b.Expected), cmp.Compare(a.Got, b.Got))
	})
	return out
}

func (d *Drift) name(x *eventlog.Exchanged) {
	if len(d.Exchanges) < driftNames && !slices.Contains(d.Exchanges, x.ID) {
		d.Exchanges = append(d.Exchanges, x.ID)
	}
}

// strict is a failure if an exchange of the attempt has drift (--strict-schema).
func (a *attempt) strict() finding {
	for _, x := range a.exchanges {
		for _, d := range x.Drift {
			return finding{verdict: verdict.Fail, reason: "an answer left its document (--strict-schema): " + driftSentence(x, d)}
		}
	}
	return finding{}
}

// driftSentence describes one drift: what the document states, and what the answer has.
func driftSentence(x *eventlog.Exchanged, d eventlog.Drift) string {
	s := fmt.Sprintf("%s %s %s: %s", x.Service, cmp.Or(d.Operation, x.Method), d.Pointer, d.Expected)
	if d.Got != "" {
		s += ", got " + d.Got
	}
	return s + " (" + x.ID + ")"
}

// driftOf lists each drift of a case once, at most driftNames of them.
func (rec *record) driftOf() []string {
	var out []string
	seen := map[eventlog.Drift]bool{}
	for _, a := range rec.attempts {
		for _, x := range a.exchanges {
			for _, d := range x.Drift {
				if !seen[d] && len(out) < driftNames {
					seen[d] = true
					out = append(out, driftSentence(x, d))
				}
			}
		}
	}
	return out
}

// checked counts the answers that were checked against a document.
func (b *builder) checked() int {
	n := 0
	for _, x := range b.exchanges {
		if x.Operation != "" {
			n++
		}
	}
	return n
}

// DriftText is the report's chapter on drift, as text.
func DriftText(r *Report) string {
	var b strings.Builder
	for _, d := range r.Drift {
		fmt.Fprintf(&b, "%s %s %s: %s, got %s (%s: %s)\n", d.Service, d.Operation, d.Pointer, d.Expected,
			cmp.Or(d.Got, "nothing"), Plural(d.Count, "time"), strings.Join(d.Exchanges, " "))
	}
	return b.String()
}
