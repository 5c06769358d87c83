package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"plumbline/internal/steps/mutation/source"
)

// markdown lists survivors by specification, file and line, then by function what no row reaches.
func (s *score) markdown() string {
	var b strings.Builder
	killed, survivors := s.count(asked)
	fmt.Fprintf(&b, "# Survivors\n\n%d of %d that make a difference in what rows ask and observe are killed (%.1f %%).\n",
		killed, killed+survivors, s.percent())
	surviving := func(kind class, visible bool) func(source.Mutant) bool {
		return func(m source.Mutant) bool {
			v, tried := s.verdicts[m.Number]
			return tried && v.Killed == "" && s.classes[m.Number] == kind && (v.Seen != nil) == visible && s.why(m.Number) == ""
		}
	}
	b.WriteString("\n# Visible\n\nSome answer is another one, and no row says so: an assertion is missing or weak.\n")
	s.listed(&b, "visible", surviving(asked, true))
	b.WriteString("\n# Silent\n\nNo answer is another one: it needs another observation or another row, or nobody can notice it.\n")
	s.listed(&b, "silent", surviving(asked, false))
	b.WriteString("\n# Set-up only\n\nA difference is made only while rows are set up or cleaned up, or while a mock is " +
		"made. Not in the score.\n")
	for _, kind := range []class{given, made} {
		s.listed(&b, map[class]string{given: "set-up", made: "mock made"}[kind], func(m source.Mutant) bool {
			return surviving(kind, true)(m) || surviving(kind, false)(m)
		})
	}
	b.WriteString("\n# No difference in any row\n\nRows pass here, but none takes the branch, or has the values, that would tell.\n")
	s.listed(&b, "no difference", func(m source.Mutant) bool { return s.classes[m.Number] == noDifference && s.why(m.Number) == "" })
	b.WriteString("\n# Not reached by any row\n\n")
	outside := map[string]int{}
	for _, m := range s.mutants {
		if s.classes[m.Number] == notReached {
			outside[m.Package+"."+m.Function]++
		}
	}
	for _, f := range slices.Sorted(maps.Keys(outside)) {
		fmt.Fprintf(&b, "- %s: %d\n", f, outside[f])
	}
	return b.String()
}

// listed lists mutants by specification, file and line.
func (s *score) listed(b *strings.Builder, title string, which func(source.Mutant) bool) {
	groups := map[string][]source.Mutant{}
	for _, m := range s.mutants {
		if which(m) {
			g := s.specification(m)
			groups[g] = append(groups[g], m)
		}
	}
	for _, g := range slices.Sorted(maps.Keys(groups)) {
		fmt.Fprintf(b, "\n## %s: %s (%d)\n", title, g, len(groups[g]))
		slices.SortStableFunc(groups[g], func(x, y source.Mutant) int {
			return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Line, y.Line))
		})
		last := ""
		for _, m := range groups[g] {
			if at := m.File + " " + m.Function; at != last {
				fmt.Fprintf(b, "\n### %s\n", at)
				last = at
			}
			fmt.Fprintf(b, "- `%s` line %d `%s`: **%s: %s**; %s\n", m.ID, m.Line, m.Text, m.Operator, m.Broken, s.rows(m))
			if v := s.verdicts[m.Number]; v.Seen != nil {
				fmt.Fprintf(b, "  - %s\n", v.Seen)
			}
		}
	}
}

// specification is the one whose rows reach a mutant most often, relative to its number of rows.
func (s *score) specification(m source.Mutant) string {
	reach, all := map[string]float64{}, map[string]float64{}
	for _, c := range s.coverages {
		for _, r := range c.Rows {
			all[r.Specification]++
			if r.Reached.Has(m.Number) {
				reach[r.Specification]++
			}
		}
	}
	best := "(set-up)"
	for _, name := range slices.Sorted(maps.Keys(reach)) {
		if best == "(set-up)" || reach[name]/all[name] > reach[best]/all[best] {
			best = name
		}
	}
	return best
}

// rows names some of the rows in which a mutant makes a difference.
func (s *score) rows(m source.Mutant) string {
	var names []string
	all := source.Candidates(s.coverages, m.Number, 0)
	for _, t := range all[:min(len(all), 6)] {
		names = append(names, t.Case)
	}
	if len(all) == 0 {
		return "no row by itself"
	}
	return fmt.Sprintf("%d rows, for example %s", len(all), strings.Join(names, ", "))
}
