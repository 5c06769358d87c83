package placement

import (
	"maps"
	"slices"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

var (
	// mapped is the microversion from which a candidate's allocations are a map by provider; before, a list.
	mapped = openapi.MustVersion("1.12")
	// everything is the microversion from which a summary includes all resources of a provider, not only the requested ones.
	everything = openapi.MustVersion("1.27")
	// nested is the microversion from which a candidate can have allocations from several providers of a tree.
	nested = openapi.MustVersion("1.29")
)

// candidate is one way to allocate the requested resources.
type candidate struct {
	// takes are the amounts by provider and class; serves lists the providers of each group.
	takes  map[string]map[string]int
	serves map[string][]string
}

// listCandidates answers the ways to allocate all requested resources from one tree of providers. Sharing providers (which share
// resources through aggregates) are treated like any other.
func listCandidates(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	asked, f := readGroups(x)
	if f != nil {
		return nil, f
	}
	trees, order := map[string][]*provider{}, []string{}
	for _, p := range providers(x) {
		root := p.root(x)
		if trees[root] == nil {
			order = append(order, root)
		}
		trees[root] = append(trees[root], p)
	}
	out := candidatesView{Requests: []candidateView{}, Summaries: map[string]summaryView{}}
	if f := asked.traitsExist(x); f != nil {
		return nil, f
	}
	for _, root := range order {
		if !asked.root.matches(traitsOf(x, providerOf(x, root))) {
			continue
		}
		served := map[string]bool{}
		for _, c := range asked.candidatesIn(x, trees[root]) {
			if asked.limit > 0 && len(out.Requests) == asked.limit {
				break
			}
			for id := range c.takes {
				served[id] = true
			}
			out.Requests = append(out.Requests, c.view(x))
		}
		for _, p := range trees[root] {
			if served[p.id] || len(served) > 0 && !x.Version.Less(nested) {
				out.Summaries[p.id] = summary(x, p, root, asked.classes())
			}
		}
	}
	return pipeline.Body(200, out), nil
}

// candidatesIn are the candidates of a tree: for a group with a suffix each provider alone, for the group without one each
// distribution of its classes over the providers.
func (a *asked) candidatesIn(x *pipeline.Exchange, tree []*provider) []candidate {
	out := []candidate{{takes: map[string]map[string]int{}, serves: map[string][]string{}}}
	for _, suffix := range slices.Sorted(maps.Keys(a.groups)) {
		g := a.groups[suffix]
		var next []candidate
		for _, c := range out {
			for _, at := range g.waysToServe(x, tree, suffix == "" && !x.Version.Less(nested)) {
				if merged, ok := c.withGroup(suffix, at, a.isolate); ok && merged.fits(x) {
					next = append(next, merged)
				}
			}
		}
		out = next
	}
	return slices.DeleteFunc(out, func(c candidate) bool {
		spread := len(c.takes) > 1 && x.Version.Less(nested)
		return spread || !a.areRelated(x, c)
	})
}

// waysToServe are the ways to allocate a group's resources within a tree, as amounts by provider. A group that may be split takes
// each class from any provider, and its traits may be spread over them.
func (g *group) waysToServe(x *pipeline.Exchange, tree []*provider, split bool) []map[string]map[string]int {
	var able []*provider
	for _, p := range tree {
		if g.member.has(x, p) && g.traits.hasNoForbidden(traitsOf(x, p)) && (g.inTree == "" || p.root(x) == g.inTree) {
			able = append(able, p)
		}
	}
	var out []map[string]map[string]int
	if !split || len(able) == 1 {
		for _, p := range able {
			if hasLeft(x, p, g.wanted) && g.traits.hasRequired(traitsOf(x, p)) {
				out = append(out, map[string]map[string]int{p.id: g.wanted})
			}
		}
		return out
	}
	out = []map[string]map[string]int{{}}
	for _, class := range slices.Sorted(maps.Keys(g.wanted)) {
		var next []map[string]map[string]int
		for _, way := range out {
			for _, p := range able {
				if one := map[string]int{class: g.wanted[class]}; hasLeft(x, p, one) {
					next = append(next, joined(way, map[string]map[string]int{p.id: one}))
				}
			}
		}
		out = next
	}
	return slices.DeleteFunc(out, func(way map[string]map[string]int) bool {
		var own []string
		for id := range way {
			own = append(own, traitsOf(x, providerOf(x, id))...)
		}
		return !g.traits.hasRequired(own)
	})
}

func joined(a, b map[string]map[string]int) map[string]map[string]int {
	out := map[string]map[string]int{}
	for _, from := range []map[string]map[string]int{a, b} {
		for at, amounts := range from {
			add(out, at, amounts)
		}
	}
	return out
}

// withGroup is the candidate with one more group; ok is false if groups are isolated and the provider serves another one already.
func (c candidate) withGroup(suffix string, at map[string]map[string]int, isolate bool) (candidate, bool) {
	ids := slices.Sorted(maps.Keys(at))
	if suffix != "" && isolate {
		for other, served := range c.serves {
			if other != "" && slices.ContainsFunc(served, func(id string) bool { return slices.Contains(ids, id) }) {
				return c, false
			}
		}
	}
	out := candidate{takes: joined(c.takes, at), serves: maps.Clone(c.serves)}
	out.serves[suffix] = ids
	return out, true
}

// fits tells whether the providers have enough resources for all groups together.
func (c candidate) fits(x *pipeline.Exchange) bool {
	for id, amounts := range c.takes {
		p := providerOf(x, id)
		have, used := inventories(x, p), usage(x, p)
		for class, n := range amounts {
			if used[class]+n > have[class].Capacity() || n > have[class].Most {
				return false
			}
		}
	}
	return true
}

type candidatesView struct {
	Requests  []candidateView        `json:"allocation_requests"`
	Summaries map[string]summaryView `json:"provider_summaries"`
}

// candidateView is a candidate in the answer: allocations by provider, or a list of them in old microversions.
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

func (c candidate) view(x *pipeline.Exchange) candidateView {
	out := candidateView{Mappings: c.serves}
	if x.Version.Less(mapped) {
		list := []listedAllocation{}
		for _, id := range slices.Sorted(maps.Keys(c.takes)) {
			one := listedAllocation{Resources: c.takes[id]}
			one.Provider.UUID = id
			list = append(list, one)
		}
		out.Allocations = list
		return out
	}
	all := map[string]allocationView{}
	for id, amounts := range c.takes {
		all[id] = allocationView{Resources: amounts}
	}
	out.Allocations = all
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

func summary(x *pipeline.Exchange, p *provider, root string, wanted []string) summaryView {
	resources, used := map[string]capacityView{}, usage(x, p)
	for class, i := range inventories(x, p) {
		if slices.Contains(wanted, class) || !x.Version.Less(everything) {
			resources[class] = capacityView{i.Capacity(), used[class]}
		}
	}
	return summaryView{Resources: resources, Traits: traitsOf(x, p), Parent: p.parentID(), Root: root}
}
