package steps

import (
	"cmp"
	"slices"

	"plumbline/internal/steps/plan"
)

// chain is a run of cases that follow one another in one lane, and what they take.
type chain struct {
	cases []plan.Case
	// seconds is how long they take together.
	seconds float64
	// kind is the service that has most to do with it: chains of different kinds get in one another's way least.
	kind string
	// share is where the chain stands among those of its kind: the part of their work that comes before it.
	share float64
}

// longChainsFirst orders chains of cases on a shared cloud so that no long one is begun last, when all other lanes have nothing more to
// do: of each kind the long ones first. The kinds are spread over the whole run, so that the lanes do not all wait for one service.
// Cases that run alone keep their place at the end.
func longChainsFirst(cases []plan.Case, boot plan.Terms) []plan.Case {
	beside, alone := splitExclusive(cases)
	chains := chainsOf(beside, boot)
	slices.SortStableFunc(chains, func(a, b chain) int { return cmp.Compare(b.seconds, a.seconds) })
	total, before := map[string]float64{}, map[string]float64{}
	for _, c := range chains {
		total[c.kind] += c.seconds
	}
	for i, c := range chains {
		chains[i].share = before[c.kind] / total[c.kind]
		before[c.kind] += c.seconds
	}
	slices.SortStableFunc(chains, func(a, b chain) int { return cmp.Compare(a.share, b.share) })
	out := make([]plan.Case, 0, len(cases))
	for _, c := range chains {
		out = append(out, c.cases...)
	}
	return append(out, alone...)
}

// chainsOf splits cases into the chains that linkCases makes of them.
func chainsOf(cases []plan.Case, boot plan.Terms) (out []chain) {
	links := linkCases(cases, chained)
	for _, c := range cases {
		m := c.Makes()
		if !links[c.TryID()].follows() {
			out = append(out, chain{kind: kindOf(m), seconds: boot.Making(m)})
		}
		last := &out[len(out)-1]
		last.cases = append(last.cases, c)
		last.seconds += boot.Asking(c)
	}
	return out
}

// kindOf is the kind of a chain by what its cases make.
func kindOf(m plan.Makes) string {
	switch {
	case m.Stacks > 0:
		return "stacks"
	case m.Volumes > 0:
		return "volumes"
	}
	return "servers"
}
