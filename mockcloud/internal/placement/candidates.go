package placement

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"plumbline/mockcloud/internal/pipeline"
	"plumbline/openapi"
	"plumbline/openapi/python"
)

var (
	// mapped is the microversion from which allocations of candidates are a map by provider, not a list.
	mapped = openapi.MustVersion("1.12")
	// everything is the microversion from which a summary sums up all resources of a provider, not just the wanted ones.
	everything = openapi.MustVersion("1.27")
	// nested is the microversion from which one candidate may take from several providers of a tree.
	nested = openapi.MustVersion("1.29")
)

// candidate is one way to take what is asked for.
type candidate struct {
	// takes are the amounts by provider; serves says which providers a group is served by.
	takes  map[string]map[string]int
	serves map[string][]string
}

// listCandidates answers the ways in which all that is asked for can be taken from one tree of providers. Providers that
// share what they have with others through aggregates are taken like any other.
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
	for _, root := range order {
		if !asked.root.met(traitsOf(x, providerOf(x, root))) {
			continue
		}
		found := false
		for _, c := range asked.ways(x, trees[root]) {
			if asked.limit > 0 && len(out.Requests) == asked.limit {
				break
			}
			found = true
			out.Requests = append(out.Requests, c.view(x))
		}
		for _, p := range trees[root] {
			if found {
				out.Summaries[p.id] = summary(x, p, root, asked.classes())
			}
		}
	}
	return pipeline.Body(200, out), nil
}

// ways are the candidates of a tree: for each group each provider, or for the one without a suffix each way to take its
// classes from providers.
func (a *asked) ways(x *pipeline.Exchange, tree []*provider) []candidate {
	out := []candidate{{takes: map[string]map[string]int{}, serves: map[string][]string{}}}
	for _, suffix := range slices.Sorted(maps.Keys(a.groups)) {
		g := a.groups[suffix]
		var next []candidate
		for _, c := range out {
			for _, at := range g.places(x, tree, suffix == "" && !x.Version.Less(nested)) {
				if merged, ok := c.with(suffix, at, a.isolate); ok && merged.fits(x) {
					next = append(next, merged)
				}
			}
		}
		out = next
	}
	return slices.DeleteFunc(out, func(c candidate) bool { return !a.related(x, c) })
}

