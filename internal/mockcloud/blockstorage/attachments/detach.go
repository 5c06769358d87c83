package attachments

import (
	"slices"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// Attach attaches a volume to the server or the host that an attachment names, with the mode of the attachment.
func Attach(x *pipeline.Exchange, v *state.Volume, a *state.VolumeAttachment) {
	now := x.Now()
	a.ID, a.Serial, a.VolumeID = x.Env.IDs.UUID(), x.Txn.Next("volume-attachments"), v.ID
	a.Status, a.Attached, a.Created = state.AttachAttached, &now, now
	state.VolumeAttachments.Insert(x.Txn, a)
	record.Put(x, v, func(v *state.Volume) {
		v.Status, v.AttachStatus = state.VolumeInUse, state.AttachAttached
		if v.AdminMetadata["readonly"] == "" {
			record.SetAdminMetadata(v, "readonly", "False")
		}
		record.SetAdminMetadata(v, "attached_mode", a.Mode)
	})
}

// Detach deletes an attachment and sets the volume's status by the remaining ones.
func Detach(x *pipeline.Exchange, a *state.VolumeAttachment) {
	state.VolumeAttachments.Delete(x.Txn, a.ID)
	before := state.Volumes.Get(x.Txn, a.VolumeID)
	if before == nil {
		return
	}
	status, attached := statusFrom(record.Attachments(x, a.VolumeID))
	record.Put(x, before, func(v *state.Volume) {
		v.AttachStatus = attached
		if attached != state.AttachDetached || v.Status != state.VolumeUploading {
			v.Status = status
		}
		record.SetAdminMetadata(v, "attached_mode", "")
	})
}

// statusFrom is the status of a volume with these attachments (docs/contract/40-volume-rebuild.md §3): that of the first kind that
// occurs among attached, attaching, detaching and reserved; available if none does. Failed attachments do not count.
func statusFrom(all []*state.VolumeAttachment) (state.VolumeStatus, state.AttachStatus) {
	for _, s := range []struct {
		attachment state.AttachStatus
		volume     state.VolumeStatus
	}{
		{state.AttachAttached, state.VolumeInUse},
		{state.AttachAttaching, state.VolumeAttaching},
		{state.AttachDetaching, state.VolumeDetaching},
		{state.AttachReserved, state.VolumeReserved},
	} {
		if slices.ContainsFunc(all, func(a *state.VolumeAttachment) bool { return a.Status == s.attachment }) {
			return s.volume, s.attachment
		}
	}
	return state.VolumeAvailable, state.AttachDetached
}

// asksForAttachment is the first microversion of compute that shows the id of an attachment.
var asksForAttachment = openapi.MustVersion("2.89")

// NotUsed refuses to delete an attachment that compute uses, unless the caller is a service: the server would go on using a volume
// that can by then belong to someone else.
func NotUsed(x *pipeline.Exchange, a *state.VolumeAttachment) *pipeline.Fault {
	if x.Caller.Service || a.ServerID == "" || a.Connection == nil {
		return nil
	}
	reply := x.Call(pipeline.Call{
		Service: openapi.Compute, Method: "GET", Path: "/servers/" + a.ServerID + "/os-volume_attachments/" + a.VolumeID,
		Version: asksForAttachment, Caller: pipeline.AsService(),
	})
	if !reply.OK() || reply.Text("volumeAttachment", "attachment_id") != a.ID {
		return nil
	}
	return UsedByCompute(a.ServerID)
}

// UsedByCompute is the fault for deleting an attachment that compute uses.
func UsedByCompute(serverID string) *pipeline.Fault {
	return pipeline.Conflict("ConflictNovaUsingAttachment: Detach volume from instance %s using the Compute API", serverID)
}
