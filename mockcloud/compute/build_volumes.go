package compute

import (
	"cmp"
	"fmt"
	"slices"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// Work on a new server that has volumes, between finding a host and running.
const (
	// workBuildWait waits for volumes that are made for the server.
	workBuildWait = "servers.built.volumes"
	// workBuildAttach gives it its volumes and starts it.
	workBuildAttach = "servers.built.attached"
)

// mostWaits is how often a volume is looked at before the server is given up (block_device_allocate_retries).
const mostWaits = 61

// Names of steps that a failure is told by.
const (
	stepMakeVolumes   = "make the volumes"
	stepAwaitVolumes  = "volumes are made"
	stepAttachVolumes = "attach the volumes"
)

func buildVolumeWork() map[string]pipeline.Async {
	return map[string]pipeline.Async{
		workBuildWait: {
			Steps:  []pipeline.Step{{Name: stepAwaitVolumes, Run: buildAwaitVolumes}},
			Failed: buildFailed,
		},
		workBuildAttach: {
			Steps: []pipeline.Step{
				{Name: stepAttachVolumes, Run: buildAttachVolumes},
				{Name: "run", Run: buildRun},
			},
			Failed: buildFailed,
		},
	}
}

// buildMakeVolumes has block storage make the volumes that are to be made for the server.
func buildMakeVolumes(x *pipeline.Exchange) *pipeline.Fault {
	s := serverOf(x)
	if s == nil || len(s.BlockDevices) == 0 {
		return nil
	}
	s = change(x, func(s *state.Server) {
		s.TaskState = state.TaskMapping
		nameDevices(s)
	})
	for _, d := range s.BlockDevices {
		if d.VolumeID != "" {
			continue
		}
		r := askVolumes(x, volumesAt, "POST", "/volumes", map[string]any{"volume": volumeFor(s, d)})
		if !r.OK() {
			return buildFault(s, "%s", r.Fault.Message)
		}
		changeDisk(x, d.ID, func(d *state.BlockDevice) { d.VolumeID = r.Text("volume", "id") })
	}
	x.Later(workBuildWait, s.ID, 1)
	return nil
}

// volumeFor is the request for the volume of a disk.
func volumeFor(s *state.Server, d state.BlockDevice) map[string]any {
	v := map[string]any{"size": d.Size, "name": "", "description": ""}
	if d.Source == "blank" {
		v["name"] = s.ID + "-blank-vol"
	}
	for key, value := range map[string]string{"imageRef": d.ImageID, "snapshot_id": d.SnapshotID, "volume_type": d.VolumeType} {
		if value != "" {
			v[key] = value
		}
	}
	return v
}

// nameDevices gives every disk a name, the root disk the first one, and the server its root device.
func nameDevices(s *state.Server) {
	s.BlockDevices = slices.Clone(s.BlockDevices)
	s.RootDevice = rootDevice
	for i := range s.BlockDevices {
		if d := &s.BlockDevices[i]; d.Root() {
			d.Device = cmp.Or(d.Device, rootDevice)
			s.RootDevice = d.Device
		}
	}
	for i := range s.BlockDevices {
		if d := &s.BlockDevices[i]; d.Device == "" {
			d.Device = nextDevice(s)
		}
	}
}

// rootDevice is the usual name of the disk that a server boots from.
const rootDevice = "/dev/sda"

// buildAwaitVolumes looks at the volumes again and again until none of them is being made any more.
func buildAwaitVolumes(x *pipeline.Exchange) *pipeline.Fault {
	s, attempt := serverOf(x), pipeline.Payload[int](x)
	if s == nil {
		return nil
	}
	for _, d := range s.BlockDevices {
		if d.AttachmentID != "" {
			continue
		}
		v, fault := volumeOf(x, d.VolumeID)
		switch {
		case fault != nil:
			return buildFault(s, "%s", fault.Message)
		case v.Status == state.VolumeAvailable:
		case (v.Status == state.VolumeCreating || v.Status == state.VolumeDownloading) && attempt < mostWaits:
			x.Later(workBuildWait, s.ID, attempt+1)
			return nil
		default:
			return buildFault(s, "Volume %s did not finish being created even after we waited %d seconds or %d attempts. And its status is %s.",
				v.ID, 0, attempt, v.Status)
		}
	}
	x.Later(workBuildAttach, s.ID, nil)
	return nil
}

func buildAttachVolumes(x *pipeline.Exchange) *pipeline.Fault {
	if serverOf(x) == nil {
		return nil
	}
	if fault := attachAll(x); fault != nil {
		return buildFault(serverOf(x), "%s", fault.Message)
	}
	change(x, func(s *state.Server) { s.TaskState = state.TaskSpawning })
	return nil
}

// attachAll connects the server's volumes to its host and completes the attachments; it makes those that are missing.
func attachAll(x *pipeline.Exchange) *pipeline.Fault {
	s := serverOf(x)
	for _, d := range s.Volumes() {
		if d.AttachmentID == "" {
			id, fault := reserve(x, d.VolumeID, s.ID)
			if fault != nil {
				return passedOn(x, fault)
			}
			d.AttachmentID = id
		}
		if d.Device == "" {
			d.Device = nextDevice(s)
		}
		for _, step := range []func() *pipeline.Fault{
			func() *pipeline.Fault { return connect(x, d.AttachmentID, s, d.Device) },
			func() *pipeline.Fault { return complete(x, d.AttachmentID) },
		} {
			if fault := step(); fault != nil {
				return passedOn(x, fault)
			}
		}
		s = changeDisk(x, d.ID, func(old *state.BlockDevice) { *old = d })
	}
	return nil
}

// passedOn is what a server's fault says of a refusal of block storage.
func passedOn(x *pipeline.Exchange, f *pipeline.Fault) *pipeline.Fault {
	return pipeline.Refuse(400, "%s", fmt.Sprintf("%s (HTTP %d) (Request-ID: %s)", f.Message, f.Status, x.RequestID))
}

// reserveAll makes new attachments of the server's volumes, without a connector, and takes the old ones away: the
// volumes stay the server's while it is on no host.
func reserveAll(x *pipeline.Exchange) *pipeline.Fault {
	s := serverOf(x)
	for _, d := range s.Volumes() {
		id, fault := reserve(x, d.VolumeID, s.ID)
		if fault == nil {
			fault = release(x, d.AttachmentID)
		}
		if fault != nil {
			return passedOn(x, fault)
		}
		changeDisk(x, d.ID, func(d *state.BlockDevice) { d.AttachmentID = id })
	}
	return nil
}

// releaseAll takes the attachments of the server's volumes away. Nobody hears of it when that fails.
func releaseAll(x *pipeline.Exchange, s *state.Server) {
	for _, d := range s.Volumes() {
		release(x, d.AttachmentID)
	}
}

// discardAll deletes the volumes that die with the server.
func discardAll(x *pipeline.Exchange, s *state.Server) {
	for _, d := range s.Volumes() {
		if d.DeleteOnTermination {
			discard(x, d.VolumeID)
		}
	}
}
