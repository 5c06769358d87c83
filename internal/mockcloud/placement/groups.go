package placement

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
	"plumbline/internal/openapi/python"
)

// asked is a parsed query for candidates.
type asked struct {
	groups  map[string]*group
	isolate bool
	limit   int
	root    traitFilter
	// subtrees lists the groups, by suffix, whose providers must be related: one of them is an ancestor of the others.
	subtrees [][]string
}

// group is a request group of the query. One with a suffix is served by a single provider.
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

// groupKeys are the query keys of a group, to which its suffix is appended.
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
	if f := out.checkGroups(x); f != nil {
		return nil, f
	}
	if suffixed > 1 && !x.Query.Has("group_policy") {
		return nil, pipeline.BadRequest(`The "group_policy" parameter is required when specifying more than one "resources{N}" parameter.`)
	}
	return out, nil
}

// readWide reads the keys that apply to all groups.
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

// checkGroups refuses groups without resources, unless they are in same_subtree (1.36), and traits that are both required and
// forbidden.
func (a *asked) checkGroups(x *pipeline.Exchange) *pipeline.Fault {
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

func (a *asked) traitsExist(x *pipeline.Exchange) *pipeline.Fault {
	for _, suffix := range slices.Sorted(maps.Keys(a.groups)) {
		if f := a.groups[suffix].traits.checkExist(x, ""); f != nil {
			return f
		}
	}
	return a.root.checkExist(x, "")
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

// areRelated tells whether the providers of each same_subtree are related: one of them is an ancestor of all others.
func (a *asked) areRelated(x *pipeline.Exchange, c candidate) bool {
	for _, suffixes := range a.subtrees {
		var ids []string
		for _, suffix := range suffixes {
			ids = append(ids, c.serves[suffix]...)
		}
		if !slices.ContainsFunc(ids, func(top string) bool {
			return !slices.ContainsFunc(ids, func(id string) bool { return !providerOf(x, id).isBelow(x, top) })
		}) {
			return false
		}
	}
	return true
}
