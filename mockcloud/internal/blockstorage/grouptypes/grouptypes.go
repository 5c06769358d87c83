// Package grouptypes holds the operations on types of groups of volumes and on their specs.
package grouptypes

import (
	"strings"

	"plumbline/mockcloud/internal/blockstorage/listing"
	"plumbline/mockcloud/internal/blockstorage/record"
	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/policy"
	"plumbline/mockcloud/internal/state"
)

// Operations holds the operations on types of groups.
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{
		Lookups: map[string]pipeline.Lookup{"group_type_id": find},
		Operations: map[string]pipeline.Operation{
			"group-types.list": {Answer: list},
			"group-types.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return answer(x, 200), nil }},
			"group-types.create": pipeline.OperationOf[creation]{
				Formats: notBlank,
				Steps:   []pipeline.StepOf[creation]{{Name: "the name is free", Run: nameFree}, {Name: "create the type", Run: create}},
				Answer: func(x *pipeline.Exchange, _ *creation) (*pipeline.Response, *pipeline.Fault) {
					return answer(x, 202), nil
				},
			}.Operation(),
			"group-types.update": pipeline.OperationOf[update]{
				Steps: []pipeline.StepOf[update]{{Name: "the name is free", Run: newNameFree}, {Name: "change the type", Run: change}},
				Answer: func(x *pipeline.Exchange, _ *update) (*pipeline.Response, *pipeline.Fault) {
					return answer(x, 200), nil
				},
			}.Operation(),
			"group-types.delete": pipeline.OperationOf[pipeline.Nothing]{
				Steps: []pipeline.StepOf[pipeline.Nothing]{{
					Name: "delete the type",
					Run: func(x *pipeline.Exchange, _ *pipeline.Nothing) *pipeline.Fault {
						state.VolumeGroupTypes.Delete(x.Txn, kind(x).ID)
						return nil
					},
				}},
				Answer: record.Accepted[pipeline.Nothing],
			}.Operation(),
		},
	}
}

// kind is the type of the request's path.
func kind(x *pipeline.Exchange) *state.VolumeGroupType {
	return pipeline.Subject[state.VolumeGroupType](x)
}

// find finds a type by id, after the policy. No type is the default: the setting that names one is empty in a new installation.
func find(x *pipeline.Exchange, id string) *pipeline.Fault {
	if x.Operation.Policy != "" {
		if f := x.Demand(x.Operation.Policy); f != nil {
			return f
		}
	}
	if id == "default" && x.Operation.ID == "group-types.show" {
		return pipeline.NotFound("Default group type can not be found.")
	}
	t := state.VolumeGroupTypes.Get(x.Txn, id)
	if t == nil || !t.Public && !x.Caller.Admin() {
		return pipeline.NotFound("Group type %s could not be found.", id)
	}
	x.SetSubject(t, policy.Target{ProjectID: x.Caller.ProjectID})
	return nil
}

// shown is a type in answers.
type shown struct {
	ID          string             `json:"id"`
	Name        string             `json:"name"`
	Description *string            `json:"description"`
	Public      bool               `json:"is_public"`
	Specs       map[string]*string `json:"group_specs"`
}

func view(t *state.VolumeGroupType) *shown {
	return &shown{ID: t.ID, Name: t.Name, Description: t.Description, Public: t.Public, Specs: t.Specs}
}

func answer(x *pipeline.Exchange, status int) *pipeline.Response {
	return pipeline.Answer(status, "group_type", view(kind(x)))
}

var types = listing.List[state.VolumeGroupType]{
	Key: "group_types", Links: "group_type_links",
	ID:     func(t *state.VolumeGroupType) string { return t.ID },
	Serial: func(t *state.VolumeGroupType) int64 { return t.Serial },
	Fields: map[string]func(*state.VolumeGroupType) any{"name": func(t *state.VolumeGroupType) any { return t.Name }},
	Sorts:  []string{"name", "updated_at", "is_public"},
}

func list(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	p, f := listing.ReadPage(x)
	if f != nil {
		return nil, f
	}
	public, all, f := listing.Publicity(x, p)
	if f != nil {
		return nil, f
	}
	p.Filters = nil
	return types.Answer(x, p, func(yield func(*state.VolumeGroupType) bool) {
		for t := range state.VolumeGroupTypes.All(x.Txn) {
			if (all || t.Public == public) && !yield(t) {
				return
			}
		}
	}, func(t *state.VolumeGroupType) any { return view(t) })
}

// creation holds the values that the steps of group-types.create share.
type creation struct {
	Request struct {
		Name        string              `json:"name"`
		Description body.Opt[string]    `json:"description"`
		Specs       map[string]*string  `json:"group_specs"`
		Public      body.Opt[body.Bool] `json:"is_public"`
	} `body:"group_type"`
}

// update holds the values that the steps of group-types.update share.
type update struct {
	Request struct {
		Name        body.Opt[string]    `json:"name"`
		Description body.Opt[string]    `json:"description"`
		Public      body.Opt[body.Bool] `json:"is_public"`
	} `body:"group_type"`
}

func notBlank(_ *pipeline.Exchange, w *creation) *pipeline.Fault {
	if w.Request.Name != "" && strings.TrimSpace(w.Request.Name) == "" {
		return pipeline.BadRequest("An invalid 'name' value was provided. The 'name' can not be empty.")
	}
	return nil
}

func nameFree(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	return refuseTaken(x, w.Request.Name, "")
}

func newNameFree(x *pipeline.Exchange, w *update) *pipeline.Fault {
	name := w.Request.Name.Pointer()
	switch {
	case name != nil && *name != "" && strings.TrimSpace(*name) == "":
		return pipeline.BadRequest("Group type name can not be empty.")
	case name == nil && w.Request.Description.Pointer() == nil && w.Request.Public.Pointer() == nil:
		return pipeline.BadRequest("Specify group type name, description or a combination thereof.")
	case name == nil:
		return nil
	}
	return refuseTaken(x, *name, kind(x).ID)
}

// refuseTaken refuses a name that another type than own has.
func refuseTaken(x *pipeline.Exchange, name, own string) *pipeline.Fault {
	if other := state.VolumeGroupTypes.FirstByKey(x.Txn, "name", name); other != nil && other.ID != own {
		return pipeline.Conflict("Group Type %s already exists.", name)
	}
	return nil
}

func create(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	t := &state.VolumeGroupType{
		ID: x.Env.IDs.UUID(), Serial: x.Txn.Next("volume-group-types"), Name: w.Request.Name,
		Description: w.Request.Description.Pointer(), Public: bool(w.Request.Public.Or(true)), Specs: w.Request.Specs,
	}
	if t.Specs == nil {
		t.Specs = map[string]*string{}
	}
	state.VolumeGroupTypes.Insert(x.Txn, t)
	x.SetSubject(t, policy.Target{})
	return nil
}

func change(x *pipeline.Exchange, w *update) *pipeline.Fault {
	put(x, func(t *state.VolumeGroupType) {
		w.Request.Name.Set(&t.Name)
		if description, ok := w.Request.Description.Get(); ok {
			t.Description = &description
		}
		if public, ok := w.Request.Public.Get(); ok {
			t.Public = bool(public)
		}
	})
	return nil
}

// put stores a changed copy of the type of the request's path.
func put(x *pipeline.Exchange, how func(*state.VolumeGroupType)) {
	t := *kind(x)
	how(&t)
	state.VolumeGroupTypes.Insert(x.Txn, &t)
	x.SetSubject(&t, policy.Target{ProjectID: x.Caller.ProjectID})
}
