package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"plumbline/steps/mutation/source"
)

// class is what a mutant counts as.
type class int

const (
	// notReached: no row passes by, and no mock is made by it.
	notReached class = iota
	// noDifference: rows pass by, but it makes no difference there.
	noDifference
	// asked: it makes a difference in what some row asks and observes. The score is of these.
	asked
	// given: it makes one only while rows are set up or cleaned up.
	given
	// made: it acts only before the first row, while a mock is made and found out.
	made
	classes
)

// score is what became of the mutants.
type score struct {
	mutants    []source.Mutant
	coverages  []source.Coverage
	equivalent map[string]string
	// classes, setup and early (as source.Question has them) are by number.
	classes      map[int]class
	setup, early map[int]bool
	verdicts     map[int]source.Verdict
}

func newScore(mutants []source.Mutant, coverages []source.Coverage, equivalent map[string]string) *score {
	s := &score{
		mutants: mutants, coverages: coverages, equivalent: equivalent,
		classes: map[int]class{}, setup: map[int]bool{}, early: map[int]bool{}, verdicts: map[int]source.Verdict{},
	}
	for _, m := range mutants {
		s.classes[m.Number] = s.classify(m.Number)
	}
	return s
}

func (s *score) classify(n int) class {
	found, passed := source.Nowhere, false
	for _, c := range s.coverages {
		found = max(found, c.Phase(n))
		s.early[n] = s.early[n] || c.Before.Has(n)
		s.setup[n] = s.setup[n] || c.Setup.Has(n)
		passed = passed || slices.ContainsFunc(c.Rows, func(r source.Row) bool { return r.Reached.Has(n) })
	}
	switch {
	case found == source.Asked:
		return asked
	case found == source.Given:
		return given
	case s.early[n] || s.setup[n]:
		return made
	case passed:
		return noDifference
	}
	return notReached
}

// question is what to ask about a mutant; false when nothing has to be asked: no row passes it, nobody can notice it, or
// it makes no difference in any row: the branch that it opens or closes is one that no row takes.
func (s *score) question(m source.Mutant, f settings) (source.Question, bool) {
	q := source.Question{Number: m.Number}
	kind := s.classes[m.Number]
	switch {
	case s.equivalent[m.ID] != "", kind == notReached, kind == noDifference, kind != asked && !f.setup, s.early[m.Number] && !f.early:
		return q, false
	}
	q.Early, q.Setup = s.early[m.Number], kind == made
	q.Rows = source.Candidates(s.coverages, m.Number, f.rows)
	if q.Early || q.Setup {
		q.Planned = map[string]int{}
		for _, c := range s.coverages {
			q.Planned[c.Profile] = len(c.Rows)
		}
		for _, place := range []func(source.Mutant) string{source.Mutant.InFunction, source.Mutant.InFile} {
			first, last := s.around(m, place)
			q.Rows = append(q.Rows, source.Near(s.coverages, first, last, mostNear)...)
		}
	}
	return q, true
}

// mostNear is how many rows are tried where none is known to be touched.
const mostNear = 20

// around are the first and the last mutant of the same place; numbers of a file follow each other.
func (s *score) around(m source.Mutant, place func(source.Mutant) string) (first, last int) {
	first, last = m.Number, m.Number
	for first > 1 && place(s.mutants[first-2]) == place(m) {
		first--
	}
	for last < len(s.mutants) && place(s.mutants[last]) == place(m) {
		last++
	}
	return first, last
}

// hear takes a verdict. A mutant that no row could be asked about is no survivor.
func (s *score) hear(v source.Verdict) {
	if v.Killed == "" && v.Ran == 0 {
		s.classes[v.Number] = noDifference
		return
	}
	s.verdicts[v.Number] = v
}

// count counts verdicts of a class, all or the survivors.
func (s *score) count(kind class) (killed, survivors int) {
	for n, v := range s.verdicts {
		switch {
		case s.classes[n] != kind:
		case v.Killed == "":
			survivors++
		default:
			killed++
		}
	}
	return killed, survivors
}

