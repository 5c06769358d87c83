package main

import (
	"slices"

	"plumbline/internal/steps/mutation/source"
)

// class is how a mutant counts in the score.
type class int

const (
	// notReached: neither a row nor the making of a mock reaches it.
	notReached class = iota
	// noDifference: rows reach it, but it makes no difference in them.
	noDifference
	// asked: it makes a difference in the request or the observations of a row. The score counts these.
	asked
	// given: it makes a difference only in the set-up or clean-up of rows.
	given
	// made: it acts only before the first row, while a mock is made and probed.
	made
	classes
)

// score holds the results of the mutants.
type score struct {
	mutants   []source.Mutant
	coverages []source.Coverage
	known     source.Survivors
	// classes, setup and early (as in source.Question) are by the mutant's number.
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

// question is the question for a mutant. The bool is false where none is needed: no row reaches the mutant, no request can
// show it, or it makes no difference in any row because none takes the branch that it opens or closes.
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
		most = 0 // all rows: the mutant must not count as a survivor because its row did not run
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

// mostNear is how many neighbouring rows are tried where no row is known to reach the effect.
const mostNear = 20

// around are the first and the last mutant of the same place; the mutants of a file have consecutive numbers.
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

// addVerdict stores a verdict. A mutant for which no row ran is no survivor.
func (s *score) addVerdict(v source.Verdict) {
	if v.Killed == "" && v.Ran == 0 {
		s.classes[v.Number] = noDifference
		return
	}
	s.verdicts[v.Number] = v
}

// why is the kind under which equivalent.yaml lists a survivor, "" for one that is not listed.
func (s *score) why(number int) source.Kind {
	known, _ := s.known.Of(s.mutants[number-1].ID)
	return known.Kind
}

// count counts the verdicts of a class: killed mutants, and survivors that are not listed.
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

// visible counts the survivors of the score with an answer that differs from the unbroken mock's.
func (s *score) visible() (n int) {
	for number, v := range s.verdicts {
		if s.classes[number] == asked && v.Killed == "" && v.Seen != nil && s.why(number) == "" {
			n++
		}
	}
	return n
}

// unjudged are the survivors of judged packages that equivalent.yaml does not list: each needs a row, or a reason.
func (s *score) unjudged() (found []source.Mutant) {
	for _, m := range s.mutants {
		v, tried := s.verdicts[m.Number]
		if tried && v.Killed == "" && s.classes[m.Number] == asked && s.why(m.Number) == "" && slices.Contains(source.Judged, m.Package) {
			found = append(found, m)
		}
	}
	return found
}

// noticed are mutants that equivalent.yaml lists by id, although a row noticed them.
func (s *score) noticed() (found []source.Mutant) {
	for _, m := range s.mutants {
		known, listed := s.known.Of(m.ID)
		if listed && !known.Whole && s.verdicts[m.Number].Killed != "" {
			found = append(found, m)
		}
	}
	return found
}
