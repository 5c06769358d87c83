package create

import (
	"cmp"
	"slices"

	"plumbline/internal/mockcloud/compute/disks"
	"plumbline/internal/mockcloud/compute/ports"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Scheduled work on a new server with volumes, between the choice of a host and the server's start.
const (
	// workBuildWait waits for the volumes that are created for the server.
	workBuildWait = "servers.built.volumes"
	// workBuildAttach attaches the server's volumes and starts it.
	workBuildAttach = "servers.built.attached"
)

// mostWaits is the number of times that a volume is looked at before the build is abandoned (block_device_allocate_retries).
const mostWaits = 61

// Names of steps by which failures are distinguished.
const (
	stepMakeVolumes   = "make the volumes"
	stepAwaitVolumes  = "volumes are made"
	stepAttachVolumes = "attach the volumes"
)

func buildVolumeWork() map[string]pipeline.Async {
	return map[string]pipeline.Async{
		workBuildWait: pipeline.AsyncOf[int]{
			Steps:  []pipeline.StepOf[int]{{Name: stepAwaitVolumes, Run: buildAwaitVolumes}},
			Failed: buildFailed[int],
		}.Async(),
		workBuildAttach: pipeline.AsyncOf[struct{}]{
			Steps: []pipeline.StepOf[struct{}]{
				{Name: stepAttachVolumes, Run: pipeline.Ignoring[struct{}](buildAttachVolumes)},
				{Name: "run", Run: pipeline.Ignoring[struct{}](buildRun)},
			},
			Failed: buildFailed[struct{}],
		}.Async(),
	}
}

// buildMakeVolumes requests from block storage the volumes that are to be created for the server.
func buildMakeVolumes(x *pipeline.Exchange, _ *build) *pipeline.Fault {
	s := record.Server(x)
	if s == nil || len(s.BlockDevices) == 0 {
		return nil
	}
	s = record.Change(x, func(s *state.Server) {
		s.TaskState = state.TaskMapping
		nameDevices(s)
	})
	for _, d := range s.BlockDevices {
		if d.VolumeID != "" {
			continue
		}
		r := disks.CallBlockStorage(x, disks.VolumesAt, "POST", "/volumes", newVolume{volumeFor(x, s, d)})
		if !r.OK() {
			return ports.BuildFault(s, "%s", r.Fault.Message)
		}
		disks.ChangeDisk(x, d.ID, func(d *state.BlockDevice) { d.VolumeID = r.Text("volume", "id") })
	}
	x.Schedule(workBuildWait, s.ID, 1)
	return nil
}

// newVolume is the request to create a volume.
type newVolume struct {
	Volume volumeRequest `json:"volume"`
}

// volumeRequest is the object under "volume".
type volumeRequest struct {
	Description string `json:"description"`
	Image       string `json:"imageRef,omitempty"`
	Name        string `json:"name"`
	Size        int    `json:"size"`
	Snapshot    string `json:"snapshot_id,omitempty"`
	Type        string `json:"volume_type,omitempty"`
	Zone        string `json:"availability_zone,omitempty"`
}

// volumeFor is the request to create the volume for a disk, in the zone of the server's host if it has to be.
func volumeFor(x *pipeline.Exchange, s *state.Server, d state.BlockDevice) volumeRequest {
	v := volumeRequest{Size: d.Size, Image: d.ImageID, Snapshot: d.SnapshotID, Type: d.VolumeType}
	if !x.Env.Settings().CrossAZAttach {
		v.Zone = state.ZoneOf(x.Txn, s.Host)
	}
	if d.Source == "blank" {
		v.Name = s.ID + "-blank-vol"
	}
	return v
}

// nameDevices names the devices of all disks, the root disk's first, and sets the server's root device.
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
			d.Device = disks.NextDevice(s)
		}
	}
}

// rootDevice is the usual name of the disk that a server boots from.
const rootDevice = "/dev/sda"

// buildAwaitVolumes schedules itself again until none of the volumes is being created any more.
func buildAwaitVolumes(x *pipeline.Exchange, attempt *int) *pipeline.Fault {
	s := record.Server(x)
	if s == nil {
		return nil
	}
	for _, d := range s.BlockDevices {
		if d.AttachmentID != "" {
			continue
		}
		v, fault := disks.VolumeOf(x, d.VolumeID)
		switch {
		case fault != nil:
			return ports.BuildFault(s, "%s", fault.Message)
		case v.Status == state.VolumeAvailable:
		case (v.Status == state.VolumeCreating || v.Status == state.VolumeDownloading) && *attempt < mostWaits:
			x.Schedule(workBuildWait, s.ID, *attempt+1)
			return nil
		default:
			return ports.BuildFault(s,
				"Volume %s did not finish being created even after we waited %d seconds or %d attempts. And its status is %s.",
				v.ID, 0, *attempt, v.Status)
		}
	}
	x.Schedule(workBuildAttach, s.ID, nil)
	return nil
}

func buildAttachVolumes(x *pipeline.Exchange) *pipeline.Fault {
	if record.Server(x) == nil {
		return nil
	}
	if fault := disks.AttachAll(x); fault != nil {
		return ports.BuildFault(record.Server(x), "%s", fault.Message)
	}
	record.Change(x, func(s *state.Server) { s.TaskState = state.TaskSpawning })
	return nil
}
