package volumetypes

import (
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
)

// creation holds the values that the steps of types.create share.
type creation struct {
	Request struct {
		Name        string              `json:"name"`
		Description body.Opt[string]    `json:"description"`
		ExtraSpecs  map[string]string   `json:"extra_specs"`
		Public      body.Opt[body.Bool] `json:"os-volume-type-access:is_public"`
	} `body:"volume_type"`
}

// update holds the values that the steps of types.update share.
type update struct {
	Request struct {
		Name        body.Opt[string]    `json:"name"`
		Description body.Opt[string]    `json:"description"`
		Public      body.Opt[body.Bool] `json:"is_public"`
	} `body:"volume_type"`
}

func notBlank(_ *pipeline.Exchange, w *creation) *pipeline.Fault {
	if name := w.Request.Name; name != "" && strings.TrimSpace(name) == "" {
		return blankName()
	}
	return nil
}

func blankName() *pipeline.Fault {
	return pipeline.BadRequest("An invalid 'name' value was provided. The 'name' can not be empty.")
}

func nameFree(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	return refuseTakenName(x, w.Request.Name, "")
}

func newNameFree(x *pipeline.Exchange, w *update) *pipeline.Fault {
	name := w.Request.Name.Or("")
	switch {
	case name != "" && strings.TrimSpace(name) == "":
		return pipeline.BadRequest("Volume type name can not be empty.")
	case name == "" && w.Request.Description.Pointer() == nil && w.Request.Public.Pointer() == nil:
		return pipeline.BadRequest("Specify volume type name, description, is_public or a combination thereof.")
	}
	return refuseTakenName(x, name, kind(x).ID)
}

// refuseTakenName refuses a name that is in use by a type other than own.
func refuseTakenName(x *pipeline.Exchange, name, own string) *pipeline.Fault {
	if other := state.VolumeTypes.FirstByKey(x.Txn, "name", name); other != nil && other.ID != own {
		return pipeline.Conflict("Volume Type %s already exists.", name)
	}
	return nil
}

func create(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	t := &state.VolumeType{
		ID: x.Env.IDs.UUID(), Serial: x.Txn.Next("volume-types"), Name: w.Request.Name,
		Description: w.Request.Description.Pointer(),
		Public:      bool(w.Request.Public.Or(true)), ExtraSpecs: w.Request.ExtraSpecs, Created: x.Now(),
	}
	if t.ExtraSpecs == nil {
		t.ExtraSpecs = map[string]string{}
	}
	state.VolumeTypes.Insert(x.Txn, t)
	x.SetSubject(t, policy.Target{})
	return nil
}

func change(x *pipeline.Exchange, w *update) *pipeline.Fault {
	t := *kind(x)
	w.Request.Name.Set(&t.Name)
	if description, ok := w.Request.Description.Get(); ok {
		t.Description = &description
	}
	if public, ok := w.Request.Public.Get(); ok {
		t.Public = bool(public)
	}
	state.VolumeTypes.Insert(x.Txn, &t)
	x.SetSubject(&t, policy.Target{})
	return nil
}

func remove(x *pipeline.Exchange, _ *pipeline.Nothing) *pipeline.Fault {
	state.VolumeTypes.Delete(x.Txn, kind(x).ID)
	return nil
}

func canGo(x *pipeline.Exchange, _ *pipeline.Nothing) *pipeline.Fault {
	t := kind(x)
	if t.ID == everybodysDefault(x).ID || len(state.VolumeDefaultTypes.List(x.Txn, "type", t.ID)) > 0 {
		return pipeline.BadRequest("The volume type %s is a default volume type and cannot be deleted.", t.ID)
	}
	if inUse(x, t) {
		return pipeline.BadRequest("Target volume type is still in use.")
	}
	return nil
}

// inUse tells whether a volume has the type.
func inUse(x *pipeline.Exchange, t *state.VolumeType) bool {
	for v := range state.Volumes.All(x.Txn) {
		if v.TypeID == t.ID {
			return true
		}
	}
	return false
}

// put stores a changed copy of the type of the request's path.
func put(x *pipeline.Exchange, how func(*state.VolumeType)) {
	t := *kind(x)
	how(&t)
	state.VolumeTypes.Insert(x.Txn, &t)
	x.SetSubject(&t, policy.Target{ProjectID: x.Caller.ProjectID})
}
