package placement

import (
	"cmp"
	"slices"

	"plumbline/mockcloud/internal/policy"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

// typed is the microversion from which consumers have types.
var typed = openapi.MustVersion("1.38")

// took is what a server takes of its host.
func took(s *state.Server) map[string]any {
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

func listProviderAllocations(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	h, all := provider(x), map[string]any{}
	for _, s := range consumers(x, h.Name) {
		all[s.ID] = map[string]any{"resources": took(s), "consumer_generation": 1}
	}
	return pipeline.Body(200, map[string]any{"allocations": all, "resource_provider_generation": h.Generation}), nil
}

// showAllocations is empty for what uses nothing, whether it exists or not.
func showAllocations(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	v := map[string]any{"allocations": map[string]any{}}
	s := state.Servers.Get(x.Txn, x.Params.Get("consumer_uuid"))
	if s == nil || s.Host == "" {
		return pipeline.Body(200, v), nil
	}
	h := state.Hosts.Get(x.Txn, s.Host)
	v["allocations"] = map[string]any{h.HypervisorID: map[string]any{"resources": took(s), "generation": h.Generation}}
	v["project_id"], v["user_id"], v["consumer_generation"], v["consumer_type"] = s.ProjectID, s.UserID, 1, "INSTANCE"
	return pipeline.Body(200, v), nil
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
		usages = map[string]any{"INSTANCE": usages}
	}
	return pipeline.Answer(200, "usages", usages), nil
}
