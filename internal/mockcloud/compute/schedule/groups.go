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

// ByGroups keeps the candidates that a server's groups allow: with affinity the hosts of its members (of the server itself, too, which
// therefore cannot move to another host, as in Zed), with anti-affinity the hosts with fewer members than the limit. The soft policies keep
// all, and only say which come first.
func ByGroups(x *pipeline.Exchange, s *state.Server, all []Candidate) []Candidate {
	if len(s.ServerGroups) > 0 {
		all = slices.Clone(all)
	}
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
		all = slices.DeleteFunc(all, func(c Candidate) bool {
			return g.Policy == "affinity" && others > 0 && on[c.Host.Name] == 0 ||
				g.Policy == "anti-affinity" && on[c.Host.Name] >= cmp.Or(g.MostPerHost, 1)
		})
		for i := range all {
			switch members := on[all[i].Host.Name]; g.Policy {
			case "soft-affinity":
				all[i].preferred += members
			case "soft-anti-affinity":
				all[i].preferred -= members
			}
		}
	}
	return all
}
