package compute

import (
	"slices"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

// workDetach is the end of the detachment of a volume.
const workDetach = "servers.volume-detached"

// shelvedVolumes is the microversion from which volumes come and go while a server is shelved.
var shelvedVolumes = openapi.MustVersion("2.20")

func detachSteps() []pipeline.Step {
	return []pipeline.Step{
		{Name: "shelved servers from 2.20", Run: detachShelved},
		{Name: "volume exists", Run: detachLookup},
		{Name: "server has the volume", Run: detachAttached},
		{Name: "not the root disk", Run: detachRoot},
		{Name: "server is not locked", Run: detachLocked},
		{Name: "server is in a state for it", Run: detachState},
		{Name: "volume can be detached", Run: detachVolume},
		{Name: "begin to detach", Run: detachBegin},
	}
}

func detachShelved(x *pipeline.Exchange) *pipeline.Fault {
	s := serverOf(x)
	shelved := s.VMState == state.VMShelved || s.VMState == state.VMShelvedOffloaded
	if shelved && x.Version.Less(shelvedVolumes) {
		return pipeline.Conflict("Cannot 'detach_volume' instance %s while it is in vm_state %s", s.ID, s.VMState)
	}
	return nil
}

func detachLookup(x *pipeline.Exchange) *pipeline.Fault {
	_, fault := volumeOf(x, x.Params.Get("volume_id"))
	return fault
}

func detachAttached(x *pipeline.Exchange) *pipeline.Fault {
	if id := x.Params.Get("volume_id"); serverOf(x).Volume(id) == nil {
		return notAttached(serverOf(x), id)
	}
	return nil
}

func detachRoot(x *pipeline.Exchange) *pipeline.Fault {
	if d := serverOf(x).Volume(x.Params.Get("volume_id")); d != nil && d.Root() {
		return pipeline.BadRequest("Cannot detach a root device volume")
	}
	return nil
}

func detachLocked(x *pipeline.Exchange) *pipeline.Fault {
	if s := serverOf(x); s.Locked && !x.Caller.Admin() {
		return pipeline.Conflict("Instance %s is locked", s.ID)
	}
	return nil
}

// detachable are the states in which a server can lose a volume.
var detachable = []state.VMState{
	state.VMActive, state.VMPaused, state.VMStopped, state.VMResized, state.VMSoftDeleted, state.VMShelved, state.VMShelvedOffloaded,
}

func detachState(x *pipeline.Exchange) *pipeline.Fault {
	s := serverOf(x)
	switch {
	case !slices.Contains(detachable, s.VMState):
		return pipeline.Conflict("Cannot 'detach_volume' instance %s while it is in vm_state %s", s.ID, s.VMState)
	case s.TaskState != state.TaskNone:
		return pipeline.Conflict("Cannot 'detach_volume' instance %s while it is in task_state %s", s.ID, s.TaskState)
	}
	return nil
}

// detachVolume tells block storage, except for an offloaded server, whose volumes are only reserved.
func detachVolume(x *pipeline.Exchange) *pipeline.Fault {
	if serverOf(x).VMState == state.VMShelvedOffloaded {
		return nil
	}
	if fault := volumeAction(x, volumesAt, x.Params.Get("volume_id"), "os-begin_detaching", map[string]any{}); fault != nil {
		return pipeline.BadRequest("Invalid volume: %s", refusedByVolumes(x, fault))
	}
	return nil
}

func detachBegin(x *pipeline.Exchange) *pipeline.Fault {
	s := serverOf(x)
	d := s.Volume(x.Params.Get("volume_id"))
	began(x, s.ID, "detach_volume")
	if s.VMState != state.VMShelvedOffloaded {
		tellVolume(x, s, d.VolumeID, "volume_detach.start", nil)
		x.Later(workDetach, s.ID, d.ID)
		return nil
	}
	if fault := release(x, d.AttachmentID); fault != nil {
		return fault
	}
	if d.DeleteOnTermination {
		discard(x, d.VolumeID)
	}
	dropDisk(x, d.ID)
	happened(x, s.ID, "api_detach_volume", controller, succeeded)
	return nil
}

func detached(x *pipeline.Exchange) *pipeline.Fault {
	_, d := diskOf(x)
	if d == nil {
		return nil
	}
	if fault := release(x, d.AttachmentID); fault != nil {
		return fault
	}
	volume := d.VolumeID
	s := dropDisk(x, d.ID)
	happened(x, s.ID, "compute_detach_volume", s.Host, succeeded)
	tellVolume(x, s, volume, "volume_detach.end", nil)
	return nil
}
