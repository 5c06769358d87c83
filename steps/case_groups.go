package steps

import (
	"cmp"
	"slices"

	"plumbline/steps/plan"
)

// lendable is the beginning of a case on a shared cloud: what it makes can serve others with the same.
func lendable(c plan.Case) string { return c.Beginning() }

// grouped is what cases have in common that follow one another: exclusive ones come apart.
func grouped(c plan.Case) string { return apart(c, c.Beginning()) }

// groupedByBase is grouped for the first sentences of the beginning, up to the server.
func groupedByBase(c plan.Case) string {
	if base, _ := c.Base(); base != "" {
		return apart(c, base)
	}
	return grouped(c)
}

func apart(c plan.Case, key string) string {
	if c.Exclusive && key != "" {
		return "alone\n" + key
	}
	return key
}

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
		key, to := grouped(cases[from]), from+1
		for key != "" && to < len(cases) && grouped(cases[to]) == key {
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

// chained is what the cases of one chain have in common on a shared cloud; exclusive ones hold all lanes, one after the other anyway.
func chained(c plan.Case) string {
	if c.Exclusive {
		return ""
	}
	return groupedByBase(c)
}
