package placement

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
	"plumbline/openapi"
)

// disabledTrait is what compute gives to the providers whose service is disabled, so that nothing new goes there.
const disabledTrait = "COMPUTE_STATUS_DISABLED"

// standard are the traits that no host has at first, and that are known all the same.
var standard = []string{disabledTrait, "HW_CPU_X86_AVX", "HW_CPU_X86_AVX2", "HW_CPU_X86_SSE42", "HW_CPU_X86_VMX", "STORAGE_DISK_SSD"}

// known are the traits that there are. What the specification gives to hosts is known where it holds.
func known(x *pipeline.Exchange) map[string]bool {
	out := map[string]bool{}
	for _, name := range slices.Concat(state.HostTraits, standard) {
		out[name] = true
	}
	if x.Env.Profile == openapi.Specified {
		out[state.RebuildTrait] = true
	}
	for t := range state.Traits.All(x.Txn) {
		out[t.Name] = true
	}
	return out
}

// traitsOf are the traits of a provider, sorted.
func traitsOf(x *pipeline.Exchange, h *state.Host) []string {
	names, there := slices.Clone(h.Traits), known(x)
	if h.Disabled {
		names = append(names, disabledTrait)
	}
	slices.Sort(names)
	out := []string{}
	for _, name := range slices.Compact(names) {
		if there[name] || strings.HasPrefix(name, "CUSTOM_") {
			out = append(out, name)
		}
	}
	return out
}

// wantedTraits reads the query key required: all of them, none of those behind "!", one of those behind "in:".
func wantedTraits(x *pipeline.Exchange) (func(*state.Host) bool, *pipeline.Fault) {
	there := known(x)
	var unknown []string
	for _, text := range x.Query["required"] {
		for name := range strings.SplitSeq(strings.TrimPrefix(text, "in:"), ",") {
			if name = strings.TrimPrefix(name, "!"); !there[name] {
				unknown = append(unknown, name)
			}
		}
	}
	if len(unknown) > 0 {
		return nil, pipeline.BadRequest("No such trait(s): %s.", strings.Join(unknown, ", "))
	}
	return func(h *state.Host) bool {
		own := traitsOf(x, h)
		for _, text := range x.Query["required"] {
			if !meets(own, text) {
				return false
			}
		}
		return true
	}, nil
}

func meets(own []string, text string) bool {
	if one, ok := strings.CutPrefix(text, "in:"); ok {
		return slices.ContainsFunc(strings.Split(one, ","), func(name string) bool { return slices.Contains(own, name) })
	}
	for name := range strings.SplitSeq(text, ",") {
		name, not := strings.CutPrefix(name, "!")
		if slices.Contains(own, name) == not {
			return false
		}
	}
	return true
}

func listTraits(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	associated := map[string]bool{}
	for _, h := range providers(x) {
		for _, name := range traitsOf(x, h) {
			associated[name] = true
		}
	}
	asked := x.Query.Get("associated")
	if x.Query.Has("associated") && asked != "true" && asked != "false" {
		return nil, pipeline.BadRequest(`The query parameter "associated" only accepts "true" or "false"`)
	}
	in, listed := strings.CutPrefix(x.Query.Get("name"), "in:")
	start, prefixed := strings.CutPrefix(x.Query.Get("name"), "startswith:")
	out := []string{}
	for _, name := range slices.Sorted(maps.Keys(known(x))) {
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
	if name := x.Params.Get("trait"); !known(x)[name] {
		return nil, pipeline.NotFound("No such trait(s): %s.", name)
	}
	return pipeline.Status(204), nil
}

var custom = regexp.MustCompile(`^CUSTOM_[A-Z0-9_]{1,248}$`)

func createTrait(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	name := x.Params.Get("trait")
	if !custom.MatchString(name) {
		return nil, pipeline.BadRequest(
			`The trait is invalid. A valid trait must be no longer than 255 characters, start with the prefix "CUSTOM_" and use following characters: "A"-"Z", "0"-"9" and "_"`)
	}
	there := known(x)[name]
	state.Traits.Insert(x.Txn, &state.Trait{Name: name})
	if there {
		return pipeline.Status(204), nil
	}
	return pipeline.Status(201).With("Location", x.Root+Prefix+"/traits/"+name), nil
}

func deleteTrait(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	name := x.Params.Get("trait")
	switch {
	case !strings.HasPrefix(name, "CUSTOM_") && known(x)[name]:
		return nil, pipeline.BadRequest("Cannot delete standard trait %s.", name)
	case !known(x)[name]:
		return nil, pipeline.NotFound("No such trait(s): %s.", name)
	}
	for _, h := range providers(x) {
		if slices.Contains(h.Traits, name) {
			return nil, pipeline.Conflict("The trait %s is in use by a resource provider.", name)
		}
	}
	state.Traits.Delete(x.Txn, name)
	return pipeline.Status(204), nil
}

func listProviderTraits(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	h := state.Hosts.Get(x.Txn, provider(x).Name)
	return pipeline.Body(200, traitsView{traitsOf(x, h), h.Generation}), nil
}

type traitsView struct {
	Traits     []string `json:"traits"`
	Generation int64    `json:"resource_provider_generation"`
}

// replacement is the work of provider-traits.update.
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
	if w.Request.Generation != provider(x).Generation {
		return &pipeline.Fault{
			Status: 409,
			Message: "Resource provider's generation already changed. Please update the generation and " +
				"try again.", Name: "placement.concurrent_update",
		}
	}
	return nil
}

func traitsExist(x *pipeline.Exchange, w *replacement) *pipeline.Fault {
	there := known(x)
	for _, name := range w.Request.Traits {
		if !there[name] {
			return pipeline.BadRequest("No such trait %s", name)
		}
	}
	return nil
}

func setTraits(x *pipeline.Exchange, w *replacement) *pipeline.Fault {
	changed := *provider(x)
	changed.Traits = slices.DeleteFunc(slices.Clone(w.Request.Traits), func(name string) bool { return name == disabledTrait })
	changed.Generation++
	state.Hosts.Insert(x.Txn, &changed)
	return nil
}