func (s *score) of(kind class) (n int) {
	for _, is := range s.classes {
		if is == kind {
			n++
		}
	}
	return n
}

func (s *score) percent() float64 {
	killed, survivors := s.count(asked)
	if killed+survivors == 0 {
		return 100
	}
	return 100 * float64(killed) / float64(killed+survivors)
}

// visible counts the survivors of the score for which some answer was another one.
func (s *score) visible() (n int) {
	for number, v := range s.verdicts {
		if s.classes[number] == asked && v.Killed == "" && v.Seen != nil {
			n++
		}
	}
	return n
}

// print prints the counts of each package and each operator.
func (s *score) print(w io.Writer, verbose bool) {
	if verbose {
		for _, m := range s.mutants {
			if v, tried := s.verdicts[m.Number]; tried {
				fmt.Fprintf(w, "%s\n    %s\n    %s\n", m.ID, m, outcome(v))
			}
		}
	}
	fmt.Fprintf(w, "%-28s %8s %11s %13s %10s | %7s %8s %7s %7s | %13s %13s\n", "", "mutants", "not reached", "no difference", "equivalent",
		"killed", "visible", "silent", "score", "set-up only", "mock made")
	s.table(w, func(m source.Mutant) string { return m.Package })
	s.table(w, func(m source.Mutant) string { return string(m.Operator) })
	how := map[string]int{}
	for _, v := range s.verdicts {
		how[v.Killed]++
	}
	fmt.Fprintf(w, "killed by a failed row %d, by a row that could not be set up %d, by the set-up of the run %d, by a crash %d, by a hang %d\n",
		how["fail"], how["error"], how["setup"], how["crash"], how["hang"])
	killed, survivors := s.count(asked)
	fmt.Fprintf(w, "score: %.1f %% (%d of %d source mutants that make a difference in what rows ask and observe are killed; "+
		"%d survivors are visible, %d silent)\n", s.percent(), killed, killed+survivors, s.visible(), survivors-s.visible())
}

func (s *score) table(w io.Writer, group func(source.Mutant) string) {
	type counts struct {
		mutants, outside, same, equivalent, visible int
		killed, survivors                           [classes]int
	}
	by := map[string]*counts{}
	for _, m := range s.mutants {
		for _, name := range []string{group(m), "~all"} {
			c := by[name]
			if c == nil {
				c = &counts{}
				by[name] = c
			}
			c.mutants++
			v, tried := s.verdicts[m.Number]
			kind := s.classes[m.Number]
			switch {
			case kind == notReached:
				c.outside++
			case s.equivalent[m.ID] != "":
				c.equivalent++
			case kind == noDifference:
				c.same++
			case tried && v.Killed == "":
				c.survivors[kind]++
				if v.Seen != nil && kind == asked {
					c.visible++
				}
			case tried:
				c.killed[kind]++
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(by)) {
		c := by[name]
		percent := ""
		if n := c.killed[asked] + c.survivors[asked]; n > 0 {
			percent = fmt.Sprintf("%.1f %%", 100*float64(c.killed[asked])/float64(n))
		}
		fmt.Fprintf(w, "%-28s %8d %11d %13d %10d | %7d %8d %7d %7s | %13s %13s\n", strings.TrimPrefix(name, "~"), c.mutants, c.outside, c.same, c.equivalent,
			c.killed[asked], c.visible, c.survivors[asked]-c.visible, percent,
			fmt.Sprintf("%d of %d", c.killed[given], c.killed[given]+c.survivors[given]), fmt.Sprintf("%d of %d", c.killed[made], c.killed[made]+c.survivors[made]))
	}
}

func outcome(v source.Verdict) string {
	switch {
	case v.Killed != "":
		return strings.TrimSpace(fmt.Sprintf("%s after %d rows: %s: %s", v.Killed, v.Ran, v.By, v.Why))
	case v.Seen != nil:
		return fmt.Sprintf("survives %d rows: visible: %s", v.Ran, v.Seen)
	}
	return fmt.Sprintf("survives %d rows: silent", v.Ran)
}
