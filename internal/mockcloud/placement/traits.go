package placement

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// disabledTrait is the trait that compute sets on the providers of disabled hosts, so that no new servers are placed there.
const disabledTrait = "COMPUTE_STATUS_DISABLED"

// isTrait tells whether a trait exists.
func isTrait(x *pipeline.Exchange, name string) bool {
	return isStandard(x, name) || state.Traits.Get(x.Txn, name) != nil
}

// isStandard tells whether a trait is a standard one. The trait that the specification adds is one in the profile specified.
func isStandard(x *pipeline.Exchange, name string) bool {
	if name == state.RebuildTrait {
		return x.Env.Profile == openapi.Specified
	}
	_, known := slices.BinarySearch(standard().Traits, name)
	return known
}

// knownTraits are all existing traits, sorted.
func knownTraits(x *pipeline.Exchange) []string {
	out := slices.Clone(standard().Traits)
	if x.Env.Profile == openapi.Specified {
		out = append(out, state.RebuildTrait)
	}
	for t := range state.Traits.All(x.Txn) {
		out = append(out, t.Name)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// traitsOf are the traits of a provider, sorted.
func traitsOf(x *pipeline.Exchange, p *provider) []string {
	var names []string
	switch {
	case p.host == nil:
		names = slices.Clone(p.kept.Traits)
	case p.host.Disabled:
		names = append(slices.Clone(p.host.Traits), disabledTrait)
	default:
		names = slices.Clone(p.host.Traits)
	}
	slices.Sort(names)
	out := []string{}
	for _, name := range slices.Compact(names) {
		if isTrait(x, name) || strings.HasPrefix(name, "CUSTOM_") {
			out = append(out, name)
		}
	}
	return out
}

func listTraits(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	associated := map[string]bool{}
	for _, p := range providers(x) {
		for _, name := range traitsOf(x, p) {
			associated[name] = true
		}
	}
	asked := strings.ToLower(x.Query.Get("associated"))
	if x.Query.Has("associated") && asked != "true" && asked != "false" {
		return nil, pipeline.BadRequest(`The query parameter "associated" only accepts "true" or "false"`)
	}
	in, listed := strings.CutPrefix(x.Query.Get("name"), "in:")
	start, prefixed := strings.CutPrefix(x.Query.Get("name"), "startswith:")
	out := []string{}
	for _, name := range knownTraits(x) {
		switch {
		case listed && !slices.Contains(strings.Split(in, ","), name), prefixed && !strings.HasPrefix(name, start):
		case asked != "" && associated[name] != (asked == "true"):
		default:
			out = append(out, name)
		}
	}
	return pipeline.Answer(200, "traits", out), nil
}

func showTrait(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	if name := x.Params.Get("trait"); !isTrait(x, name) {
		return nil, pipeline.NotFound("No such trait(s): %s.", name)
	}
	return pipeline.Status(204), nil
}

var custom = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^CUSTOM_[A-Z0-9_]{1,248}$`) })

func createTrait(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	name := x.Params.Get("trait")
	if !custom().MatchString(name) {
		return nil, pipeline.BadRequest(
			`The trait is invalid. A valid trait must be no longer than 255 characters, start with the prefix "CUSTOM_" and use following characters: "A"-"Z", "0"-"9" and "_"`)
	}
	there := isTrait(x, name)
	state.Traits.Insert(x.Txn, &state.Trait{Name: name})
	status := 201
	if there {
		status = 204
	}
	return pipeline.Status(status).WithHeader("Location", x.Root+Prefix+"/traits/"+name), nil
}

func deleteTrait(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	name := x.Params.Get("trait")
	switch {
	case !strings.HasPrefix(name, "CUSTOM_") && isTrait(x, name):
		return nil, pipeline.BadRequest("Cannot delete standard trait %s.", name)
	case !isTrait(x, name):
		return nil, pipeline.NotFound("No such trait(s): %s.", name)
	}
	for _, p := range providers(x) {
		if slices.Contains(traitsOf(x, p), name) {
			return nil, pipeline.Conflict("The trait %s is in use by a resource provider.", name)
		}
	}
	state.Traits.Delete(x.Txn, name)
	return pipeline.Status(204), nil
}

func listProviderTraits(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	p := subject(x)
	return pipeline.Body(200, traitsView{traitsOf(x, p), p.generation}), nil
}

type traitsView struct {
	Traits     []string `json:"traits"`
	Generation int64    `json:"resource_provider_generation"`
}

// replacement holds the values that the steps of provider-traits.update share.
type replacement struct {
	Request struct {
		Generation int64    `json:"resource_provider_generation"`
		Traits     []string `json:"traits"`
	} `body:""`
}

var replaceTraits = pipeline.OperationOf[replacement]{
	Steps: []pipeline.StepOf[replacement]{
		{Name: "generation", Run: generationHolds},
		{Name: "traits exist", Run: traitsExist},
		{Name: "set the traits", Requirements: []string{"BFV-08"}, Run: setTraits},
	},
	Answer: func(x *pipeline.Exchange, _ *replacement) (*pipeline.Response, *pipeline.Fault) {
		return listProviderTraits(x)
	},
}.Operation()

func generationHolds(x *pipeline.Exchange, w *replacement) *pipeline.Fault {
	if w.Request.Generation != subject(x).generation {
		return coded409(concurrentUpdate, "Resource provider's generation already changed. Please update the generation and try again.")
	}
	return nil
}

func traitsExist(x *pipeline.Exchange, w *replacement) *pipeline.Fault {
	for _, name := range w.Request.Traits {
		if !isTrait(x, name) {
			return pipeline.BadRequest("No such trait %s", name)
		}
	}
	return nil
}

func setTraits(x *pipeline.Exchange, w *replacement) *pipeline.Fault {
	subject(x).setTraits(x, w.Request.Traits)
	return nil
}

// setTraits replaces the traits of a provider; the trait of a disabled host stays, as compute sets it.
func (p *provider) setTraits(x *pipeline.Exchange, traits []string) {
	traits = slices.DeleteFunc(slices.Clone(traits), func(name string) bool { return p.host != nil && name == disabledTrait })
	if p.host == nil {
		p.change(x, func(kept *state.Provider) { kept.Traits = traits })
		return
	}
	changed := *p.host
	changed.Traits = traits
	state.Hosts.Insert(x.Txn, &changed)
	p.host = &changed
	p.change(x, nil)
}

var deleteTraits = pipeline.OperationOf[pipeline.Nothing]{
	Steps: []pipeline.StepOf[pipeline.Nothing]{
		{Name: "delete the traits", Run: pipeline.Ignoring[pipeline.Nothing](func(x *pipeline.Exchange) *pipeline.Fault {
			subject(x).setTraits(x, nil)
			return nil
		})},
	},
	Answer: func(*pipeline.Exchange, *pipeline.Nothing) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Status(204), nil
	},
}.Operation()
