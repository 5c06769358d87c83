package attachments

import (
	"slices"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/compute/disks"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// workAttach is the scheduled work that completes attaching a volume.
const workAttach = "servers.volume-attached"

// attachRequest is the object under "volumeAttachment" of a request that attaches a volume.
type attachRequest struct {
	VolumeID            string           `json:"volumeId"`
	Device              string           `json:"device"`
	Tag                 body.Opt[string] `json:"tag"`
	DeleteOnTermination body.Bool        `json:"delete_on_termination"`
}

// attachment holds the values that the steps of volume-attachments.create share.
type attachment struct {
	Request attachRequest `body:"volumeAttachment"`
	volume  *state.Volume
	disk    state.BlockDevice
}

func attachSteps() []pipeline.StepOf[attachment] {
	return []pipeline.StepOf[attachment]{
		{Name: "volume exists", Run: attachLookup},
		{Name: "volume is nobody's", Run: attachFree},
		{Name: "no tag for an offloaded server", Run: attachTag},
		{Name: "no shared volume for an offloaded server", Run: attachShared},
		{Name: "device is free", Run: attachDevice},
		{Name: "volume is of the server's zone", Run: attachZone},
		{Name: "shared volumes from 2.60", Run: attachMultiattach},
		{Name: "reserve the volume", Run: attachReserve},
		{Name: "begin to attach", Run: attachBegin},
	}
}

func attachLookup(x *pipeline.Exchange, w *attachment) (fault *pipeline.Fault) {
	r := &w.Request
	w.disk = state.BlockDevice{
		Source: "volume", Destination: "volume", Device: r.Device, Tag: r.Tag.Pointer(), DeleteOnTermination: bool(r.DeleteOnTermination),
	}
	w.volume, fault = disks.VolumeOf(x, r.VolumeID)
	return fault
}

// attachFree refuses a volume that is attached to a server already, by compute's own records.
func attachFree(x *pipeline.Exchange, w *attachment) *pipeline.Fault {
	servers := serversWith(x, w.volume.ID)
	switch {
	case len(servers) == 0:
		return nil
	case !w.volume.Multiattach:
		return pipeline.BadRequest("Invalid volume: volume %s is already attached to instances: %s", w.volume.ID, strings.Join(servers, " "))
	case slices.Contains(servers, record.Server(x).ID):
		return pipeline.BadRequest("Invalid volume: volume %s already attached", w.volume.ID)
	}
	return nil
}

// serversWith answers the ids of the servers that a volume is attached to.
func serversWith(x *pipeline.Exchange, volume string) (out []string) {
	for a := range state.VolumeAttachments.ByKey(x.Txn, "volume", volume) {
		if s := state.Servers.Get(x.Txn, a.ServerID); s != nil && s.Volume(volume) != nil && !slices.Contains(out, s.ID) {
			out = append(out, s.ID)
		}
	}
	return out
}

func attachTag(x *pipeline.Exchange, w *attachment) *pipeline.Fault {
	if record.Server(x).VMState == state.VMShelvedOffloaded && w.disk.Tag != nil {
		return pipeline.BadRequest("Tagged volume attachment is not supported for shelved-offloaded instances.")
	}
	return nil
}

func attachShared(x *pipeline.Exchange, w *attachment) *pipeline.Fault {
	if record.Server(x).VMState == state.VMShelvedOffloaded && w.volume.Multiattach {
		return pipeline.BadRequest("Attaching multiattach volumes is not supported for shelved-offloaded instances.")
	}
	return nil
}

// attachDevice chooses the name of the device. For an offloaded server it is chosen when the server is on a host again.
func attachDevice(x *pipeline.Exchange, w *attachment) *pipeline.Fault {
	s := record.Server(x)
	switch {
	case s.VMState == state.VMShelvedOffloaded:
	case w.disk.Device == "":
		w.disk.Device = disks.NextDevice(s)
	case disks.HasDisk(s, w.disk.Device):
		return pipeline.Conflict("The supplied device path (%s) is in use.", w.disk.Device)
	}
	return nil
}

func attachZone(x *pipeline.Exchange, w *attachment) *pipeline.Fault {
	return disks.ZoneFits(x, record.Server(x), w.volume)
}

func attachMultiattach(x *pipeline.Exchange, w *attachment) *pipeline.Fault {
	if w.volume.Multiattach && x.Version.Less(disks.SharedVolumes) {
		return pipeline.BadRequest("Multiattach volumes are only supported starting with compute API version 2.60.")
	}
	return nil
}

func attachReserve(x *pipeline.Exchange, w *attachment) *pipeline.Fault {
	id, fault := disks.Reserve(x, w.volume.ID, record.Server(x).ID)
	if fault != nil {
		return pipeline.BadRequest("%s", disks.RefusedByVolumes(x, fault))
	}
	w.disk.ID, w.disk.AttachmentID = x.Env.IDs.UUID(), id
	w.disk.VolumeID, w.disk.Size = w.volume.ID, w.volume.Size
	return nil
}

// attachBegin has the volume attached by the server's host; for an offloaded server it only counts as attached.
func attachBegin(x *pipeline.Exchange, w *attachment) *pipeline.Fault {
	s := record.Change(x, func(s *state.Server) { s.BlockDevices = append(slices.Clone(s.BlockDevices), w.disk) })
	record.ActionBegan(x, s.ID, "attach_volume")
	if s.VMState != state.VMShelvedOffloaded {
		record.NotifyVolume(x, s, w.disk.VolumeID, "volume_attach.start", nil)
		x.Schedule(workAttach, s.ID, w.disk.ID)
		return nil
	}
	if fault := disks.Complete(x, w.disk.AttachmentID); fault != nil {
		return pipeline.BadRequest("%s", disks.RefusedByVolumes(x, fault))
	}
	record.EventEnded(x, s.ID, "api_attach_volume", record.Controller, record.Succeeded)
	return nil
}

// answerAttached answers the attachment as requested, with the device that was chosen.
func answerAttached(x *pipeline.Exchange, w *attachment) (*pipeline.Response, *pipeline.Fault) {
	if !x.Operation.HasStatus(200) {
		return pipeline.Status(202), nil
	}
	return pipeline.Answer(200, "volumeAttachment", newAttachment{view(record.Server(x), w.disk), record.NonEmpty(w.disk.Device)}), nil
}

// newAttachment is an attachment while it is being made: its device may not be known.
type newAttachment struct {
	attachmentView
	Device *string `json:"device"`
}

// work declares the scheduled work of attaching and detaching. Its payload is the id of the disk.
func work() map[string]pipeline.Async {
	return map[string]pipeline.Async{
		workAttach: pipeline.AsyncOf[string]{
			Steps: []pipeline.StepOf[string]{
				{Name: "connect the volume", Run: attachConnect},
				{Name: "volume is in use", Run: attachComplete},
				{Name: "record the event", Run: attachDone},
			},
			Failed: attachFailed,
		}.Async(),
		workDetach: pipeline.AsyncOf[string]{Steps: []pipeline.StepOf[string]{{Name: "take the attachment away", Run: detached}}}.Async(),
	}
}

// diskOf finds the server and the disk of the scheduled work; nil for one that is gone.
func diskOf(x *pipeline.Exchange, id string) (*state.Server, *state.BlockDevice) {
	s := record.Server(x)
	if s == nil {
		return nil, nil
	}
	for i := range s.BlockDevices {
		if s.BlockDevices[i].ID == id {
			return s, &s.BlockDevices[i]
		}
	}
	return s, nil
}

func attachConnect(x *pipeline.Exchange, disk *string) *pipeline.Fault {
	if s, d := diskOf(x, *disk); d != nil {
		return disks.Connect(x, d.AttachmentID, s, d.Device)
	}
	return nil
}

func attachComplete(x *pipeline.Exchange, disk *string) *pipeline.Fault {
	if _, d := diskOf(x, *disk); d != nil {
		return disks.Complete(x, d.AttachmentID)
	}
	return nil
}

func attachDone(x *pipeline.Exchange, disk *string) *pipeline.Fault {
	if s, d := diskOf(x, *disk); d != nil {
		record.EventEnded(x, s.ID, "compute_attach_volume", s.Host, record.Succeeded)
		record.NotifyVolume(x, s, d.VolumeID, "volume_attach.end", nil)
	}
	return nil
}

// attachFailed releases the volume; the server keeps running without it.
func attachFailed(x *pipeline.Exchange, disk *string, why *pipeline.Fault) {
	s, d := diskOf(x, *disk)
	if d == nil {
		return
	}
	disks.Release(x, d.AttachmentID)
	record.EventEnded(x, s.ID, "compute_attach_volume", s.Host, record.Failed)
	record.NotifyVolume(x, s, d.VolumeID, "volume_attach.error", &state.Fault{Code: why.Status, Message: why.Message, Created: x.Now()})
	disks.DropDisk(x, d.ID)
}
