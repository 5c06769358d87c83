package storage

import (
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/kinds/remote"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// attached are the properties of an attachment.
type attached struct {
	Server string `json:"instance_uuid"`
	Volume string `json:"volume_id"`
	Device string `json:"mountpoint"`
}

// attachment is OS::Cinder::VolumeAttachment: compute attaches a volume to a server.
func attachment() *kind.Kind {
	return &kind.Kind{Does: map[string]kind.Handler{
		record.Create: {Begin: attach, Done: volumeInUse},
		record.Delete: {Begin: func(t *kind.Task) *kind.Failure {
			return detach(t, body.As[attached](t.Resource.Properties))
		}, Done: func(t *kind.Task) (bool, *kind.Failure) {
			return isFree(t, body.As[attached](t.Resource.Properties)), nil
		}},
		// The volume is detached, and attached again once it is free.
		record.Update: {Begin: func(t *kind.Task) *kind.Failure {
			before := body.As[attached](t.Before)
			t.Resource.Data = kind.Values{"server": before.Server, "volume": before.Volume}
			return detach(t, before)
		}, Done: func(t *kind.Task) (bool, *kind.Failure) {
			if t.Resource.Data == nil {
				return volumeInUse(t)
			}
			before := attached{Server: body.As[string](t.Resource.Data["server"]), Volume: body.As[string](t.Resource.Data["volume"])}
			if !isFree(t, before) {
				return false, nil
			}
			t.Resource.Data = nil
			return false, attach(t)
		}},
	}}
}

func attach(t *kind.Task) *kind.Failure {
	p := body.As[attached](t.Resource.Properties)
	inner := kind.Values{"volumeId": p.Volume}
	if p.Device != "" {
		inner["device"] = p.Device
	}
	reply := t.Call(pipeline.Call{
		Service: openapi.Compute, Method: "POST", Path: "/servers/" + p.Server + "/os-volume_attachments",
		Body: kind.Values{"volumeAttachment": inner},
	})
	if !reply.OK() {
		return kind.Failf("Error", "Failed to attach volume %s to server %s - %s", p.Volume, p.Server, remote.Words(reply))
	}
	t.Resource.PhysicalID = reply.Text("volumeAttachment", "id")
	return nil
}

func detach(t *kind.Task, p attached) *kind.Failure {
	reply := t.Call(pipeline.Call{
		Service: openapi.Compute, Method: "DELETE", Path: "/servers/" + p.Server + "/os-volume_attachments/" + t.Resource.PhysicalID,
	})
	if reply.OK() || reply.Status == 404 || reply.Status == 400 || reply.Status == 409 {
		return nil
	}
	return kind.Failf("Error", "Could not detach attachment %s from server %s.", t.Resource.PhysicalID, p.Server)
}

func volumeInUse(t *kind.Task) (bool, *kind.Failure) {
	v := state.Volumes.Get(t.Txn, body.As[attached](t.Resource.Properties).Volume)
	switch {
	case v == nil:
		return false, kind.Failf("NotFound", "Volume attachment failed: the volume is gone.")
	case v.Status == state.VolumeInUse:
		return true, nil
	case v.Status == state.VolumeAvailable || v.Status == state.VolumeAttaching || v.Status == state.VolumeReserved:
		return false, nil
	}
	return false, kind.Failf("ResourceUnknownStatus", "Volume attachment failed - Unknown status %s due to \"Unknown\"", v.Status)
}

// isFree tells whether a server does not have a volume any more.
func isFree(t *kind.Task, p attached) bool {
	v := state.Volumes.Get(t.Txn, p.Volume)
	return v == nil || v.Status != state.VolumeInUse && v.Status != state.VolumeDetaching
}
