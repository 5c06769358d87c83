package compute

import (
	"slices"
	"strings"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// workAttach is the end of the attachment of a volume.
const workAttach = "servers.volume-attached"

// attachment is what the steps of volume-attachments.create pass on.
type attachment struct {
	volume *state.Volume
	disk   state.BlockDevice
}

func attachSteps() []pipeline.Step {
	return []pipeline.Step{
		{Name: "volume exists", Run: attachLookup},
		{Name: "volume is nobody's", Run: attachFree},
		{Name: "no tag for an offloaded server", Run: attachTag},
		{Name: "no shared volume for an offloaded server", Run: attachShared},
		{Name: "device is free", Run: attachDevice},
		{Name: "shared volumes from 2.60", Run: attachMultiattach},
		{Name: "reserve the volume", Run: attachReserve},
		{Name: "begin to attach", Run: attachBegin},
	}
}

func attachLookup(x *pipeline.Exchange) (fault *pipeline.Fault) {
	w, body := pipeline.Work[attachment](x), x.Inner("volumeAttachment")
	id, _ := body["volumeId"].(string)
	w.disk = state.BlockDevice{Source: "volume", Destination: "volume"}
	setText(body, "device", &w.disk.Device)
	setTextOrNull(body, "tag", &w.disk.Tag)
	w.disk.DeleteOnTermination = truth(body["delete_on_termination"])
	w.volume, fault = volumeOf(x, id)
	return fault
}

// attachFree refuses volumes that a server has already; compute keeps its own account of that.
func attachFree(x *pipeline.Exchange) *pipeline.Fault {
	w := pipeline.Work[attachment](x)
	servers := serversWith(x, w.volume.ID)
	switch {
	case len(servers) == 0:
		return nil
	case !w.volume.Multiattach:
		return pipeline.BadRequest("Invalid volume: volume %s is already attached to instances: %s", w.volume.ID, strings.Join(servers, " "))
	case slices.Contains(servers, serverOf(x).ID):
		return pipeline.BadRequest("Invalid volume: volume %s already attached", w.volume.ID)
	}
	return nil
}

// serversWith are the ids of the servers that have a volume.
func serversWith(x *pipeline.Exchange, volume string) (out []string) {
	for a := range state.VolumeAttachments.Each(x.Txn, "volume", volume) {
		if s := state.Servers.Get(x.Txn, a.ServerID); s != nil && s.Volume(volume) != nil && !slices.Contains(out, s.ID) {
			out = append(out, s.ID)
		}
	}
	return out
}

func attachTag(x *pipeline.Exchange) *pipeline.Fault {
	if serverOf(x).VMState == state.VMShelvedOffloaded && pipeline.Work[attachment](x).disk.Tag != nil {
		return pipeline.BadRequest("Tagged volume attachment is not supported for shelved-offloaded instances.")
	}
	return nil
}

func attachShared(x *pipeline.Exchange) *pipeline.Fault {
	if serverOf(x).VMState == state.VMShelvedOffloaded && pipeline.Work[attachment](x).volume.Multiattach {
		return pipeline.BadRequest("Attaching multiattach volumes is not supported for shelved-offloaded instances.")
	}
	return nil
}

// attachDevice settles the name of the device. An offloaded server's is found when it is on a host again.
func attachDevice(x *pipeline.Exchange) *pipeline.Fault {
	w, s := pipeline.Work[attachment](x), serverOf(x)
	switch {
	case s.VMState == state.VMShelvedOffloaded:
	case w.disk.Device == "":
		w.disk.Device = nextDevice(s)
	case taken(s, w.disk.Device):
		return pipeline.Conflict("The supplied device path (%s) is in use.", w.disk.Device)
	}
	return nil
}

func attachMultiattach(x *pipeline.Exchange) *pipeline.Fault {
	if pipeline.Work[attachment](x).volume.Multiattach && x.Version.Less(sharedVolumes) {
		return pipeline.BadRequest("Multiattach volumes are only supported starting with compute API version 2.60.")
	}
	return nil
}

func attachReserve(x *pipeline.Exchange) *pipeline.Fault {
	w := pipeline.Work[attachment](x)
	id, fault := reserve(x, w.volume.ID, serverOf(x).ID)
	if fault != nil {
		return pipeline.BadRequest("%s", refusedByVolumes(x, fault))
	}
	w.disk.ID, w.disk.AttachmentID = x.Env.IDs.UUID(), id
	w.disk.VolumeID, w.disk.Size = w.volume.ID, w.volume.Size
	return nil
}

// attachBegin has the volume attached by the server's host; for an offloaded server it only counts as attached.
func attachBegin(x *pipeline.Exchange) *pipeline.Fault {
	w := pipeline.Work[attachment](x)
	s := change(x, func(s *state.Server) { s.BlockDevices = append(slices.Clone(s.BlockDevices), w.disk) })
	began(x, s.ID, "attach_volume")
	if s.VMState != state.VMShelvedOffloaded {
		tellVolume(x, s, w.disk.VolumeID, "volume_attach.start", nil)
		x.Later(workAttach, s.ID, w.disk.ID)
		return nil
	}
	if fault := complete(x, w.disk.AttachmentID); fault != nil {
		return pipeline.BadRequest("%s", refusedByVolumes(x, fault))
	}
	happened(x, s.ID, "api_attach_volume", controller, succeeded)
	return nil
}

// answerAttached shows the attachment as it was asked for, the device as it was settled.
func answerAttached(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	w := pipeline.Work[attachment](x)
	v := attachmentView(serverOf(x), w.disk)
	v["device"] = nonEmpty(w.disk.Device)
	if !x.Operation.HasStatus(200) {
		return pipeline.Status(202), nil
	}
	return pipeline.Answer(200, "volumeAttachment", v), nil
}

func attachWork() map[string]pipeline.Async {
	return map[string]pipeline.Async{
		workAttach: {
			Steps: []pipeline.Step{
				{Name: "connect the volume", Run: attachConnect},
				{Name: "volume is in use", Run: attachComplete},
				{Name: "record the event", Run: attachDone},
			},
			Failed: attachFailed,
		},
		workDetach: {Steps: []pipeline.Step{{Name: "take the attachment away", Run: detached}}},
	}
}

// diskOf is the server and the disk that work which is due is about; nil when either is gone.
func diskOf(x *pipeline.Exchange) (*state.Server, *state.BlockDevice) {
	s := serverOf(x)
	if s == nil {
		return nil, nil
	}
	for i := range s.BlockDevices {
		if s.BlockDevices[i].ID == pipeline.Payload[string](x) {
			return s, &s.BlockDevices[i]
		}
	}
	return s, nil
}

func attachConnect(x *pipeline.Exchange) *pipeline.Fault {
	if s, d := diskOf(x); d != nil {
		return connect(x, d.AttachmentID, s, d.Device)
	}
	return nil
}

func attachComplete(x *pipeline.Exchange) *pipeline.Fault {
	if _, d := diskOf(x); d != nil {
		return complete(x, d.AttachmentID)
	}
	return nil
}

func attachDone(x *pipeline.Exchange) *pipeline.Fault {
	if s, d := diskOf(x); d != nil {
		happened(x, s.ID, "compute_attach_volume", s.Host, succeeded)
		tellVolume(x, s, d.VolumeID, "volume_attach.end", nil)
	}
	return nil
}

// attachFailed gives the volume back; the server goes on without.
func attachFailed(x *pipeline.Exchange, why *pipeline.Fault) {
	s, d := diskOf(x)
	if d == nil {
		return
	}
	release(x, d.AttachmentID)
	happened(x, s.ID, "compute_attach_volume", s.Host, failed)
	tellVolume(x, s, d.VolumeID, "volume_attach.error", &state.Fault{Code: why.Status, Message: why.Message, Created: x.Now()})
	dropDisk(x, d.ID)
}
