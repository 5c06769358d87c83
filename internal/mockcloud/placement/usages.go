package placement

import (
	"cmp"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
)

type usagesView struct {
	Usages     map[string]int `json:"usages"`
	Generation int64          `json:"resource_provider_generation"`
}

// showProviderUsages answers the usage of each class of a provider.
func showProviderUsages(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	p, used, out := subject(x), usage(x, subject(x)), map[string]int{}
	for class := range inventories(x, p) {
		out[class] = used[class]
	}
	return pipeline.Body(200, usagesView{out, p.generation}), nil
}

// showUsages answers the usage of a project's consumers, by consumer type from 1.38 on.
func showUsages(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	project, user, kind := x.Query.Get("project_id"), x.Query.Get("user_id"), x.Query.Get("consumer_type")
	if !x.AllowsFor("placement:usages", policy.Target{ProjectID: project}) {
		return nil, policyFault(x, "placement:usages")
	}
	sums := map[string]map[string]int{}
	for _, c := range consumers(x) {
		of := cmp.Or(c.kind, "unknown")
		if c.project != project || user != "" && c.user != user || kind != "" && kind != "all" && kind != of || len(c.takes) == 0 {
			continue
		}
		if x.Version.Less(typed) || kind == "all" {
			of = "all"
		}
		if sums[of] == nil {
			sums[of] = map[string]int{}
		}
		for _, amounts := range c.takes {
			for class, n := range amounts {
				sums[of][class] += n
			}
		}
		sums[of]["consumer_count"]++
	}
	if !x.Version.Less(typed) {
		return pipeline.Answer(200, "usages", sums), nil
	}
	all := sums["all"]
	if all == nil {
		all = map[string]int{}
	}
	delete(all, "consumer_count")
	return pipeline.Answer(200, "usages", all), nil
}
