package source

import (
	"cmp"
	"slices"
	"strings"
)

// Try is a row to run against a mutant.
type Try struct {
	Profile string   `json:"profile"`
	Case    string   `json:"case"`
	Spent   int64    `json:"spent"`
	Answers []uint64 `json:"answers"`
}

// Candidates are the rows that may notice a mutant, at most so many (0: all). Rows in which it makes a difference after the
// set-up come first, then original rows before those of the boundary sweep, then those in which the fewest mutants make a
// difference; the first row of each requirement and table comes before the second of any. A row that both profiles answer
// alike runs in one of them.
func Candidates(coverages []Coverage, number, most int) []Try {
	type ranked struct {
		Row
		rank, weight int
	}
	var all []ranked
	alike := map[string]*Row{}
	for _, c := range coverages {
		for i := range c.Rows {
			r := &c.Rows[i]
			if r.Outcome != "pass" || !r.Differs.Has(number) {
				continue
			}
			asked := r.Asked.Has(number)
			if other := alike[r.Case]; other != nil && other.Asked.Has(number) == asked && slices.Equal(other.Answers, r.Answers) {
				continue
			}
			alike[r.Case] = r
			rank := 0
			if r.Variant {
				rank = 1
			}
			if !asked {
				rank += 2
			}
			all = append(all, ranked{*r, rank, 4*r.Asked.Len() + r.Differs.Len()})
		}
	}
	slices.SortStableFunc(all, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.weight, b.weight), cmp.Compare(a.Case, b.Case))
	})
	seen := map[string]int{}
	turn := make([]int, len(all)) // the position of each row among the rows of its requirement
	for i, r := range all {
		id := r.Profile + strings.Join(r.Requirements, " ") + "\x00" + r.Table
		turn[i] = seen[id]
		seen[id]++
	}
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(all[a].rank/2, all[b].rank/2), cmp.Compare(turn[a], turn[b]))
	})
	if most > 0 && len(order) > most {
		order = order[:most]
	}
	var out []Try
	for _, i := range order {
		out = append(out, all[i].try())
	}
	return out
}

func (r *Row) try() Try { return Try{r.Profile, r.Case, r.Spent, r.Answers} }

// Near are rows for a mutant that acts while the mock is made, of which no row is known to reach the effect: rows that
// reach the mutants from first to last, its neighbours in the source, those that reach most of them first.
func Near(coverages []Coverage, first, last, most int) []Try {
	type near struct {
		Row
		weight int
	}
	var all []near
	for _, c := range coverages {
		for _, r := range c.Rows {
			if r.Outcome != "pass" || r.Variant {
				continue
			}
			n := near{Row: r}
			for m := first; m <= last; m++ {
				if r.Differs.Has(m) {
					n.weight++
				}
			}
			if n.weight > 0 {
				all = append(all, n)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b near) int { return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.Case, b.Case)) })
	var out []Try
	for _, r := range all[:min(len(all), most)] {
		out = append(out, r.try())
	}
	return out
}

// Question is a mutant to try.
type Question struct {
	Number int `json:"number"`
	// Setup mutants act while a mock is made and gets its first request, Early ones before that, while the process starts.
	Setup bool `json:"setup,omitempty"`
	Early bool `json:"early,omitempty"`
	// Rows are tried until one fails.
	Rows []Try `json:"rows"`
	// Planned is how many rows each profile has with the unbroken mock.
	Planned map[string]int `json:"planned,omitempty"`
}

// Verdict is the result of a mutant.
type Verdict struct {
	Number int `json:"number"`
	// Killed is how it was noticed: fail, error, setup (no mock can be made or used), crash, hang; "" for a survivor.
	Killed string `json:"killed,omitempty"`
	// By is the row that noticed, Why its message. Ran counts the rows that ran.
	By  string `json:"by,omitempty"`
	Why string `json:"why,omitempty"`
	Ran int    `json:"ran"`
	// Seen is an answer of a survivor that differs from the unbroken mock's, and that no row checked. Nil: all answers were the same.
	Seen *Difference `json:"seen,omitempty"`
}
