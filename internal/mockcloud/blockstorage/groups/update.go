package groups

import (
	"slices"
	"strings"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi/python"
)

// changing are the volumes that a request to change a group moves.
type changing struct{ Add, Remove []string }

// update holds the values that the steps of groups.update share: what the request asks for, and what of it is a change.
type update struct {
	Request struct {
		Names
		Add    body.Opt[string] `json:"add_volumes"`
		Remove body.Opt[string] `json:"remove_volumes"`
	} `body:"group"`
	name, description *string
	add, remove       []string
	moves             changing
}

func readChange(x *pipeline.Exchange, w *update) *pipeline.Fault {
	g := Group(x)
	w.name, w.description = another(w.Request.Name, g.Name), another(w.Request.Description, g.Description)
	w.add, w.remove = listed(w.Request.Add), listed(w.Request.Remove)
	var twice []any
	for _, id := range w.add {
		if slices.Contains(w.remove, id) {
			twice = append(twice, id)
		}
	}
	if twice != nil {
		return record.InvalidVolume("UUIDs %s are in both add and remove volume list.", python.Repr(twice))
	}
	return nil
}

// another is a text that differs from the one that is there, nil for none.
func another(text body.Opt[string], now *string) *string {
	wanted := record.TrimSpace(text).Pointer()
	if wanted != nil && now != nil && *wanted == *now {
		return nil
	}
	return wanted
}

// listed are the ids of a list with commas.
func listed(text body.Opt[string]) []string {
	if text.Or("") == "" {
		return nil
	}
	return strings.Split(strings.Trim(text.Or(""), ","), ",")
}

// Volumes are the volumes of a group.
func Volumes(x *pipeline.Exchange, id string) []*state.Volume {
	return state.Volumes.List(x.Txn, "group", id)
}

// movable are the statuses in which a volume can be added to a group, leaving those in which it can be removed from one.
var movable, leaving = []string{"available", "in-use"}, []string{"available", "in-use", "error", "error_deleting"}

func canAdd(x *pipeline.Exchange, w *update) *pipeline.Fault {
	g := Group(x)
	refuse := func(id, format string, args ...any) *pipeline.Fault {
		return record.InvalidVolume("Cannot add volume %s to group %s "+format, append([]any{id, g.ID}, args...)...)
	}
	for _, id := range w.add {
		v := record.Visible(x, id)
		switch {
		case v == nil:
			return refuse(id, "because volume cannot be found.")
		case v.GroupID == g.ID:
			continue
		case v.GroupID != "":
			return refuse(id, "because it is already in group %s.", v.GroupID)
		case v.ProjectID != g.ProjectID:
			return refuse(id, "as they belong to different projects.")
		case !slices.Contains(g.VolumeTypes, v.TypeID):
			return refuse(id, "because volume type %s is not supported by the group.", v.TypeID)
		case !slices.Contains(movable, string(v.Status)):
			return refuse(id, "because volume is in an invalid state: %s. Valid states are: (%s).", v.Status, record.PythonTuple(movable))
		}
		w.moves.Add = append(w.moves.Add, id)
	}
	return nil
}

func canRemove(x *pipeline.Exchange, w *update) *pipeline.Fault {
	g := Group(x)
	for _, v := range Volumes(x, g.ID) {
		if slices.Contains(w.remove, v.ID) && !slices.Contains(leaving, string(v.Status)) {
			return record.InvalidVolume("Cannot remove volume %s from group %s because volume is in an invalid state: %s. Valid states are: (%s).",
				v.ID, g.ID, v.Status, record.PythonTuple(leaving))
		}
	}
	for _, id := range w.remove {
		if v := state.Volumes.Get(x.Txn, id); v == nil || v.GroupID != g.ID {
			return record.InvalidVolume("Cannot remove volume %s from group %s because it is not in the group.", id, g.ID)
		}
		w.moves.Remove = append(w.moves.Remove, id)
	}
	return nil
}

func (w *update) movesVolumes() bool { return len(w.moves.Add)+len(w.moves.Remove) > 0 }

func somethingChanges(x *pipeline.Exchange, w *update) *pipeline.Fault {
	switch g := Group(x); {
	case w.name == nil && w.description == nil && !w.movesVolumes():
		return Invalid("Cannot update group %s because no valid name, description, add_volumes, or remove_volumes were provided.", g.ID)
	case w.movesVolumes() && g.Status != "available":
		return Invalid("Group status must be available.")
	}
	return nil
}

// change sets name and description. A group of any status is available thereafter, unless volumes are to be moved.
func change(x *pipeline.Exchange, w *update) *pipeline.Fault {
	g := Put(x, Group(x), func(g *state.VolumeGroup) {
		if w.name != nil {
			g.Name = w.name
		}
		if w.description != nil {
			g.Description = w.description
		}
		g.Status = "available"
		if w.movesVolumes() {
			g.Status = "updating"
		}
	})
	if w.movesVolumes() {
		x.Schedule(workUpdated, g.ID, w.moves)
	}
	return nil
}

func moveVolumes(x *pipeline.Exchange, moves *changing) *pipeline.Fault {
	g := Due(x)
	if g == nil {
		return nil
	}
	var moving []*state.Volume
	for _, id := range slices.Concat(moves.Add, moves.Remove) {
		if v := state.Volumes.Get(x.Txn, id); v != nil {
			moving = append(moving, v)
		}
	}
	if refusesConsistency(x, moving) {
		return nil
	}
	for id, volumes := range map[string][]string{g.ID: moves.Add, "": moves.Remove} {
		for _, v := range volumes {
			if v := state.Volumes.Get(x.Txn, v); v != nil {
				record.Put(x, v, func(v *state.Volume) { v.GroupID = id })
			}
		}
	}
	Put(x, g, func(g *state.VolumeGroup) { g.Status = "available" })
	return nil
}
