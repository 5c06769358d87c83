// Package grouptypes declares types of groups of volumes, and holds the operations on their specs.
package grouptypes

import (
	"strings"

	"plumbline/internal/mockcloud/blockstorage/listing"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/collection"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// creation is the object of a request for a new type, change that of a request to change one.
type (
	creation struct {
		Name        string              `json:"name"`
		Description body.Opt[string]    `json:"description"`
		Specs       map[string]*string  `json:"group_specs"`
		Public      body.Opt[body.Bool] `json:"is_public"`
	}
	change struct {
		Name        body.Opt[string]    `json:"name"`
		Description body.Opt[string]    `json:"description"`
		Public      body.Opt[body.Bool] `json:"is_public"`
	}
)

// shown is a type in answers.
type shown struct {
	ID          string             `json:"id"`
	Name        string             `json:"name"`
	Description *string            `json:"description"`
	Public      bool               `json:"is_public"`
	Specs       map[string]*string `json:"group_specs"`
}

func view(t *state.VolumeGroupType) any {
	return &shown{ID: t.ID, Name: t.Name, Description: t.Description, Public: t.Public, Specs: t.Specs}
}

var types = collection.Of[state.VolumeGroupType, creation, change]{
	In:   listing.Plain(func(id string) *pipeline.Fault { return pipeline.NotFound("Group type %s could not be found.", id) }),
	Noun: "group_type", Plural: "group_types", Table: state.VolumeGroupTypes,
	Sees:   func(x *pipeline.Exchange, t *state.VolumeGroupType) bool { return t.Public || x.Caller.Admin() },
	View:   func(_ *pipeline.Exchange, t *state.VolumeGroupType) any { return view(t) },
	New:    newType,
	Change: changeType,
	Unique: func(x *pipeline.Exchange, t *state.VolumeGroupType) *pipeline.Fault {
		if other := state.VolumeGroupTypes.FirstByKey(x.Txn, "name", t.Name); other != nil && other.ID != t.ID {
			return pipeline.Conflict("Group Type %s already exists.", t.Name)
		}
		return nil
	},
	Deletes: true,
	Keep:    []pipeline.StepOf[state.VolumeGroupType]{{Name: "no group has the type", Run: unused}},
}

func unused(x *pipeline.Exchange, t *state.VolumeGroupType) *pipeline.Fault {
	if len(state.VolumeGroups.List(x.Txn, "type", t.ID)) > 0 {
		return pipeline.BadRequest("Target group type is still in use. Group Type %s deletion is not allowed with groups present with the type.", t.ID)
	}
	return nil
}

// Operations holds the operations on types of groups and on their specs. No type is the default: the setting that names one is
// empty in a new installation.
func Operations() pipeline.OperationSet {
	set := types.Operations()
	set.Operations["group-types.list"] = pipeline.Operation{Answer: list}
	show := set.Operations["group-types.show"].Answer
	set.Operations["group-types.show"] = pipeline.Operation{Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		if x.Params.Get("group_type_id") == "default" {
			return nil, pipeline.NotFound("Default group type can not be found.")
		}
		return show(x)
	}}
	addSpecOperations(set.Operations)
	return set
}

func newType(x *pipeline.Exchange, r *creation) (*state.VolumeGroupType, *pipeline.Fault) {
	if strings.TrimSpace(r.Name) == "" {
		return nil, pipeline.BadRequest("An invalid 'name' value was provided. The 'name' can not be empty.")
	}
	t := &state.VolumeGroupType{
		ID: x.Env.IDs.UUID(), Serial: x.Txn.Next("volume-group-types"), Name: r.Name, Description: r.Description.Pointer(),
		Public: bool(r.Public.Or(true)), Specs: r.Specs,
	}
	if t.Specs == nil {
		t.Specs = map[string]*string{}
	}
	return t, nil
}

func changeType(_ *pipeline.Exchange, t *state.VolumeGroupType, r *change) *pipeline.Fault {
	name := r.Name.Pointer()
	switch {
	case name != nil && *name != "" && strings.TrimSpace(*name) == "":
		return pipeline.BadRequest("Group type name can not be empty.")
	case name == nil && r.Description.Pointer() == nil && r.Public.Pointer() == nil:
		return pipeline.BadRequest("Specify group type name, description or a combination thereof.")
	}
	r.Name.Set(&t.Name)
	if description, ok := r.Description.Get(); ok {
		t.Description = &description
	}
	if public, ok := r.Public.Get(); ok {
		t.Public = bool(public)
	}
	return nil
}

// typeList is the list of types: unlike lists of plain resources it has a link of another name, and begins anew after a marker that
// it does not know.
var typeList = listing.List[state.VolumeGroupType]{
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
	return typeList.Answer(x, p, func(yield func(*state.VolumeGroupType) bool) {
		for t := range state.VolumeGroupTypes.All(x.Txn) {
			if (all || t.Public == public) && !yield(t) {
				return
			}
		}
	}, view)
}
