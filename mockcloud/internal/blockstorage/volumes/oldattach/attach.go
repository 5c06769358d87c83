package oldattach

import (
	"plumbline/mockcloud/internal/blockstorage/attachments"
	"plumbline/mockcloud/internal/blockstorage/record"
	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

// attaching holds the values that the steps of volumes.attach share.
type attaching struct {
	Request struct {
		Server     string           `json:"instance_uuid"`
		Host       string           `json:"host_name"`
		Mode       body.Opt[string] `json:"mode"`
		Mountpoint string           `json:"mountpoint"`
	} `body:"os-attach"`
}

// detaching holds the values that the steps of volumes.detach share; nil for the body null.
type detaching struct {
	Request *struct {
		AttachmentID string `json:"attachment_id"`
	} `body:"os-detach"`
}

func nobodyElseHasIt(x *pipeline.Exchange, _ *attaching) *pipeline.Fault {
	v := record.Volume(x)
	if v.Status == state.VolumeInUse && !v.Multiattach || v.Status == state.VolumeDetaching {
		return pipeline.Refuse(500, record.Erred)
	}
	return nil
}

func attach(x *pipeline.Exchange, w *attaching) *pipeline.Fault {
	r, v, now := w.Request, record.Volume(x), x.Now()
	mode := r.Mode.Or("rw")
	if v.AdminMetadata["readonly"] == "True" && mode != "ro" {
		return pipeline.BadRequest("Invalid attaching mode '%s' for volume %s.", mode, v.ID)
	}
	state.VolumeAttachments.Insert(x.Txn, &state.VolumeAttachment{
		ID: x.Env.IDs.UUID(), Serial: x.Txn.Next("volume-attachments"), VolumeID: v.ID, ServerID: r.Server,
		Host: r.Host, Status: state.AttachAttached, Mode: mode, Mountpoint: r.Mountpoint, Attached: &now, Created: now,
	})
	record.Change(x, func(v *state.Volume) {
		v.Status, v.AttachStatus = state.VolumeInUse, state.AttachAttached
		if v.AdminMetadata["readonly"] == "" {
			record.SetAdminMetadata(v, "readonly", "False")
		}
		record.SetAdminMetadata(v, "attached_mode", mode)
	})
	return nil
}

func isObject(_ *pipeline.Exchange, w *detaching) *pipeline.Fault {
	if w.Request == nil {
		return pipeline.Refuse(500, record.Erred)
	}
	return nil
}

func detach(x *pipeline.Exchange, w *detaching) *pipeline.Fault {
	id := w.Request.AttachmentID
	for _, a := range record.Attachments(x, record.Volume(x).ID) {
		if id == "" || a.ID == id {
			attachments.Detach(x, a)
			return nil
		}
	}
	record.Change(x, func(v *state.Volume) { v.Status, v.AttachStatus = state.VolumeAvailable, state.AttachDetached })
	return nil
}

func namedNotUsed(x *pipeline.Exchange, w *detaching) *pipeline.Fault {
	return notUsed(x, w.Request.AttachmentID)
}

func noneUsed(x *pipeline.Exchange, _ *nothing) *pipeline.Fault { return notUsed(x, "") }

// notUsed is attachments.NotUsed for requests that need not name the attachment if there is at most one.
func notUsed(x *pipeline.Exchange, id string) *pipeline.Fault {
	all := record.Attachments(x, record.Volume(x).ID)
	if x.Caller.Service || id == "" && len(all) == 0 {
		return nil
	}
	if id == "" && len(all) == 1 {
		return attachments.NotUsed(x, all[0])
	}
	for _, a := range all {
		if a.ID == id {
			return attachments.NotUsed(x, a)
		}
	}
	return attachments.UsedByCompute("")
}
