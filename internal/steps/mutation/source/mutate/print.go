package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"plumbline/internal/steps/mutation/source"
)

// print prints the counts of each package and each operator, and the survivors of judged packages that need a row or a reason.
func (s *score) print(w io.Writer, verbose bool) {
	if verbose {
		for _, m := range s.mutants {
			if v, tried := s.verdicts[m.Number]; tried {
				fmt.Fprintf(w, "%s\n    %s\n    %s\n", m.ID, m, s.outcome(m, v))
			}
		}
	}
	fmt.Fprintf(w, heading, "", "mutants", "not reached", "no difference", "equivalent", "unspecified",
		"killed", "visible", "silent", "score", "set-up only", "mock made")
	s.table(w, func(m source.Mutant) string {
		if slices.Contains(source.Judged, m.Package) {
			return m.Package + " (judged)"
		}
		return m.Package
	})
	s.table(w, func(m source.Mutant) string { return string(m.Operator) })
	how := map[string]int{}
	for _, v := range s.verdicts {
		how[v.Killed]++
	}
	fmt.Fprintf(w, "killed by a failed row %d, by a row that could not be set up %d, by the set-up of the run %d, by a "+
		"crash %d, by a hang %d\n",
		how["fail"], how["error"], how["setup"], how["crash"], how["hang"])
	killed, survivors := s.count(asked)
	fmt.Fprintf(w, "score: %.1f %% (%d of %d source mutants that make a difference in what rows ask and observe, and of "+
		"which a specification speaks, are killed; "+
		"%d survivors are visible, %d silent)\n", s.percent(), killed, killed+survivors, s.visible(), survivors-s.visible())
	for _, m := range s.unjudged() {
		fmt.Fprintf(w, "%s survives in a judged package: it wants a row that notices it, or a reason in equivalent.yaml\n    %s\n    %s\n",
			m.ID, m, s.outcome(m, s.verdicts[m.Number]))
	}
	for _, m := range s.noticed() {
		fmt.Fprintf(w, "%s stands in equivalent.yaml, and a row notices it: take it out\n    %s\n", m.ID, s.outcome(m, s.verdicts[m.Number]))
	}
}

const (
	heading = "%-56s %8s %11s %13s %10s %11s | %7s %8s %7s %7s | %13s %13s\n"
	line    = "%-56s %8d %11d %13d %10d %11d | %7d %8d %7d %7s | %13s %13s\n"
)

// counts are of a package or an operator.
type counts struct {
	mutants, outside, same, equivalent, unspecified, visible int
	killed, survivors                                        [classes]int
}

func (s *score) table(w io.Writer, group func(source.Mutant) string) {
	by := map[string]*counts{}
	for _, m := range s.mutants {
		for _, name := range []string{group(m), "~all"} {
			if by[name] == nil {
				by[name] = &counts{}
			}
			s.add(by[name], m)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(by)) {
		c := by[name]
		percent := ""
		if n := c.killed[asked] + c.survivors[asked]; n > 0 {
			percent = fmt.Sprintf("%.1f %%", 100*float64(c.killed[asked])/float64(n))
		}
		fmt.Fprintf(w, line, strings.TrimPrefix(name, "~"), c.mutants, c.outside, c.same, c.equivalent, c.unspecified,
			c.killed[asked], c.visible, c.survivors[asked]-c.visible, percent,
			fmt.Sprintf("%d of %d", c.killed[given], c.killed[given]+c.survivors[given]), fmt.Sprintf("%d of %d", c.killed[made],
				c.killed[made]+c.survivors[made]))
	}
}

// add counts a mutant. One that is listed in equivalent.yaml counts as such only if no row noticed it.
func (s *score) add(c *counts, m source.Mutant) {
	c.mutants++
	v, tried := s.verdicts[m.Number]
	kind, why := s.classes[m.Number], s.why(m.Number)
	known, _ := s.known.Of(m.ID)
	survives := tried && v.Killed == ""
	switch {
	case kind == notReached:
		c.outside++
	case why == source.Equivalent && (survives || !known.Tried()):
		c.equivalent++
	case kind == noDifference:
		c.same++
	case survives && why == source.Unspecified:
		c.unspecified++
	case survives:
		c.survivors[kind]++
		if v.Seen != nil && kind == asked {
			c.visible++
		}
	case tried:
		c.killed[kind]++
	}
}

func (s *score) outcome(m source.Mutant, v source.Verdict) string {
	known, _ := s.known.Of(m.ID)
	switch {
	case v.Killed != "":
		return strings.TrimSpace(fmt.Sprintf("%s after %d rows: %s: %s", v.Killed, v.Ran, v.By, v.Why))
	case known.Kind != "":
		return fmt.Sprintf("survives %d rows: %s: %s", v.Ran, known.Kind, known.Reason)
	case v.Seen != nil:
		return fmt.Sprintf("survives %d rows: visible: %s", v.Ran, v.Seen)
	}
	return fmt.Sprintf("survives %d rows: silent", v.Ran)
}
