package blockstorage

import (
	"maps"
	"slices"
	"strings"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/policy"
	"plumbline/mockcloud/state"
	"plumbline/openapi"

	"github.com/google/uuid"
)

var typeOperations = map[string]pipeline.Operation{
	"types.list": {Answer: listTypes},
	"types.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		view := viewType(x, pipeline.Subject[state.VolumeType](x))
		if x.Params.Get("type_id") == "default" {
			delete(view, "os-volume-type-access:is_public")
		}
		return pipeline.Answer(200, "volume_type", view), nil
	}},
	"types.create": {
		Steps:  []pipeline.Step{{Name: "the name is free", Run: typeNameFree}, {Name: "create the type", Run: createType}},
		Answer: answerType,
	},
	"types.update": {
		Steps:  []pipeline.Step{{Name: "the name is free", Run: typeNameFree}, {Name: "change the type", Run: updateType}},
		Answer: answerType,
	},
	"types.delete": {
		Steps: []pipeline.Step{
			{Name: "the type can go", Run: typeCanGo},
			{Name: "delete the type", Run: func(x *pipeline.Exchange) *pipeline.Fault {
				state.VolumeTypes.Delete(x.Txn, pipeline.Subject[state.VolumeType](x).ID)
				return nil
			}},
		},
		Answer: accepted,
	},
	"type-specs.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Answer(200, "extra_specs", seenSpecs(x, pipeline.Subject[state.VolumeType](x))), nil
	}},
	"type-specs.create": {
		Steps: []pipeline.Step{{Name: "add the specs", Run: func(x *pipeline.Exchange) *pipeline.Fault {
			t := *pipeline.Subject[state.VolumeType](x)
			t.ExtraSpecs = maps.Clone(t.ExtraSpecs)
			maps.Copy(t.ExtraSpecs, texts(x.Inner("extra_specs")))
			state.VolumeTypes.Insert(x.Txn, &t)
			return nil
		}}},
		Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(200, "extra_specs", x.Inner("extra_specs")), nil
		},
	},
}

// findType finds a type by id, or the default one by that word.
func findType(x *pipeline.Exchange, id string) *pipeline.Fault {
	t := state.VolumeTypes.Get(x.Txn, id)
	if id == "default" && x.Operation.ID == "types.show" {
		t = defaultType(x)
	}
	if t == nil || !seesType(x, t) {
		return pipeline.NotFound("Volume type %s could not be found.", id)
	}
	x.Found(t, policy.Target{ProjectID: x.Caller.ProjectID})
	return nil
}

func seesType(x *pipeline.Exchange, t *state.VolumeType) bool {
	return t.Public || x.Caller.Admin() || slices.Contains(t.Access, x.Caller.ProjectID)
}

func typeByNameOrID(x *pipeline.Exchange, name string) (*state.VolumeType, *pipeline.Fault) {
	t := state.VolumeTypes.Get(x.Txn, name)
	if t == nil {
		t = state.VolumeTypes.First(x.Txn, "name", name)
	}
	switch {
	case t != nil && seesType(x, t):
		return t, nil
	case uuid.Validate(name) == nil:
		return nil, pipeline.NotFound("Volume type %s could not be found.", name)
	}
	return nil, pipeline.NotFound("Volume type with name %s could not be found.", name)
}

// defaultType is the type of volumes that name none. There always is one: it cannot be deleted.
func defaultType(x *pipeline.Exchange) *state.VolumeType {
	var first *state.VolumeType
	for t := range state.VolumeTypes.All(x.Txn) {
		if t.Default {
			return t
		}
		if first == nil || t.Serial < first.Serial {
			first = t
		}
	}
	return first
}

func typeNameFree(x *pipeline.Exchange) *pipeline.Fault {
	body := x.Inner("volume_type")
	name, _ := body["name"].(string)
	if x.Operation.ID == "types.update" {
		switch {
		case name != "" && strings.TrimSpace(name) == "":
			return pipeline.BadRequest("Volume type name can not be empty.")
		case name == "" && body["description"] == nil && body["is_public"] == nil:
			return pipeline.BadRequest("Specify volume type name, description, is_public or a combination thereof.")
		}
	}
	own := pipeline.Maybe[state.VolumeType](x)
	if taken := state.VolumeTypes.First(x.Txn, "name", name); taken != nil && (own == nil || taken.ID != own.ID) {
		return pipeline.Conflict("Volume Type %s already exists.", name)
	}
	return nil
}

