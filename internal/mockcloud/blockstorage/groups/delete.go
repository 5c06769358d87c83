package groups

import (
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// deletion holds the values that the steps of groups.delete share.
type deletion struct {
	Request struct {
		Volumes body.Bool `json:"delete-volumes"`
	} `body:"delete"`
}

// canGo refuses to delete a group that something depends on. A group that was never created can always go.
func canGo(x *pipeline.Exchange, w *deletion) *pipeline.Fault {
	g := Group(x)
	if g.Host == "" {
		return nil
	}
	if f := record.NotFrozen(x, g.Host); f != nil {
		return f
	}
	switch {
	case !bool(w.Request.Volumes) && g.Status != "available" && g.Status != "error":
		return Invalid("Group status must be available or error, but current status is: %s", g.Status)
	case len(state.VolumeGroupSnapshots.List(x.Txn, "group", g.ID)) > 0:
		return Invalid("Group has existing snapshots.")
	case !bool(w.Request.Volumes) && len(Volumes(x, g.ID)) > 0:
		return Invalid("Group %s still contains volumes. The delete-volumes flag is required to delete it.", g.ID)
	}
	return nil
}

func volumesCanGo(x *pipeline.Exchange, w *deletion) *pipeline.Fault {
	g := Group(x)
	for _, v := range Volumes(x, g.ID) {
		if v.AttachStatus == state.AttachAttached {
			return Invalid("Volume in group %s is attached. Need to detach first.", g.ID)
		}
		if len(state.VolumeSnapshots.List(x.Txn, "volume", v.ID)) > 0 {
			return Invalid("Volume in group still has dependent snapshots.")
		}
	}
	for copied := range state.VolumeGroups.All(x.Txn) {
		if copied.SourceID == g.ID && copied.Status == "creating" {
			return isSource(g, bool(w.Request.Volumes))
		}
	}
	return nil
}

func isSource(g *state.VolumeGroup, withVolumes bool) *pipeline.Fault {
	must := "Group must not have attached volumes, volumes with snapshots, or dependent group snapshots"
	if withVolumes {
		must = "Group status must be available or error and must not have dependent group snapshots"
	}
	return Invalid("Cannot delete group %s. %s, and it cannot be the source for an ongoing group or group snapshot creation.", g.ID, must)
}

func begin(x *pipeline.Exchange, _ *deletion) *pipeline.Fault {
	g := Group(x)
	if g.Host == "" {
		state.VolumeGroups.Delete(x.Txn, g.ID)
		return nil
	}
	var volumes []string
	for _, v := range Volumes(x, g.ID) {
		record.Put(x, v, func(v *state.Volume) { v.Status = state.VolumeDeleting })
		volumes = append(volumes, v.ID)
	}
	Put(x, g, func(g *state.VolumeGroup) { g.Status = "deleting" })
	x.Schedule(workDeleted, g.ID, nil, volumes...)
	return nil
}

func deleteVolumes(x *pipeline.Exchange) *pipeline.Fault {
	if refusesConsistency(x, Volumes(x, x.Event.Resource)) {
		return nil
	}
	for _, v := range Volumes(x, x.Event.Resource) {
		for _, a := range state.VolumeAttachments.List(x.Txn, "volume", v.ID) {
			state.VolumeAttachments.Delete(x.Txn, a.ID)
		}
		record.Remove(x, v.ID)
	}
	return nil
}

func deleted(x *pipeline.Exchange) *pipeline.Fault {
	if g := Due(x); g != nil && !IsReserved(x, g.TypeID) {
		state.VolumeGroups.Delete(x.Txn, g.ID)
	}
	return nil
}
