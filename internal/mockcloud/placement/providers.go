package placement

import (
	"cmp"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// provider is a resource provider: a host of compute, or one created through the API.
type provider struct {
	id, name, parent string
	generation       int64
	host             *state.Host     // nil for one created through the API
	kept             *state.Provider // the data written about it; nil if there is none
}

func hostProvider(x *pipeline.Exchange, h *state.Host) *provider {
	return &provider{
		id: h.HypervisorID, name: h.Node, generation: h.Generation, host: h, kept: state.Providers.Get(x.Txn, h.HypervisorID),
	}
}

func madeProvider(kept *state.Provider) *provider {
	return &provider{id: kept.ID, name: kept.Name, parent: kept.Parent, generation: kept.Generation, kept: kept}
}

// providerOf finds a provider by id, nil if there is none.
func providerOf(x *pipeline.Exchange, id string) *provider {
	id = strings.ToLower(id)
	if h := state.Hosts.FirstByKey(x.Txn, "hypervisor", id); h != nil {
		return hostProvider(x, h)
	}
	if kept := state.Providers.Get(x.Txn, id); kept != nil && kept.Host == "" {
		return madeProvider(kept)
	}
	return nil
}

// findProvider looks a provider up; policy has been checked before.
func findProvider(x *pipeline.Exchange, id string) *pipeline.Fault {
	p := providerOf(x, id)
	switch {
	case p == nil && x.Operation.ID == "resource-providers.delete":
		return pipeline.NotFound("No resource provider with uuid %s found for delete", id)
	case p == nil:
		return pipeline.NotFound("No resource provider with uuid %s found", id)
	}
	x.SetSubject(p, policy.Target{})
	return nil
}

func subject(x *pipeline.Exchange) *provider { return pipeline.Subject[provider](x) }

// providers are all providers in the order of their creation, hosts first.
func providers(x *pipeline.Exchange) []*provider {
	var out []*provider
	for h := range state.Hosts.All(x.Txn) {
		out = append(out, hostProvider(x, h))
	}
	slices.SortFunc(out, func(a, b *provider) int { return cmp.Compare(a.host.Serial, b.host.Serial) })
	hosts := len(out)
	for kept := range state.Providers.All(x.Txn) {
		if kept.Host == "" {
			out = append(out, madeProvider(kept))
		}
	}
	slices.SortFunc(out[hosts:], func(a, b *provider) int { return cmp.Compare(a.kept.Serial, b.kept.Serial) })
	return out
}

// root is the provider at the top of the provider's tree.
func (p *provider) root(x *pipeline.Exchange) string {
	at := p
	for at.parent != "" {
		at = providerOf(x, at.parent)
	}
	return at.id
}

// change stores a change by a request: it increments the generation, and applies how to the record.
func (p *provider) change(x *pipeline.Exchange, how func(*state.Provider)) {
	p.generation++
	if p.host != nil {
		h := *state.Hosts.Get(x.Txn, p.host.Name)
		h.Generation = p.generation
		state.Hosts.Insert(x.Txn, &h)
		p.host = &h
	}
	if p.host == nil || how != nil {
		p.store(x, how)
	}
}

// store applies how to the provider's record without incrementing the generation.
func (p *provider) store(x *pipeline.Exchange, how func(*state.Provider)) {
	kept := state.Provider{ID: p.id}
	if p.kept != nil {
		kept = *p.kept
	}
	kept.Generation = p.generation
	if p.host != nil {
		kept.Host = p.host.Name
	}
	if how != nil {
		how(&kept)
	}
	p.kept = &kept
	state.Providers.Insert(x.Txn, &kept)
}

// linked are the parts that a provider has links to, with the microversion from which it has.
var linked = []struct {
	rel   string
	since openapi.Version
}{
	{"inventories", openapi.MustVersion("1.0")},
	{"usages", openapi.MustVersion("1.0")},
	{"aggregates", openapi.MustVersion("1.1")},
	{"traits", openapi.MustVersion("1.6")},
	{"allocations", openapi.MustVersion("1.11")},
}

type providerView struct {
	UUID       string          `json:"uuid"`
	Name       string          `json:"name"`
	Generation int64           `json:"generation"`
	Links      []pipeline.Link `json:"links"`
	Parent     *string         `json:"parent_provider_uuid"`
	Root       string          `json:"root_provider_uuid"`
}

func (p *provider) path() string { return Prefix + "/resource_providers/" + p.id }

func viewProvider(x *pipeline.Exchange, p *provider) *providerView {
	at := p.path()
	links := []pipeline.Link{{Rel: "self", Href: at}}
	for _, l := range linked {
		if !x.Version.Less(l.since) {
			links = append(links, pipeline.Link{Rel: l.rel, Href: at + "/" + l.rel})
		}
	}
	return &providerView{
		UUID: p.id, Name: p.name, Generation: p.generation, Links: links, Parent: p.parentID(), Root: p.root(x),
	}
}

// parentID is the parent's id, nil for a root.
func (p *provider) parentID() *string {
	if p.parent == "" {
		return nil
	}
	return &p.parent
}

func showProvider(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Body(200, viewProvider(x, subject(x))), nil
}

func listProviders(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	fits, f := providerFilter(x)
	if f != nil {
		return nil, f
	}
	out := []*providerView{}
	for _, p := range providers(x) {
		if fits(p) {
			out = append(out, viewProvider(x, p))
		}
	}
	return pipeline.Answer(200, "resource_providers", out), nil
}

// providerFilter makes a predicate from the query.
func providerFilter(x *pipeline.Exchange) (func(*provider) bool, *pipeline.Fault) {
	for _, key := range []string{"uuid", "in_tree"} {
		if id := x.Query.Get(key); x.Query.Has(key) && !uuidLike(id) {
			return nil, notUUID(id)
		}
	}
	wanted := map[string]int{}
	if x.Query.Has("resources") {
		var f *pipeline.Fault
		if wanted, f = amounts(x, x.Query.Get("resources")); f != nil {
			return nil, f
		}
	}
	traits, f := wantedTraits(x, "")
	if f == nil {
		f = traits.checkExist(x, `Invalid trait(s) in "required" parameter: `)
	}
	if f != nil {
		return nil, f
	}
	member, f := wantedAggregates(x, "")
	if f != nil {
		return nil, f
	}
	tree := ""
	if id := x.Query.Get("in_tree"); id != "" {
		if p := providerOf(x, id); p != nil {
			tree = p.root(x)
		}
	}
	return func(p *provider) bool {
		return (!x.Query.Has("name") || x.Query.Get("name") == p.name) &&
			(!x.Query.Has("uuid") || strings.EqualFold(x.Query.Get("uuid"), p.id)) &&
			(!x.Query.Has("in_tree") || tree == p.root(x)) &&
			member.has(x, p) && hasLeft(x, p, wanted) && traits.matches(traitsOf(x, p))
	}, nil
}

// coded409 is a conflict with the code that faults have from 1.23 on.
func coded409(code, format string, args ...any) *pipeline.Fault {
	f := pipeline.Conflict(format, args...)
	f.Name = code
	return f
}

// withDashes is a uuid in its usual form, "" for an invalid one.
func withDashes(id string) string {
	digits := strings.ReplaceAll(strings.ToLower(id), "-", "")
	if len(digits) != 32 {
		return id
	}
	return digits[:8] + "-" + digits[8:12] + "-" + digits[12:16] + "-" + digits[16:20] + "-" + digits[20:]
}

func uuidLike(s string) bool {
	digits := strings.ReplaceAll(s, "-", "")
	return len(digits) == 32 && strings.Trim(strings.ToLower(digits), "0123456789abcdef") == ""
}
