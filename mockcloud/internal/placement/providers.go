package placement

import (
	"cmp"
	"slices"
	"strings"

	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/policy"
	"plumbline/mockcloud/internal/state"
	"plumbline/openapi"
	"plumbline/openapi/python"
)

// findProvider looks a provider up; policy has been asked before.
func findProvider(x *pipeline.Exchange, id string) *pipeline.Fault {
	h := state.Hosts.First(x.Txn, "hypervisor", strings.ToLower(id))
	if h == nil {
		return pipeline.NotFound("No resource provider with uuid %s found", id)
	}
	x.Found(h, policy.Target{})
	return nil
}

func provider(x *pipeline.Exchange) *state.Host { return pipeline.Subject[state.Host](x) }

// providers are all of them in the order in which they came to be.
func providers(x *pipeline.Exchange) []*state.Host {
	var out []*state.Host
	for h := range state.Hosts.All(x.Txn) {
		out = append(out, h)
	}
	slices.SortFunc(out, func(a, b *state.Host) int { return cmp.Compare(a.Serial, b.Serial) })
	return out
}

// linked are a provider's parts by the microversion from which a provider links to them.
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
	UUID       string  `json:"uuid"`
	Name       string  `json:"name"`
	Generation int64   `json:"generation"`
	Links      []link  `json:"links"`
	Parent     *string `json:"parent_provider_uuid"`
	Root       string  `json:"root_provider_uuid"`
}

func viewProvider(x *pipeline.Exchange, h *state.Host) *providerView {
	at := Prefix + "/resource_providers/" + h.HypervisorID
	links := []link{{"self", at}}
	for _, l := range linked {
		if !x.Version.Less(l.since) {
			links = append(links, link{l.rel, at + "/" + l.rel})
		}
	}
	return &providerView{UUID: h.HypervisorID, Name: h.Node, Generation: h.Generation, Links: links, Root: h.HypervisorID}
}

func showProvider(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Body(200, viewProvider(x, provider(x))), nil
}

func listProviders(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	fits, f := providerFilter(x)
	if f != nil {
		return nil, f
	}
	out := []*providerView{}
	for _, h := range providers(x) {
		if fits(h) {
			out = append(out, viewProvider(x, h))
		}
	}
	return pipeline.Answer(200, "resource_providers", out), nil
}

// providerFilter is what the query asks for.
func providerFilter(x *pipeline.Exchange) (func(*state.Host) bool, *pipeline.Fault) {
	for _, key := range []string{"uuid", "in_tree"} {
		if id := x.Query.Get(key); x.Query.Has(key) && !uuidLike(id) {
			return nil, pipeline.BadRequest("Invalid query string parameters: %s is not a 'uuid'", python.Repr(id))
		}
	}
	wanted, f := amounts(x)
	if f != nil {
		return nil, f
	}
	traits, f := wantedTraits(x)
	if f != nil {
		return nil, f
	}
	is := func(key, value string) bool { return !x.Query.Has(key) || strings.EqualFold(x.Query.Get(key), value) }
	return func(h *state.Host) bool {
		return is("name", h.Node) && is("uuid", h.HypervisorID) && is("in_tree", h.HypervisorID) && memberOf(x, h) &&
			gives(x, h, wanted) && traits(h)
	}, nil
}

// memberOf tells whether a provider is in the aggregates that the query asks for: one of each "in:" list.
func memberOf(x *pipeline.Exchange, h *state.Host) bool {
	own := aggregates(x, h)
	for _, asked := range x.Query["member_of"] {
		asked, not := strings.CutPrefix(asked, "!")
		asked = strings.TrimPrefix(asked, "in:")
		in := slices.ContainsFunc(strings.Split(asked, ","), func(id string) bool { return slices.Contains(own, id) })
		if in == not {
			return false
		}
	}
	return true
}

// aggregates are the uuids of the aggregates that a provider is in.
func aggregates(x *pipeline.Exchange, h *state.Host) []string {
	out := []string{}
	for a := range state.Aggregates.Each(x.Txn, "host", h.Name) {
		out = append(out, a.UUID)
	}
	return out
}

func listProviderAggregates(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	h := provider(x)
	return pipeline.Body(200, aggregatesView{aggregates(x, h), h.Generation}), nil
}

type aggregatesView struct {
	Aggregates []string `json:"aggregates"`
	Generation int64    `json:"resource_provider_generation"`
}

func uuidLike(s string) bool {
	digits := strings.ReplaceAll(s, "-", "")
	return len(digits) == 32 && strings.Trim(strings.ToLower(digits), "0123456789abcdef") == ""
}
