package packs

import (
	"cmp"
	"fmt"
	"slices"

	"plumbline/internal/reports/eventlog"
)

// Add is the pack with the cases of a later one of the same cloud: those that ran there are new, or take the place of the earlier
// recording. The selection stays that of the pack; digests and tool are the later one's. Packs of another profile, of other policy
// defaults, or of services with other microversions are refused.
func (p *Pack) Add(later *Pack) (*Pack, error) {
	a, b := &p.Header, &later.Header
	offers := func(s eventlog.Service) string { return s.Type + " " + s.Min + " to " + s.Max }
	switch {
	case a.Profile != b.Profile || a.Policy != b.Policy:
		return nil, fmt.Errorf("%w: it is of profile %s with policy defaults %s, what is to be added of profile %s with %s", ErrPack,
			a.Profile, a.Policy, b.Profile, b.Policy)
	case !slices.EqualFunc(a.Services, b.Services, func(x, y eventlog.Service) bool { return offers(x) == offers(y) }):
		return nil, fmt.Errorf("%w: its cloud does not offer what the one that is to be added does: record both again", ErrPack)
	}
	out := &Pack{Header: *a}
	out.Header.Tool, out.Header.Digests = b.Tool, b.Digests
	ran := map[string]bool{}
	for _, c := range later.Cases {
		if c.Outcome != "" {
			ran[c.Case] = true
			out.Cases = append(out.Cases, c)
		}
	}
	for _, c := range p.Cases {
		if !ran[c.Case] {
			out.Cases = append(out.Cases, c)
		}
	}
	slices.SortFunc(out.Cases, func(a, b Case) int { return cmp.Compare(a.Case, b.Case) })
	out.count()
	return out, nil
}