func createType(x *pipeline.Exchange) *pipeline.Fault {
	body := x.Inner("volume_type")
	t := &state.VolumeType{ID: x.Env.IDs.UUID(), Serial: x.Txn.Next("volume-types"), Public: true, ExtraSpecs: map[string]string{}, Created: x.Now()}
	t.Name, _ = body["name"].(string)
	_, t.Description = names(map[string]any{"description": body["description"]}, nil, nil)
	if specs, ok := body["extra_specs"].(map[string]any); ok {
		t.ExtraSpecs = texts(specs)
	}
	if public, given := body["os-volume-type-access:is_public"]; given {
		t.Public = truth(public)
	}
	if !t.Public {
		t.Access = []string{x.Caller.ProjectID}
	}
	state.VolumeTypes.Insert(x.Txn, t)
	x.Found(t, policy.Target{})
	return nil
}

func updateType(x *pipeline.Exchange) *pipeline.Fault {
	t, body := *pipeline.Subject[state.VolumeType](x), x.Inner("volume_type")
	if name, ok := body["name"].(string); ok {
		t.Name = name
	}
	if description, ok := body["description"].(string); ok {
		t.Description = &description
	}
	if public, given := body["is_public"]; given {
		t.Public = truth(public)
	}
	state.VolumeTypes.Insert(x.Txn, &t)
	x.Found(&t, policy.Target{})
	return nil
}

func typeCanGo(x *pipeline.Exchange) *pipeline.Fault {
	t := pipeline.Subject[state.VolumeType](x)
	if t.ID == defaultType(x).ID {
		return pipeline.BadRequest("The volume type %s is a default volume type and cannot be deleted.", t.ID)
	}
	for v := range state.Volumes.All(x.Txn) {
		if v.TypeID == t.ID {
			return pipeline.BadRequest("Target volume type is still in use.")
		}
	}
	return nil
}

func answerType(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Answer(200, "volume_type", viewType(x, pipeline.Subject[state.VolumeType](x))), nil
}

func viewType(x *pipeline.Exchange, t *state.VolumeType) map[string]any {
	return map[string]any{
		"id": t.ID, "name": t.Name, "description": t.Description, "is_public": t.Public, "extra_specs": seenSpecs(x, t),
		"os-volume-type-access:is_public": t.Public, "qos_specs_id": nil,
	}
}

// seenSpecs are the specs that the caller may see: all, or those that say what a volume can do.
func seenSpecs(x *pipeline.Exchange, t *state.VolumeType) map[string]string {
	out := map[string]string{}
	all := x.Allows("volume_extension:types_extra_specs:read_sensitive")
	for key, value := range t.ExtraSpecs {
		if all || slices.Contains([]string{"multiattach", "replication_enabled", "RESKEY:availability_zones"}, key) {
			out[key] = value
		}
	}
	return out
}

// filteredTypes is the first microversion in which unknown filters of types are refused.
var filteredTypes = openapi.MustVersion("3.52")

func listTypes(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	p, f := readPage(x)
	if f == nil {
		f = p.reject(x, x.Version.AtLeast(filteredTypes), "is_public", "extra_specs")
	}
	if f != nil {
		return nil, f
	}
	public, all := true, false
	if word := p.filters.Get("is_public"); x.Caller.Admin() && word != "" {
		var known bool
		if all = strings.EqualFold(word, "none"); !all {
			if public, known = boolean(word); !known {
				return nil, pipeline.BadRequest("Invalid is_public filter [%s]", word)
			}
		}
	}
	specs := p.filters["extra_specs"]
	p.filters = nil
	var rows []row
	for t := range state.VolumeTypes.All(x.Txn) {
		if !all && t.Public != public && !slices.Contains(t.Access, x.Caller.ProjectID) || !seesType(x, t) {
			continue
		}
		if len(specs) > 0 && x.Version.AtLeast(filteredTypes) && !hasAll(seenSpecs(x, t), specs[0]) {
			continue
		}
		rows = append(rows, row{
			id: t.ID, serial: t.Serial, fields: map[string]any{"name": t.Name},
			item: pipeline.Item{Record: t, Render: func() any { return viewType(x, t) }},
		})
	}
	// A marker that is no type is taken for none.
	if rows, f = p.cut(rows, func(string) *pipeline.Fault { return nil }, []string{"name", "updated_at", "is_public"}); f != nil {
		return nil, f
	}
	return p.answer(x, "volume_types", "volume_type_links", 0, rows)
}
