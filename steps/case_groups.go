package steps

import (
	"cmp"
	"slices"

	"plumbline/internal/steps/plan"
)

// lendable is the beginning of a case on a shared cloud: "" for exclusive cases, too.
func lendable(c plan.Case) string {
	if c.Exclusive {
		return ""
	}
	return c.Beginning()
}

// stockKeys say what a case can use of others on a shared cloud: what all its Given sentences make (whole), or what the first of
// them make, up to the server (base); "" where nothing can be used.
type stockKeys struct{ whole, base string }

// all are the keys, the better one first.
func (k stockKeys) all() (out []string) {
	for _, key := range []string{k.whole, k.base} {
		if key != "" && !slices.Contains(out, key) {
			out = append(out, key)
		}
	}
	return out
}

// keysOf are the keys of a case. Exclusive cases use the servers of one another only, with what came before them, such as a closed host:
// all else that is kept is removed when one of them begins, and no other case runs after them.
func keysOf(c plan.Case) stockKeys { return stockKeys{whole: lendable(c), base: c.SharedBase()} }

// groupAlike moves cases with the same beginning behind the first of them, so that they can use its resources; the
// other cases keep their order.
func groupAlike(cases []plan.Case, beginning func(plan.Case) string) []plan.Case {
	place := map[string]int{}
	at := make([]int, len(cases))
	for i, c := range cases {
		at[i] = i
		key := beginning(c)
		if key == "" {
			continue
		}
		if _, seen := place[key]; !seen {
			place[key] = i
		}
		at[i] = place[key]
	}
	order := make([]int, len(cases))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(at[a], at[b]) })
	out := make([]plan.Case, len(cases))
	for i, from := range order {
		out[i] = cases[from]
	}
	return out
}

// refusedFirst moves, among neighbours with the same beginning, those that expect a refusal to the front: they leave their
// servers to one another, and the last of them to those whose request is accepted. Of these, the readers of the past come first.
func refusedFirst(cases []plan.Case) []plan.Case {
	for from := 0; from < len(cases); {
		key, to := lendable(cases[from]), from+1
		for key != "" && to < len(cases) && lendable(cases[to]) == key {
			to++
		}
		slices.SortStableFunc(cases[from:to], func(a, b plan.Case) int { return cmp.Compare(turnInGroup(a), turnInGroup(b)) })
		from = to
	}
	return cases
}

// turnInGroup is where a case comes among those with the same beginning.
func turnInGroup(c plan.Case) int {
	switch {
	case c.Refused():
		return 0
	case c.ReadsThePast():
		return 1
	}
	return 2
}

// chained is what the cases of one chain have in common on a shared cloud: the first sentences of their beginnings, up to the server.
func chained(c plan.Case) string {
	if c.Exclusive {
		return ""
	}
	return cmp.Or(c.SharedBase(), lendable(c))
}
