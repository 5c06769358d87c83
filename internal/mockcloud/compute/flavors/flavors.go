package flavors

import (
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// noSwapIsZero is the microversion from which no swap is shown as 0; before, as an empty text.
var noSwapIsZero = openapi.MustVersion("2.75")

// Operations holds the operations on flavors.
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{Operations: operations()}
}

func operations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"flavors.list":   {Answer: flavorPage("/flavors", briefOf)},
		"flavors.detail": {Answer: flavorPage("/flavors/detail", viewOf)},
		"flavors.show":   {Answer: showFlavor},
		"flavors.update": pipeline.OperationOf[update]{Answer: updateFlavor}.Operation(),
		"flavors.create": pipeline.OperationOf[creation]{
			Steps: []pipeline.StepOf[creation]{{Name: "create the flavor", Run: createFlavor}},
			Answer: func(x *pipeline.Exchange, w *creation) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Answer(200, "flavor", viewOf(x, w.flavor)), nil
			},
		}.Operation(),
		"flavors.delete":     {Steps: []pipeline.Step{{Name: "delete the flavor", Run: deleteFlavor}}, Answer: record.Accepted},
		"flavor-access.list": {Answer: listAccess},
		"flavors.add-access": pipeline.OperationOf[granting]{
			Steps:  []pipeline.StepOf[granting]{{Name: "let the project see it", Run: addAccess}},
			Answer: func(x *pipeline.Exchange, _ *granting) (*pipeline.Response, *pipeline.Fault) { return answerAccess(x) },
		}.Operation(),
		"flavors.remove-access": pipeline.OperationOf[taking]{
			Steps:  []pipeline.StepOf[taking]{{Name: "hide it from the project", Run: removeAccess}},
			Answer: func(x *pipeline.Exchange, _ *taking) (*pipeline.Response, *pipeline.Fault) { return answerAccess(x) },
		}.Operation(),
		"flavor-extra-specs.list": {Answer: listExtraSpecs},
		"flavor-extra-specs.show": {Answer: showExtraSpec},
		"flavor-extra-specs.create": pipeline.OperationOf[specs]{
			Blocks: allFit,
			Steps:  []pipeline.StepOf[specs]{{Name: "set them", Run: setExtraSpecs}},
			Answer: func(_ *pipeline.Exchange, w *specs) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Answer(200, "extra_specs", asSent(w.Request)), nil
			},
		}.Operation(),
		"flavor-extra-specs.update": pipeline.OperationOf[spec]{
			Blocks: sameKey,
			Steps: []pipeline.StepOf[spec]{{Name: "set it", Run: func(x *pipeline.Exchange, w *spec) *pipeline.Fault {
				return storeExtraSpecs(x, w.Request)
			}}},
			Answer: func(_ *pipeline.Exchange, w *spec) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Body(200, asSent(w.Request)), nil
			},
		}.Operation(),
		"flavor-extra-specs.delete": {
			Steps:  []pipeline.Step{{Name: "remove it", Run: removeExtraSpec}},
			Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return pipeline.Status(200), nil },
		},
	}
}

// MayUse tells whether the caller may see a flavor.
func MayUse(x *pipeline.Exchange, f *state.Flavor) bool {
	return f.Public || x.Caller.Admin() || slices.Contains(f.Access, x.Caller.ProjectID)
}

func showFlavor(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	f := state.Flavors.Get(x.Txn, x.Params.Get("flavor_id"))
	if f == nil || !MayUse(x, f) {
		return nil, pipeline.NotFound("Flavor %s could not be found.", x.Params.Get("flavor_id"))
	}
	return pipeline.Answer(200, "flavor", viewOf(x, f)), nil
}

func flavorPage[V any](path string, render func(*pipeline.Exchange, *state.Flavor) *V) pipeline.Behaviour {
	return func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		all, fault := flavorsAsked(x)
		if fault != nil {
			return nil, fault
		}
		return flavorList.Answer(x, path, all, func(f *state.Flavor) any { return render(x, f) })
	}
}

// flavorsAsked answers the flavors that match the query, sorted.
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
	for f := range state.Flavors.OrderedBy(x.Txn, "serial") {
		name := x.Query.Get("name")
		if f.Disk >= minDisk && f.RAM >= minRAM && public(f) && (name == "" || f.Name == name) {
			out = append(out, f)
		}
	}
	sortFlavors(out, x.Query.Get("sort_key"), x.Query.Get("sort_dir"))
	return out, nil
}

// publicAsked makes the filter is_public: administrators may also list flavors that are not public, other callers always see those
// that they may use.
func publicAsked(x *pipeline.Exchange) (func(*state.Flavor) bool, *pipeline.Fault) {
	if !x.Caller.Admin() {
		return func(f *state.Flavor) bool { return MayUse(x, f) }, nil
	}
	switch text := x.Query.Get("is_public"); {
	case !x.Query.Has("is_public"):
		return func(f *state.Flavor) bool { return f.Public || slices.Contains(f.Access, x.Caller.ProjectID) }, nil
	case strings.EqualFold(text, "none"):
		return func(*state.Flavor) bool { return true }, nil
	default:
		want, ok := body.Boolean(text)
		if !ok {
			return nil, pipeline.BadRequest("Invalid is_public filter [%s]", text)
		}
		return func(f *state.Flavor) bool { return f.Public == want }, nil
	}
}

func number(x *pipeline.Exchange, key string) (int, *pipeline.Fault) {
	if !x.Query.Has(key) {
		return 0, nil
	}
	text := x.Query.Get(key)
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, pipeline.BadRequest("Invalid %s filter [%s]", key, text)
	}
	return n, nil
}

var flavorList = record.PagedList[state.Flavor]{
	Key: "flavors", Links: "flavors_links",
	ID: func(f *state.Flavor) string { return f.ID }, Unknown: "marker [%s] not found",
}

// brief is a flavor in the short list.
type brief struct {
	ID          string          `json:"id"`
	Name        string          `json:"name"`
	Links       []pipeline.Link `json:"links"`
	Description *string         `json:"description"`
}

func briefOf(x *pipeline.Exchange, f *state.Flavor) *brief {
	return &brief{ID: f.ID, Name: f.Name, Links: record.Links(x, "flavors", f.ID), Description: f.Description}
}

// view is a flavor with the fields of every microversion.
type view struct {
	brief
	RAM        int               `json:"ram"`
	Disk       int               `json:"disk"`
	VCPUs      int               `json:"vcpus"`
	RXTXFactor float64           `json:"rxtx_factor"`
	Ephemeral  int               `json:"OS-FLV-EXT-DATA:ephemeral"`
	Disabled   bool              `json:"OS-FLV-DISABLED:disabled"`
	Public     bool              `json:"os-flavor-access:is_public"`
	ExtraSpecs map[string]string `json:"extra_specs"`
	Swap       any               `json:"swap"` // MiB, or the empty text
}

func viewOf(x *pipeline.Exchange, f *state.Flavor) *view {
	v := &view{
		brief: *briefOf(x, f), RAM: f.RAM, Disk: f.Disk, VCPUs: f.VCPUs, RXTXFactor: f.RXTXFactor, Ephemeral: f.Ephemeral, Disabled: f.Disabled,
		Public: f.Public, ExtraSpecs: f.ExtraSpecs, Swap: f.Swap,
	}
	if f.Swap == 0 && x.Version.Less(noSwapIsZero) {
		v.Swap = ""
	}
	return v
}
