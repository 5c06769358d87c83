package schedule

import (
	"cmp"
	"slices"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Members answers the servers of a group.
func Members(x *pipeline.Exchange, g *state.ServerGroup) (out []*state.Server) {
	for s := range state.Servers.ByKey(x.Txn, "project", g.ProjectID) {
		if slices.Contains(s.ServerGroups, g.ID) {
			out = append(out, s)
		}
	}
	return out
}

// FilterByGroups keeps the candidates that a server's groups allow: with affinity the hosts of its members (of the server itself, too,
// which therefore cannot move to another host, as in Zed), with anti-affinity
// the hosts with fewer members than the limit. The soft policies only prefer: if no host suits them, all candidates stay.
func FilterByGroups(x *pipeline.Exchange, s *state.Server, all []Candidate) []Candidate {
	for _, id := range s.ServerGroups {
		g := state.ServerGroups.Get(x.Txn, id)
		if g == nil {
			continue
		}
		on, others := map[string]int{}, 0
		for _, m := range Members(x, g) {
			if m.Host != "" && (m.ID != s.ID || g.Policy == "affinity") {
				on[m.Host]++
				others++
			}
		}
		left := slices.DeleteFunc(slices.Clone(all), func(c Candidate) bool {
			switch g.Policy {
			case "affinity", "soft-affinity":
				return others > 0 && on[c.Host.Name] == 0
			default:
				return on[c.Host.Name] >= cmp.Or(g.MostPerHost, 1)
			}
		})
		soft := g.Policy == "soft-affinity" || g.Policy == "soft-anti-affinity"
		if !soft || len(left) > 0 {
			all = left
		}
	}
	return all
}
