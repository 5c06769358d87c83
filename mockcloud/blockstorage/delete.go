package blockstorage

import (
	"slices"
	"strings"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

// deletion is how a volume goes.
type deletion struct{ cascade, force bool }

// forcedDelete is the first microversion in which a request to delete can say force.
var forcedDelete = openapi.MustVersion("3.23")

// readDeleteFlags refuses flags that are no booleans before anything is looked up.
func readDeleteFlags(x *pipeline.Exchange) *pipeline.Fault {
	d := pipeline.Work[deletion](x)
	var f *pipeline.Fault
	if d.cascade, f = flag(x, "cascade", "cascade"); f != nil || !x.Version.AtLeast(forcedDelete) {
		return f
	}
	d.force, f = flag(x, "force", "force")
	return f
}

// mayDelete asks for one rule more when it is by force.
func mayDelete(x *pipeline.Exchange) *pipeline.Fault {
	if pipeline.Work[deletion](x).force {
		if f := x.Demand("volume:force_delete"); f != nil {
			return f
		}
	}
	return x.Demand("volume:delete")
}

// flag reads a boolean of the query; the name is what a refusal calls it.
func flag(x *pipeline.Exchange, key, name string) (bool, *pipeline.Fault) {
	values, given := x.Request.URL.Query()[key]
	if !given {
		return false, nil
	}
	on, known := boolean(values[0])
	if !known {
		return false, pipeline.BadRequest("Value '%s' for '%s' is not a boolean.", values[0], name)
	}
	return on, nil
}

// boolean reads a word that means a boolean.
func boolean(word string) (on, known bool) {
	switch strings.ToLower(strings.TrimSpace(word)) {
	case "true", "1", "on", "yes", "y", "t":
		return true, true
	case "false", "0", "off", "no", "n", "f":
		return false, true
	}
	return false, false
}

var deletable = []state.VolumeStatus{"available", "error", "error_restoring", "error_extending", "error_managing"}

func canGo(x *pipeline.Exchange) *pipeline.Fault {
	v, d := pipeline.Subject[state.Volume](x), pipeline.Work[deletion](x)
	status := ""
	if !d.force {
		status = "status must be available or error or error_restoring or error_extending or error_managing and"
	}
	if (d.force || slices.Contains(deletable, v.Status)) && v.AttachStatus != state.AttachAttached && !snapshotsInTheWay(x, v, d) {
		return nil
	}
	return invalidVolume("Volume %s must not be migrating, attached, belong to a group, have snapshots, awaiting a transfer, "+
		"or be disassociated from snapshots after volume transfer.", status)
}

func snapshotsInTheWay(x *pipeline.Exchange, v *state.Volume, d *deletion) bool {
	for _, s := range state.VolumeSnapshots.List(x.Txn, "volume", v.ID) {
		if !d.cascade || !d.force && !slices.Contains([]string{"available", "error", "deleting"}, s.Status) {
			return true
		}
	}
	return false
}

func deleteVolume(x *pipeline.Exchange) *pipeline.Fault {
	v := change(x, func(v *state.Volume) { v.Status = state.VolumeDeleting })
	for _, s := range state.VolumeSnapshots.List(x.Txn, "volume", v.ID) {
		putSnapshot(x, s, func(s *state.VolumeSnapshot) { s.Status = "deleting" })
	}
	x.Cancel(v.ID)
	x.Later("volumes.deleted", v.ID, nil)
	return nil
}

func removeVolume(x *pipeline.Exchange) *pipeline.Fault {
	id := x.Event.Resource
	for _, s := range state.VolumeSnapshots.List(x.Txn, "volume", id) {
		state.VolumeSnapshots.Delete(x.Txn, s.ID)
	}
	for _, a := range state.VolumeAttachments.List(x.Txn, "volume", id) {
		state.VolumeAttachments.Delete(x.Txn, a.ID)
	}
	state.Volumes.Delete(x.Txn, id)
	return nil
}
