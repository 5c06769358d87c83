package flavors

import (
	"slices"
	"strconv"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// creation is a request for a flavor, and the flavor.
type creation struct {
	Request struct {
		Name        string              `json:"name"`
		ID          Reference           `json:"id"`
		RAM         body.Int            `json:"ram"`
		VCPUs       body.Int            `json:"vcpus"`
		Disk        body.Int            `json:"disk"`
		Ephemeral   body.Int            `json:"OS-FLV-EXT-DATA:ephemeral"`
		Swap        body.Int            `json:"swap"`
		Factor      any                 `json:"rxtx_factor"`
		Public      body.Opt[body.Bool] `json:"os-flavor-access:is_public"`
		Description body.Opt[string]    `json:"description"`
	} `body:"flavor"`
	flavor *state.Flavor
}

func createFlavor(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	r := &w.Request
	id := string(r.ID)
	if id == "" || id == "auto" {
		id = x.Env.IDs.UUID()
	}
	for f := range state.Flavors.All(x.Txn) {
		switch {
		case f.ID == id:
			return pipeline.Conflict("Flavor with ID %s already exists.", id)
		case f.Name == r.Name:
			return pipeline.Conflict("Flavor with name %s already exists.", r.Name)
		}
	}
	w.flavor = &state.Flavor{
		ID: id, Serial: x.Txn.Next("flavors"), Name: r.Name, Description: r.Description.Pointer(), RAM: int(r.RAM), VCPUs: int(r.VCPUs),
		Disk: int(r.Disk), Ephemeral: int(r.Ephemeral), Swap: int(r.Swap), RXTXFactor: readFactor(r.Factor), Public: bool(r.Public.Or(true)),
		ExtraSpecs: map[string]string{},
	}
	state.Flavors.Insert(x.Txn, w.flavor)
	return nil
}

// readFactor reads a factor that may be written as a text; 1 if it is missing.
func readFactor(v any) float64 {
	switch v := v.(type) {
	case float64:
		return v
	case string:
		if n, err := strconv.ParseFloat(v, 64); err == nil {
			return n
		}
	}
	return 1
}

// anyFlavor finds the flavor that the path names, whether or not the caller may use it.
func anyFlavor(x *pipeline.Exchange) (*state.Flavor, *pipeline.Fault) {
	id := x.Params.Get("flavor_id")
	if f := state.Flavors.Get(x.Txn, id); f != nil {
		return f, nil
	}
	return nil, pipeline.NotFound("Flavor %s could not be found.", id)
}

func deleteFlavor(x *pipeline.Exchange) *pipeline.Fault {
	f, fault := anyFlavor(x)
	if fault == nil {
		state.Flavors.Delete(x.Txn, f.ID)
	}
	return fault
}

// access is a project that may use a flavor that is not public.
type access struct {
	Flavor  string `json:"flavor_id"`
	Project string `json:"tenant_id"`
}

func accessOf(f *state.Flavor) []access {
	out := []access{}
	for _, project := range f.Access {
		out = append(out, access{Flavor: f.ID, Project: project})
	}
	return out
}

func listAccess(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	f, fault := findUsable(x)
	switch {
	case fault != nil:
		return nil, fault
	case f.Public:
		return nil, pipeline.NotFound("Access list not available for public flavors.")
	}
	return pipeline.Answer(200, "flavor_access", accessOf(f)), nil
}

// granting and taking are the requests that add and remove a project's access.
type (
	project struct {
		Project string `json:"tenant"`
	}
	granting struct {
		Request project `body:"addTenantAccess"`
	}
	taking struct {
		Request project `body:"removeTenantAccess"`
	}
)

func addAccess(x *pipeline.Exchange, w *granting) *pipeline.Fault {
	id := w.Request.Project
	if state.Projects.Get(x.Txn, id) == nil {
		return pipeline.BadRequest("Project ID %s is not a valid project.", id)
	}
	f, fault := anyFlavor(x)
	switch {
	case fault != nil:
		return fault
	case f.Public:
		return pipeline.Conflict("Can not add access to a public flavor.")
	case slices.Contains(f.Access, id):
		return pipeline.Conflict("Flavor access already exists for flavor %d and project %s combination.", f.Serial, id)
	}
	changed := *f
	changed.Access = append(slices.Clone(f.Access), id)
	state.Flavors.Insert(x.Txn, &changed)
	return nil
}

// removeAccess takes any project: one that identity has deleted since may still have access.
func removeAccess(x *pipeline.Exchange, w *taking) *pipeline.Fault {
	id := w.Request.Project
	f, fault := anyFlavor(x)
	switch {
	case fault != nil:
		return fault
	case !slices.Contains(f.Access, id):
		return pipeline.NotFound("Flavor access not found for %d / %s combination.", f.Serial, id)
	}
	changed := *f
	changed.Access = slices.DeleteFunc(slices.Clone(f.Access), func(p string) bool { return p == id })
	state.Flavors.Insert(x.Txn, &changed)
	return nil
}

func answerAccess(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	f, fault := anyFlavor(x)
	if fault != nil {
		return nil, fault
	}
	return pipeline.Answer(200, "flavor_access", accessOf(f)), nil
}
