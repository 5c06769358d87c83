package compute

import (
	"slices"
	"strconv"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

// noSwapIsZero: before it, no swap is an empty text.
var noSwapIsZero = openapi.MustVersion("2.75")

func flavorOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"flavors.list":            {Answer: flavorPage("/flavors", flavorBrief)},
		"flavors.detail":          {Answer: flavorPage("/flavors/detail", flavorView)},
		"flavors.show":            {Answer: showFlavor},
		"flavors.update":          {Answer: updateFlavor},
		"flavor-extra-specs.list": {Answer: listExtraSpecs},
	}
}

// mayUse tells whether the caller may see a flavor.
func mayUse(x *pipeline.Exchange, f *state.Flavor) bool {
	return f.Public || x.Caller.Admin() || slices.Contains(f.Access, x.Caller.ProjectID)
}

func showFlavor(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	f := state.Flavors.Get(x.Txn, x.Params.Get("flavor_id"))
	if f == nil || !mayUse(x, f) {
		return nil, pipeline.NotFound("Flavor %s could not be found.", x.Params.Get("flavor_id"))
	}
	return pipeline.Answer(200, "flavor", flavorView(x, f)), nil
}

func flavorPage(path string, render func(*pipeline.Exchange, *state.Flavor) map[string]any) pipeline.Behaviour {
	return func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		all, fault := flavorsAsked(x)
		if fault != nil {
			return nil, fault
		}
		page, more, fault := pageOf(x, all, func(f *state.Flavor) string { return f.ID }, "marker [%s] not found")
		if fault != nil {
			return nil, fault
		}
		list := &pipeline.List{Key: "flavors"}
		for _, f := range page {
			list.Items = append(list.Items, pipeline.Item{Record: f, Render: func() any { return render(x, f) }})
		}
		out := &pipeline.Response{Status: 200, List: list}
		if more != "" {
			out.Value = map[string]any{"flavors_links": next(x, path, more)}
		}
		return out, nil
	}
}

// flavorsAsked are the flavors that the query asks for, sorted.
func flavorsAsked(x *pipeline.Exchange) ([]*state.Flavor, *pipeline.Fault) {
	minDisk, fault := number(x, "minDisk")
	if fault != nil {
		return nil, fault
	}
	minRAM, fault := number(x, "minRam")
	if fault != nil {
		return nil, fault
	}
	public, fault := publicAsked(x)
	if fault != nil {
		return nil, fault
	}
	var out []*state.Flavor
	for f := range state.Flavors.Ordered(x.Txn, "serial") {
		name := x.Query.Get("name")
		if f.Disk >= minDisk && f.RAM >= minRAM && public(f) && (name == "" || f.Name == name) {
			out = append(out, f)
		}
	}
	sortFlavors(out, x.Query.Get("sort_key"), x.Query.Get("sort_dir"))
	return out, nil
}

// publicAsked is the filter is_public: administrators may ask for what is not, others see what they may use.
func publicAsked(x *pipeline.Exchange) (func(*state.Flavor) bool, *pipeline.Fault) {
	if !x.Caller.Admin() {
		return func(f *state.Flavor) bool { return mayUse(x, f) }, nil
	}
	switch text := x.Query.Get("is_public"); {
	case text == "":
		return func(f *state.Flavor) bool { return f.Public || slices.Contains(f.Access, x.Caller.ProjectID) }, nil
	case equalFold(text, "none"):
		return func(*state.Flavor) bool { return true }, nil
	default:
		want, ok := boolean(text)
		if !ok {
			return nil, pipeline.BadRequest("Invalid is_public filter [%s]", text)
		}
		return func(f *state.Flavor) bool { return f.Public == want }, nil
	}
}

func number(x *pipeline.Exchange, key string) (int, *pipeline.Fault) {
	text := x.Query.Get(key)
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, pipeline.BadRequest("Invalid %s filter [%s]", key, text)
	}
	return n, nil
}

func flavorBrief(x *pipeline.Exchange, f *state.Flavor) map[string]any {
	v := map[string]any{"id": f.ID, "name": f.Name, "links": links(x, "flavors", f.ID), "description": textOrNil(f.Description)}
	return v
}

func flavorView(x *pipeline.Exchange, f *state.Flavor) map[string]any {
	v := flavorBrief(x, f)
	v["ram"], v["disk"], v["vcpus"], v["rxtx_factor"] = f.RAM, f.Disk, f.VCPUs, f.RXTXFactor
	v["OS-FLV-EXT-DATA:ephemeral"], v["OS-FLV-DISABLED:disabled"] = f.Ephemeral, f.Disabled
	v["os-flavor-access:is_public"], v["extra_specs"] = f.Public, texts(f.ExtraSpecs)
	v["swap"] = f.Swap
	if f.Swap == 0 && x.Version.Less(noSwapIsZero) {
		v["swap"] = ""
	}
	return v
}
