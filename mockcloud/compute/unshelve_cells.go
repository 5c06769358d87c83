package compute

import (
	"strconv"
	"strings"

	"plumbline/mockcloud/pipeline"
)

// UnshelveCells are the outcomes of the decision table, cell by cell, each with what else it might say that
// somebody would notice: a server that is accepted goes somewhere else or nowhere and keeps, loses or gains a pin.
func UnshelveCells() []pipeline.Cell {
	var out []pipeline.Cell
	for _, r := range UnshelveRows() {
		add := func(column, outcome string, others ...string) {
			out = append(out, pipeline.Cell{
				CellRef: unshelveCell(r, column), Outcome: outcome, Outcomes: append([]string{outcome}, others...),
				Requirements: []string{strings.TrimRight(r.ID, "ab")},
			})
		}
		if r.Status >= 400 {
			add("status", strconv.Itoa(r.Status), "202", "400")
			continue
		}
		add("status", strconv.Itoa(r.Status), "409")
		add("lands on", string(r.Lands), r.otherLandings()...)
		add("pin", string(r.Pin), r.otherPins()...)
	}
	return out
}

// otherLandings are where else the server might go; the zone that it is in is not told from anywhere by one
// server alone.
func (r UnshelveRow) otherLandings() []string {
	out := []string{string(StaysAway)}
	if r.Lands == OnHost {
		out = append(out, string(Anywhere))
	}
	if r.Lands == InZone && r.Pinned {
		out = append(out, string(InItsZone))
	}
	return out
}

// otherPins are pins that differ from the row's own: a server without a pin has none to keep, a request without
// a zone none to ask for.
func (r UnshelveRow) otherPins() []string {
	var out []string
	for _, p := range []PinAfter{PinNone, PinKept, PinAsked} {
		real := p == PinNone || p == PinKept && r.Pinned || p == PinAsked && r.Zone == ZoneNamed
		if real && p != r.Pin {
			out = append(out, string(p))
		}
	}
	return out
}
