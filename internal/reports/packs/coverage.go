package packs

import (
	"fmt"
	"io"
	"slices"

	"plumbline/internal/reports/eventlog"
)

// enough is the percentage of the mock's cases that must be in a pack; with fewer the comparison proves little.
const enough = 90

// Coverage compares the cases of a pack with those of a run of the mock: scenarios may change after a recording.
type Coverage struct {
	// Ran counts the cases that ran on the mock, Found those of them that are in the pack.
	Ran, Found int
	// New are cases that ran on the mock and are not in the pack; Gone are cases of the pack that the suite no longer has.
	New, Gone []string
}

// CompareCases compares the cases of a pack with those of a run of the mock.
func (p *Pack) CompareCases(mock []eventlog.Event) Coverage {
	recorded, planned, ran := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, c := range p.Cases {
		recorded[c.Case] = true
	}
	for _, e := range mock {
		switch {
		case e.CasePlanned != nil:
			planned[e.CasePlanned.Case] = true
		case e.Gated != nil:
			planned[e.Gated.Case] = true
		case e.CaseDone != nil:
			planned[e.CaseDone.Case], ran[e.CaseDone.Case] = true, true
		}
	}
	c := Coverage{Ran: len(ran)}
	for id := range ran {
		if recorded[id] {
			c.Found++
		} else {
			c.New = append(c.New, id)
		}
	}
	for id := range recorded {
		if !planned[id] {
			c.Gone = append(c.Gone, id)
		}
	}
	slices.Sort(c.New)
	slices.Sort(c.Gone)
	return c
}

// OnlyPlanned is the pack without the cases that a run of the mock did not plan.
func (p *Pack) OnlyPlanned(mock []eventlog.Event) *Pack {
	gone := map[string]bool{}
	for _, id := range p.CompareCases(mock).Gone {
		gone[id] = true
	}
	out := &Pack{Header: p.Header}
	for _, c := range p.Cases {
		if !gone[c.Case] {
			out.Cases = append(out.Cases, c)
		}
	}
	return out
}

// IsEnough tells whether enough cases are compared.
func (c Coverage) IsEnough() bool { return c.Ran > 0 && c.Found*100 >= c.Ran*enough }

// Print writes the counts, every case that was left out of the comparison, and, if they are too many, what to do.
func (c Coverage) Print(w io.Writer, file string) error {
	p := &printer{w: w}
	p.line("pack %s: %d of the %d cases that ran on the mock are in it; %d cases of it are not in the suite any more", file,
		c.Found, c.Ran, len(c.Gone))
	for _, id := range c.New {
		p.line("not in the pack: %s", id)
	}
	for _, id := range c.Gone {
		p.line("not in the suite any more: %s", id)
	}
	if !c.IsEnough() {
		p.line("that is less than %d %%: the pack is too old to say much; record it again (plumbline record --os-cloud "+
			"CLOUD --out %s)", enough, file)
	}
	return p.err
}

type printer struct {
	w   io.Writer
	err error
}

func (p *printer) line(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format+"\n", args...)
	}
}
