package placement

import (
	"strconv"

	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
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
	out := candidatesView{Summaries: map[string]summaryView{}}
	for _, h := range providers(x) {
		inTree := !x.Query.Has("in_tree") || x.Query.Get("in_tree") == h.HypervisorID
		if len(out.Requests) == limit || !gives(x, h, wanted) || !traits(h) || !memberOf(x, h) || !inTree {
			continue
		}
		out.Requests = append(out.Requests, candidate(x, h, wanted))
		out.Summaries[h.HypervisorID] = summary(x, h, wanted)
	}
	return pipeline.Body(200, out), nil
}

type candidatesView struct {
	Requests  []candidateView        `json:"allocation_requests"`
	Summaries map[string]summaryView `json:"provider_summaries"`
}

// candidateView is what a server could take: by provider, or a list of it in old microversions.
type candidateView struct {
	Allocations any                 `json:"allocations"`
	Mappings    map[string][]string `json:"mappings"`
}

// listedAllocation is an allocation in the list of old microversions.
type listedAllocation struct {
	Provider struct {
		UUID string `json:"uuid"`
	} `json:"resource_provider"`
	Resources map[string]int `json:"resources"`
}

func candidate(x *pipeline.Exchange, h *state.Host, wanted map[string]int) candidateView {
	out := candidateView{Mappings: map[string][]string{"": {h.HypervisorID}}}
	if x.Version.Less(mapped) {
		only := listedAllocation{Resources: shown(wanted, false)}
		only.Provider.UUID = h.HypervisorID
		out.Allocations = []listedAllocation{only}
		return out
	}
	out.Allocations = map[string]allocationView{h.HypervisorID: {Resources: shown(wanted, false)}}
	return out
}

type summaryView struct {
	Resources map[string]capacityView `json:"resources"`
	Traits    []string                `json:"traits"`
	Parent    *string                 `json:"parent_provider_uuid"`
	Root      string                  `json:"root_provider_uuid"`
}

type capacityView struct {
	Capacity int `json:"capacity"`
	Used     int `json:"used"`
}

func summary(x *pipeline.Exchange, h *state.Host, wanted map[string]int) summaryView {
	resources, used := map[string]capacityView{}, counts(state.UsedOf(x.Txn, h.Name))
	for _, class := range classes {
		if _, asked := wanted[class]; asked || !x.Version.Less(everything) {
			resources[class] = capacityView{capacity(x, h, class), used[class]}
		}
	}
	return summaryView{Resources: resources, Traits: traitsOf(x, h), Root: h.HypervisorID}
}
