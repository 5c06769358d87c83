package attachments

import (
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/compute/disks"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// updatesAttachments is the microversion from which an attachment can be changed without swapping the volume.
var updatesAttachments = openapi.MustVersion("2.85")

// updateRequest is the object under "volumeAttachment" of a request that changes an attachment, or swaps its volume.
type updateRequest struct {
	VolumeID            string              `json:"volumeId"`
	ID                  body.Opt[string]    `json:"id"`
	ServerID            body.Opt[string]    `json:"serverId"`
	Device              body.Opt[string]    `json:"device"`
	Tag                 body.Opt[string]    `json:"tag"`
	DeleteOnTermination body.Opt[body.Bool] `json:"delete_on_termination"`
}

// update holds the values that the steps of volume-attachments.update share.
type update struct {
	Request updateRequest `body:"volumeAttachment"`
}

func updateSteps() []pipeline.StepOf[update] {
	return []pipeline.StepOf[update]{
		{Name: "what cannot change stays", Run: updateFixed},
		{Name: "set what becomes of the volume", Run: updateTermination},
		{Name: "volumes are swapped by their migration only", Run: updateSwap},
	}
}

// replacesVolume tells whether the request is for another volume in the place of the attached one.
func (w *update) replacesVolume(x *pipeline.Exchange) bool {
	return x.Version.Less(updatesAttachments) || w.Request.VolumeID != x.Params.Get("volume_id")
}

// updatePolicy checks the rule for swapping the volume or the rule for changing the attachment; they are different rules.
func updatePolicy(x *pipeline.Exchange, w *update) *pipeline.Fault {
	if w.replacesVolume(x) {
		return x.Demand("os_compute_api:os-volumes-attachments:swap")
	}
	return x.Demand("os_compute_api:os-volumes-attachments:update")
}

// updateFixed refuses to change any field of an attachment other than delete_on_termination.
func updateFixed(x *pipeline.Exchange, w *update) *pipeline.Fault {
	if x.Version.Less(updatesAttachments) {
		return nil
	}
	s, id := record.Server(x), x.Params.Get("volume_id")
	d := s.Volume(id)
	if d == nil {
		return pipeline.NotFound("No volume Block Device Mapping with id %s.", id)
	}
	r := &w.Request
	for _, fixed := range []struct {
		key   string
		asked body.Opt[string]
		is    *string
	}{{"id", r.ID, &id}, {"serverId", r.ServerID, &s.ID}, {"device", r.Device, &d.Device}, {"tag", r.Tag, d.Tag}} {
		if fixed.asked.Given() && !equalTexts(fixed.asked.Pointer(), fixed.is) {
			return pipeline.BadRequest("The %s property is not mutable", fixed.key)
		}
	}
	return nil
}

// equalTexts compares two texts; nil equals nil.
func equalTexts(a, b *string) bool { return a == b || a != nil && b != nil && *a == *b }

func updateTermination(x *pipeline.Exchange, w *update) *pipeline.Fault {
	asked := w.Request.DeleteOnTermination
	if d := record.Server(x).Volume(x.Params.Get("volume_id")); asked.Given() && d != nil {
		disks.ChangeDisk(x, d.ID, func(d *state.BlockDevice) { d.DeleteOnTermination = bool(asked.Or(false)) })
	}
	return nil
}

// updateSwap refuses to swap volumes: only the migration of a volume may do that, and none is under way here.
func updateSwap(x *pipeline.Exchange, w *update) *pipeline.Fault {
	if !w.replacesVolume(x) {
		return nil
	}
	v, fault := disks.VolumeOf(x, x.Params.Get("volume_id"))
	if fault != nil {
		return fault
	}
	return pipeline.Conflict("volume %s is not migrating this api should only be called by Cinder", v.ID)
}
