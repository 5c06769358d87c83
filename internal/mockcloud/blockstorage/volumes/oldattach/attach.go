package oldattach

import (
	"plumbline/internal/mockcloud/blockstorage/attachments"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
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
	r, v := w.Request, record.Volume(x)
	mode := r.Mode.Or("rw")
	if v.AdminMetadata["readonly"] == "True" && mode != "ro" {
		return pipeline.BadRequest("Invalid attaching mode '%s' for volume %s.", mode, v.ID)
	}
	attachments.Attach(x, v, &state.VolumeAttachment{ServerID: r.Server, Host: r.Host, Mode: mode, Mountpoint: r.Mountpoint})
	return nil
}

func isObject(_ *pipeline.Exchange, w *detaching) *pipeline.Fault {
	if w.Request == nil {
		return pipeline.Refuse(500, record.Erred)
	}
	return nil
}

func detach(x *pipeline.Exchange, w *detaching) *pipeline.Fault {
	return detachOne(x, w.Request.AttachmentID)
}

// detachOne deletes an attachment of the volume, the first for "". A volume without one becomes available.
func detachOne(x *pipeline.Exchange, id string) *pipeline.Fault {
	for _, a := range record.Attachments(x, record.Volume(x).ID) {
		if id == "" || a.ID == id {
			attachments.Detach(x, a)
			return nil
		}
	}
	record.Change(x, func(v *state.Volume) { v.Status, v.AttachStatus = state.VolumeAvailable, state.AttachDetached })
	return nil
}

// forcedDetaching holds the values that the steps of volumes.force-detach share. The connector is for the storage, which needs none.
type forcedDetaching struct {
	Request struct {
		AttachmentID body.Opt[string] `json:"attachment_id"`
	} `body:"os-force_detach"`
}

func (w *forcedDetaching) id() string { return w.Request.AttachmentID.Or("") }

// attachmentKnown refuses to guess which one of several attachments is meant. Services alone come so far.
func attachmentKnown(x *pipeline.Exchange, w *forcedDetaching) *pipeline.Fault {
	if w.id() == "" && len(record.Attachments(x, record.Volume(x).ID)) > 1 {
		return pipeline.BadRequest("Error force detaching volume - InvalidVolume: Invalid volume: Detach volume failed: " +
			"More than one attachment, but no attachment_id provided.")
	}
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
