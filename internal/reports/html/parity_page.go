package html

import (
	"io"

	"plumbline/internal/reports/parity"
)

// WriteParity writes the page of a comparison of two clouds: static, without a script.
func WriteParity(w io.Writer, r *parity.Result) error {
	return writeStatic(w, "parity.tmpl", newParityPage(r))
}

// parityPage is the data of parity.tmpl: what has no reason, what has one, by reason, what ran on one side only, by reason, and texts.
type parityPage struct {
	*parity.Result
	Open, Explained int
	// Both is how many percent of all cases ran on both sides; Thin where that is less than 90, as for a pack that is too old.
	Both          int
	Thin          bool
	Unexplained   listed[parity.Difference]
	Reasons       listed[*parityReason]
	Groups        listed[*aloneGroup]
	TextsOfFaults listed[parity.Difference]
}

// listed are the first of a list, and how many more there are.
type listed[T any] struct {
	List []T
	More int
}

func (l *listed[T]) add(one T, most int) {
	if len(l.List) == most {
		l.More++
		return
	}
	l.List = append(l.List, one)
}

// parityReason is a reason with the differences that it explains, and the exchanges in which they were.
type parityReason struct {
	Reason      string
	Exchanges   int
	Differences listed[parity.Difference]
}

// aloneGroup are the cases that ran on one side only, for one reason.
type aloneGroup struct {
	Ran, Reason string
	Count       int
	Cases       listed[string]
}

func newParityPage(r *parity.Result) parityPage {
	p := parityPage{Result: r, Open: r.Unexplained(), Explained: len(r.Differences) - r.Unexplained()}
	if all := r.Cases + len(r.Alone); all > 0 {
		p.Both = r.Cases * 100 / all
		p.Thin = r.Compared > 0 && p.Both < 90
	}
	reasons := map[string]*parityReason{}
	for _, d := range r.Differences {
		if d.Reason == "" {
			p.Unexplained.add(d, mostOpenDifferences)
			continue
		}
		if reasons[d.Reason] == nil {
			reasons[d.Reason] = &parityReason{Reason: d.Reason}
			p.Reasons.add(reasons[d.Reason], mostReasons)
		}
		reasons[d.Reason].Exchanges += d.Count
		reasons[d.Reason].Differences.add(d, mostOfReason)
	}
	groups := map[string]*aloneGroup{}
	for _, a := range r.Alone {
		key := a.Ran + "\x00" + a.Reason
		if groups[key] == nil {
			groups[key] = &aloneGroup{Ran: a.Ran, Reason: a.Reason}
			p.Groups.add(groups[key], mostGroups)
		}
		groups[key].Count++
		groups[key].Cases.add(a.Case, mostAlone)
	}
	for _, d := range r.Texts {
		p.TextsOfFaults.add(d, mostTexts)
	}
	return p
}
