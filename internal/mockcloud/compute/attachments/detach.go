package attachments

import (
	"slices"

	"plumbline/internal/mockcloud/compute/disks"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// workDetach is the scheduled work that completes detaching a volume.
const workDetach = "servers.volume-detached"

// shelvedVolumes is the microversion from which volumes can be attached to and detached from shelved servers.
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
	s := record.Server(x)
	shelved := s.VMState == state.VMShelved || s.VMState == state.VMShelvedOffloaded
	if shelved && x.Version.Less(shelvedVolumes) {
		return pipeline.Conflict("Cannot 'detach_volume' instance %s while it is in vm_state %s", s.ID, s.VMState)
	}
	return nil
}

func detachLookup(x *pipeline.Exchange) *pipeline.Fault {
	_, fault := disks.VolumeOf(x, x.Params.Get("volume_id"))
	return fault
}

func detachAttached(x *pipeline.Exchange) *pipeline.Fault {
	if id := x.Params.Get("volume_id"); record.Server(x).Volume(id) == nil {
		return notAttached(record.Server(x), id)
	}
	return nil
}

func detachRoot(x *pipeline.Exchange) *pipeline.Fault {
	if d := record.Server(x).Volume(x.Params.Get("volume_id")); d != nil && d.Root() {
		return pipeline.BadRequest("Cannot detach a root device volume")
	}
	return nil
}

func detachLocked(x *pipeline.Exchange) *pipeline.Fault {
	if s := record.Server(x); s.Locked && !x.Caller.Admin() {
		return pipeline.Conflict("Instance %s is locked", s.ID)
	}
	return nil
}

// detachable lists the states of a server in which a volume can be detached.
var detachable = []state.VMState{
	state.VMActive, state.VMPaused, state.VMStopped, state.VMResized, state.VMSoftDeleted, state.VMShelved, state.VMShelvedOffloaded,
}

func detachState(x *pipeline.Exchange) *pipeline.Fault {
	s := record.Server(x)
	switch {
	case !slices.Contains(detachable, s.VMState):
		return pipeline.Conflict("Cannot 'detach_volume' instance %s while it is in vm_state %s", s.ID, s.VMState)
	case s.TaskState != state.TaskNone:
		return pipeline.Conflict("Cannot 'detach_volume' instance %s while it is in task_state %s", s.ID, s.TaskState)
	}
	return nil
}

// detachVolume begins to detach in block storage, except for an offloaded server, whose volumes are only reserved.
func detachVolume(x *pipeline.Exchange) *pipeline.Fault {
	if record.Server(x).VMState == state.VMShelvedOffloaded {
		return nil
	}
	if fault := disks.VolumeAction(x, disks.VolumesAt, x.Params.Get("volume_id"), "os-begin_detaching", struct{}{}); fault != nil {
		return pipeline.BadRequest("Invalid volume: %s", disks.RefusedByVolumes(x, fault))
	}
	return nil
}

func detachBegin(x *pipeline.Exchange) *pipeline.Fault {
	s := record.Server(x)
	d := s.Volume(x.Params.Get("volume_id"))
	record.ActionBegan(x, s.ID, "detach_volume")
	if s.VMState != state.VMShelvedOffloaded {
		record.NotifyVolume(x, s, d.VolumeID, "volume_detach.start", nil)
		x.Schedule(workDetach, s.ID, d.ID)
		return nil
	}
	if fault := disks.Release(x, d.AttachmentID); fault != nil {
		return fault
	}
	if d.DeleteOnTermination {
		disks.DeleteQuietly(x, d.VolumeID)
	}
	disks.DropDisk(x, d.ID)
	record.EventEnded(x, s.ID, "api_detach_volume", record.Controller, record.Succeeded)
	return nil
}

func detached(x *pipeline.Exchange, disk *string) *pipeline.Fault {
	_, d := diskOf(x, *disk)
	if d == nil {
		return nil
	}
	if fault := disks.Release(x, d.AttachmentID); fault != nil {
		return fault
	}
	volume := d.VolumeID
	s := disks.DropDisk(x, d.ID)
	record.EventEnded(x, s.ID, "compute_detach_volume", s.Host, record.Succeeded)
	record.NotifyVolume(x, s, volume, "volume_detach.end", nil)
	return nil
}
