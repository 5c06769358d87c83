package placement

import (
	"cmp"
	"slices"

	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/policy"
	"plumbline/mockcloud/internal/state"
	"plumbline/openapi"
)

// typed is the microversion from which consumers have types.
var typed = openapi.MustVersion("1.38")

// took is what a server takes of its host.
func took(s *state.Server) map[string]int {
	return shown(map[string]int{"VCPU": s.Flavor.VCPUs, "MEMORY_MB": s.Flavor.RAM, "DISK_GB": s.Flavor.Disk + s.Flavor.Ephemeral}, false)
}

// consumers are the servers on a host, all of them for "".
func consumers(x *pipeline.Exchange, host string) []*state.Server {
	var out []*state.Server
	for s := range state.Servers.All(x.Txn) {
		if s.Host != "" && (host == "" || s.Host == host) {
			out = append(out, s)
		}
	}
	slices.SortFunc(out, func(a, b *state.Server) int { return cmp.Compare(a.Serial, b.Serial) })
	return out
}

// allocationView is what a consumer takes of a provider: one of the generations is told, that of the other one.
type allocationView struct {
	Resources          map[string]int `json:"resources"`
	Generation         *int64         `json:"generation,omitzero"`
	ConsumerGeneration int            `json:"consumer_generation,omitzero"`
}

type allocationsView struct {
	Allocations map[string]allocationView `json:"allocations"`
	Generation  *int64                    `json:"resource_provider_generation,omitzero"`
	// The consumer's, where it is there.
	ProjectID          string `json:"project_id,omitzero"`
	UserID             string `json:"user_id,omitzero"`
	ConsumerGeneration int    `json:"consumer_generation,omitzero"`
	ConsumerType       string `json:"consumer_type,omitzero"`
}

func listProviderAllocations(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	h, all := provider(x), map[string]allocationView{}
	for _, s := range consumers(x, h.Name) {
		all[s.ID] = allocationView{Resources: took(s), ConsumerGeneration: 1}
	}
	return pipeline.Body(200, allocationsView{Allocations: all, Generation: &h.Generation}), nil
}

// showAllocations is empty for what uses nothing, whether it exists or not.
func showAllocations(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	s := state.Servers.Get(x.Txn, x.Params.Get("consumer_uuid"))
	if s == nil || s.Host == "" {
		return pipeline.Body(200, allocationsView{}), nil
	}
	h := state.Hosts.Get(x.Txn, s.Host)
	return pipeline.Body(200, allocationsView{
		Allocations: map[string]allocationView{h.HypervisorID: {Resources: took(s), Generation: &h.Generation}},
		ProjectID:   s.ProjectID, UserID: s.UserID, ConsumerGeneration: 1, ConsumerType: "INSTANCE",
	}), nil
}

// showUsages adds up what the servers of a project take, by consumer type from 1.38 on.
func showUsages(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	project, user := x.Query.Get("project_id"), x.Query.Get("user_id")
	if !x.AllowsFor("placement:usages", policy.Target{ProjectID: project}) {
		return nil, refused(x, "placement:usages")
	}
	var sum state.Usage
	for _, s := range consumers(x, "") {
		if s.ProjectID == project && (user == "" || s.UserID == user) {
			sum.Servers++
			sum.VCPUs, sum.RAM, sum.Disk = sum.VCPUs+s.Flavor.VCPUs, sum.RAM+s.Flavor.RAM, sum.Disk+s.Flavor.Disk+s.Flavor.Ephemeral
		}
	}
	usages := shown(counts(sum), false)
	if !x.Version.Less(typed) && sum.Servers > 0 {
		usages["consumer_count"] = sum.Servers
		return pipeline.Answer(200, "usages", map[string]map[string]int{"INSTANCE": usages}), nil
	}
	return pipeline.Answer(200, "usages", usages), nil
}
