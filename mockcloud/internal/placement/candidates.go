package placement

import (
	"strconv"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
	"plumbline/openapi/python"
)

// mapped is the microversion from which allocations of candidates are a map by provider, not a list.
var mapped = openapi.MustVersion("1.12")

// everything is the microversion from which a summary sums up all resources of a provider, not just the wanted ones.
var everything = openapi.MustVersion("1.27")

// listCandidates answers the providers that can give all that is asked for.
func listCandidates(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	wanted, f := amounts(x)
	if f != nil {
		return nil, f
	}
	traits, f := wantedTraits(x)
	if f != nil {
		return nil, f
	}
	limit := -1
	if text := x.Query.Get("limit"); x.Query.Has("limit") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return nil, pipeline.BadRequest("Invalid query string parameters: %s does not match '^[1-9][0-9]*$'", python.Repr(text))
		}
		limit = n
	}
	requests, summaries := []any{}, map[string]any{}
	for _, h := range providers(x) {
		inTree := !x.Query.Has("in_tree") || x.Query.Get("in_tree") == h.HypervisorID
		if len(requests) == limit || !gives(x, h, wanted) || !traits(h) || !memberOf(x, h) || !inTree {
			continue
		}
		requests = append(requests, candidate(x, h, wanted))
		summaries[h.HypervisorID] = summary(x, h, wanted)
	}
	return pipeline.Body(200, map[string]any{"allocation_requests": requests, "provider_summaries": summaries}), nil
}

func candidate(x *pipeline.Exchange, h *state.Host, wanted map[string]int) map[string]any {
	allocations := any(map[string]any{h.HypervisorID: map[string]any{"resources": shown(wanted, false)}})
	if x.Version.Less(mapped) {
		allocations = []any{map[string]any{"resource_provider": map[string]any{"uuid": h.HypervisorID}, "resources": shown(wanted, false)}}
	}
	return map[string]any{"allocations": allocations, "mappings": map[string]any{"": []any{h.HypervisorID}}}
}

func summary(x *pipeline.Exchange, h *state.Host, wanted map[string]int) map[string]any {
	resources, used := map[string]any{}, counts(state.UsedOf(x.Txn, h.Name))
	for class, n := range totals(h) {
		if _, asked := wanted[class]; asked || !x.Version.Less(everything) {
			resources[class] = map[string]any{"capacity": n * ratios[class], "used": used[class]}
		}
	}
	return map[string]any{
		"resources": resources, "traits": traitsOf(x, h), "parent_provider_uuid": nil, "root_provider_uuid": h.HypervisorID,
	}
}
