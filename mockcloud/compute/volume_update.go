package compute

import (
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

// updatesAttachments is the microversion from which an attachment can be changed without swapping the volume.
var updatesAttachments = openapi.MustVersion("2.85")

func updateAttachmentSteps() []pipeline.Step {
	return []pipeline.Step{
		{Name: "what cannot change stays", Run: updateFixed},
		{Name: "set what becomes of the volume", Run: updateTermination},
		{Name: "volumes are swapped by their migration only", Run: updateSwap},
	}
}

// swaps tells whether the request is for another volume in the place of the attached one.
func swaps(x *pipeline.Exchange) bool {
	id, _ := x.Inner("volumeAttachment")["volumeId"].(string)
	return x.Version.Less(updatesAttachments) || id != x.Params.Get("volume_id")
}

// attachmentPolicy: who changes what becomes of a volume is not who swaps it.
func attachmentPolicy(x *pipeline.Exchange) *pipeline.Fault {
	if swaps(x) {
		return x.Demand("os_compute_api:os-volumes-attachments:swap")
	}
	return x.Demand("os_compute_api:os-volumes-attachments:update")
}

// updateFixed refuses to change what an attachment shows beside delete_on_termination.
func updateFixed(x *pipeline.Exchange) *pipeline.Fault {
	if x.Version.Less(updatesAttachments) {
		return nil
	}
	s, id := serverOf(x), x.Params.Get("volume_id")
	d := s.Volume(id)
	if d == nil {
		return pipeline.NotFound("No volume Block Device Mapping with id %s.", id)
	}
	for _, fixed := range []struct {
		key string
		is  any
	}{{"id", id}, {"serverId", s.ID}, {"device", d.Device}, {"tag", textOrNil(d.Tag)}} {
		if given, there := x.Inner("volumeAttachment")[fixed.key]; there && given != fixed.is {
			return pipeline.BadRequest("The %s property is not mutable", fixed.key)
		}
	}
	return nil
}

func updateTermination(x *pipeline.Exchange) *pipeline.Fault {
	value, given := x.Inner("volumeAttachment")["delete_on_termination"]
	if d := serverOf(x).Volume(x.Params.Get("volume_id")); given && d != nil {
		changeDisk(x, d.ID, func(d *state.BlockDevice) { d.DeleteOnTermination = truth(value) })
	}
	return nil
}

// updateSwap refuses to swap: only the migration of a volume may do that, and none is going on here.
func updateSwap(x *pipeline.Exchange) *pipeline.Fault {
	if !swaps(x) {
		return nil
	}
	v, fault := volumeOf(x, x.Params.Get("volume_id"))
	if fault != nil {
		return fault
	}
	return pipeline.Conflict("volume %s is not migrating this api should only be called by Cinder", v.ID)
}