// places are the ways to serve a group within a tree: amounts by provider. A group that may be split takes each class from
// any provider, and its traits may be of any of them.
func (g *group) places(x *pipeline.Exchange, tree []*provider, split bool) []map[string]map[string]int {
	var able []*provider
	for _, p := range tree {
		if g.member.has(x, p) && g.traits.allowed(traitsOf(x, p)) && (g.inTree == "" || p.root(x) == g.inTree) {
			able = append(able, p)
		}
	}
	var out []map[string]map[string]int
	if !split || len(able) == 1 {
		for _, p := range able {
			if gives(x, p, g.wanted) && g.traits.given(traitsOf(x, p)) {
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
				if one := map[string]int{class: g.wanted[class]}; gives(x, p, one) {
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
		return !g.traits.given(own)
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

// with is the candidate with a group served; not ok where groups are isolated and the provider serves another one already.
func (c candidate) with(suffix string, at map[string]map[string]int, isolate bool) (candidate, bool) {
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

// fits tells whether the providers have what all groups together take.
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
	return summaryView{Resources: resources, Traits: traitsOf(x, p), Parent: p.above(), Root: root}
}

// asked is what a query for candidates asks for.
type asked struct {
	groups  map[string]*group
	isolate bool
	limit   int
	root    traitFilter
	// subtrees are groups by suffix whose providers must be related: one of them is above the others.
	subtrees [][]string
}

// group is a part of what is asked for. One with a suffix is served by one provider.
type group struct {
	wanted map[string]int
	traits traitFilter
	member membershipFilter
	inTree string
}

func (a *asked) classes() []string {
	var out []string
	for _, g := range a.groups {
		out = slices.AppendSeq(out, maps.Keys(g.wanted))
	}
	return out
}

// groupKeys are the query keys that a group has, with its suffix.
var groupKeys = []string{"resources", "required", "member_of", "in_tree"}

var subtreesCan = openapi.MustVersion("1.36")

func readGroups(x *pipeline.Exchange) (*asked, *pipeline.Fault) {
	out := &asked{groups: map[string]*group{}, isolate: x.Query.Get("group_policy") == "isolate"}
	if f := out.readWide(x); f != nil {
		return nil, f
	}
	for key := range x.Query {
		for _, prefix := range groupKeys {
			if suffix, is := strings.CutPrefix(key, prefix); is && (suffix == "" || x.Operation.QuerySuffix(prefix, suffix)) {
				out.groups[suffix] = &group{}
			}
		}
	}
	suffixed := 0
	for _, suffix := range slices.Sorted(maps.Keys(out.groups)) {
		if f := out.groups[suffix].read(x, suffix); f != nil {
			return nil, f
		}
		if suffix != "" && len(out.groups[suffix].wanted) > 0 {
			suffixed++
		}
	}
	if f := out.sound(x); f != nil {
		return nil, f
	}
	if suffixed > 1 && !x.Query.Has("group_policy") {
		return nil, pipeline.BadRequest(`The "group_policy" parameter is required when specifying more than one "resources{N}" parameter.`)
	}
	return out, nil
}

// readWide reads what holds for all groups.
func (a *asked) readWide(x *pipeline.Exchange) *pipeline.Fault {
	if text := x.Query.Get("limit"); x.Query.Has("limit") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return pipeline.BadRequest("Invalid query string parameters: %s does not match '^[1-9][0-9]*$'", python.Repr(text))
		}
		a.limit = n
	}
	if values := x.Query["root_required"]; len(values) > 1 {
		return &pipeline.Fault{
			Status: 400, Name: "placement.query.duplicate_key", Message: "Query parameter 'root_required' may be specified only once.",
		}
	}
	for _, value := range x.Query["same_subtree"] {
		suffixes := split(value)
		if slices.Contains(suffixes, "") {
			return badValue("Empty string (unsuffixed group) can not be specified in `same_subtree` ")
		}
		a.subtrees = append(a.subtrees, suffixes)
	}
	var f *pipeline.Fault
	a.root, f = readTraits(x, x.Query["root_required"], true)
	return f
}

func badValue(format string, args ...any) *pipeline.Fault {
	f := pipeline.BadRequest(format, args...)
	f.Name = "placement.query.bad_value"
	return f
}

func (g *group) read(x *pipeline.Exchange, suffix string) (f *pipeline.Fault) {
	if text := x.Query["resources"+suffix]; len(text) > 0 {
		if g.wanted, f = amounts(x, text[len(text)-1]); f != nil {
			return f
		}
	}
	if g.traits, f = wantedTraits(x, suffix); f != nil {
		return f
	}
	if g.member, f = wantedAggregates(x, suffix); f != nil {
		return f
	}
	if !x.Query.Has("in_tree" + suffix) {
		return nil
	}
	id := strings.TrimSpace(x.Query.Get("in_tree" + suffix))
	if !uuidLike(id) {
		return pipeline.BadRequest("Invalid query string parameters: Expected 'in_tree' parameter to be a format of uuid. Got: %s",
			x.Query.Get("in_tree"+suffix))
	}
	g.inTree = "none"
	if p := providerOf(x, id); p != nil {
		g.inTree = p.root(x)
	}
	return nil
}

// sound refuses groups that ask for no resources, but for those whose place in a tree matters (1.36), and traits that are
// both required and forbidden.
func (a *asked) sound(x *pipeline.Exchange) *pipeline.Fault {
	with, related := 0, slices.Concat(a.subtrees...)
	for _, suffix := range slices.Sorted(maps.Keys(a.groups)) {
		g := a.groups[suffix]
		if len(g.wanted) > 0 {
			with++
			continue
		}
		switch {
		case !x.Version.Less(subtreesCan):
			if !slices.Contains(related, suffix) && with+len(a.groups) > 1 {
				return badValue("Resourceless suffixed group request should be specified in `same_subtree` query param: bad group(s) - %s.",
					python.Repr([]any{suffix}))
			}
		case len(g.traits.any) > 0:
			return pipeline.BadRequest("All traits parameters must be associated with resources.  Found the following orphaned traits "+
				"keys: required%s", suffix)
		case len(g.member.any)+len(g.member.forbidden) > 0:
			return pipeline.BadRequest("All member_of parameters must be associated with resources. Found the following orphaned "+
				"member_of keys: member_of%s", suffix)
		default:
			return pipeline.BadRequest("All request groups must specify resources.")
		}
	}
	if with == 0 && !x.Version.Less(subtreesCan) {
		return &pipeline.Fault{
			Status: 400, Name: "placement.query.missing_value",
			Message: "There must be at least one resources or resources[$S] parameter.",
		}
	}
	if with == 0 {
		return pipeline.BadRequest("At least one request group (`resources` or `resources{$S}`) is required.")
	}
	for _, suffix := range related {
		if a.groups[suffix] == nil {
			return badValue("Real suffixes should be specified in `same_subtree`: %s not found in %s.",
				python.Repr([]any{suffix}), strings.Join(slices.Sorted(maps.Keys(a.groups)), ", "))
		}
	}
	return a.consistent(x)
}

func (a *asked) consistent(x *pipeline.Exchange) *pipeline.Fault {
	if x.Version.Less(forbiddenTraits) {
		return nil
	}
	var conflicts []string
	for _, suffix := range slices.Sorted(maps.Keys(a.groups)) {
		traits := a.groups[suffix].traits
		for _, names := range traits.any {
			if !slices.ContainsFunc(names, func(name string) bool { return !slices.Contains(traits.forbidden, name) }) {
				conflicts = append(conflicts, "required"+suffix+": ("+strings.Join(slices.Sorted(slices.Values(names)), ", ")+")")
			}
		}
	}
	if len(conflicts) == 0 {
		return nil
	}
	return pipeline.BadRequest("Conflicting required and forbidden traits found in the following traits keys: %s",
		strings.Join(conflicts, ", "))
}

// related tells whether the providers of groups that belong together are so: one of them is above all others.
func (a *asked) related(x *pipeline.Exchange, c candidate) bool {
	for _, suffixes := range a.subtrees {
		var ids []string
		for _, suffix := range suffixes {
			ids = append(ids, c.serves[suffix]...)
		}
		if !slices.ContainsFunc(ids, func(top string) bool {
			return !slices.ContainsFunc(ids, func(id string) bool { return !providerOf(x, id).below(x, top) })
		}) {
			return false
		}
	}
	return true
}
