package main

import (
	"slices"

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
	mutants   []source.Mutant
	coverages []source.Coverage
	known     source.Survivors
	// classes, setup and early (as source.Question has them) are by number.
	classes      map[int]class
	setup, early map[int]bool
	verdicts     map[int]source.Verdict
}

func newScore(mutants []source.Mutant, coverages []source.Coverage, known source.Survivors) *score {
	s := &score{
		mutants: mutants, coverages: coverages, known: known,
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
	known, listed := s.known.Of(m.ID)
	switch {
	case listed && !known.Tried(), kind == notReached, kind == noDifference, kind != asked && !f.setup, s.early[m.Number] && !f.early:
		return q, false
	}
	q.Early, q.Setup = s.early[m.Number], kind == made
	most := f.rows
	if !listed && slices.Contains(source.Judged, m.Package) {
		most = 0 // it must not pass for a survivor because its row was not asked
	}
	q.Rows = source.Candidates(s.coverages, m.Number, most)
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

// addVerdict takes a verdict. A mutant that no row could be asked about is no survivor.
func (s *score) addVerdict(v source.Verdict) {
	if v.Killed == "" && v.Ran == 0 {
		s.classes[v.Number] = noDifference
		return
	}
	s.verdicts[v.Number] = v
}

// why is the kind of a survivor that is listed, "" for one that is not.
func (s *score) why(number int) source.Kind {
	known, _ := s.known.Of(s.mutants[number-1].ID)
	return known.Kind
}

// count counts verdicts of a class: the killed ones, and the survivors that are not listed.
func (s *score) count(kind class) (killed, survivors int) {
	for n, v := range s.verdicts {
		switch {
		case s.classes[n] != kind:
		case v.Killed != "":
			killed++
		case s.why(n) == "":
			survivors++
		}
	}
	return killed, survivors
}

// total counts the mutants of a class, killed or not.
func (s *score) total(kind class) (n int) {
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
		if s.classes[number] == asked && v.Killed == "" && v.Seen != nil && s.why(number) == "" {
			n++
		}
	}
	return n
}

// unjudged are the survivors of the judged packages that stand in no list: each wants a row, or a reason.
func (s *score) unjudged() (found []source.Mutant) {
	for _, m := range s.mutants {
		v, tried := s.verdicts[m.Number]
		if tried && v.Killed == "" && s.classes[m.Number] == asked && s.why(m.Number) == "" && slices.Contains(source.Judged, m.Package) {
			found = append(found, m)
		}
	}
	return found
}

// noticed are mutants of which equivalent.yaml says by name that no row notices them, and one did.
func (s *score) noticed() (found []source.Mutant) {
	for _, m := range s.mutants {
		known, listed := s.known.Of(m.ID)
		if listed && !known.Whole && s.verdicts[m.Number].Killed != "" {
			found = append(found, m)
		}
	}
	return found
}
