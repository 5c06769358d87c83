package storage

import (
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/kinds/remote"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// away is a volume that is detached from its server while it is changed, and attached again afterwards.
type away struct {
	Server string `json:"server_id"`
	Device string `json:"device"`
	ID     string `json:"id"`
}

// stages of a change that needs the volume to be detached, in their order.
const (
	detaching = "detaching"
	changing  = "changing"
	attaching = "attaching"
)

// changeDetached begins to change a volume that has to be available: one that is attached is detached first.
func changeDetached(t *kind.Task) *kind.Failure {
	t.Resource.Data = kind.Values{"stage": detaching}
	for _, a := range body.As[[]away](volumes.Of(t)["attachments"]) {
		t.Resource.Data["server"], t.Resource.Data["device"] = a.Server, a.Device
		reply := onAttachments(t, a.Server, "DELETE", "/"+a.ID, nil)
		if !reply.OK() && reply.Status != 404 {
			return kind.Failf("Error", "Could not detach attachment %s from server %s.", a.ID, a.Server)
		}
	}
	return nil
}

// changedDetached goes on with such a change, whenever the volume is ready for the next stage.
func changedDetached(t *kind.Task) (bool, *kind.Failure) {
	stage := body.As[string](t.Resource.Data["stage"])
	status := body.As[string](volumes.Of(t)["status"])
	if stage == "" || stage == attaching {
		return volumeReadyAs(t, stage, status)
	}
	if status == "in-use" {
		return false, nil // not detached yet
	}
	if ready, why := volumeReady(t, kind.Values{"status": status}); why != nil || !ready {
		return false, why
	}
	if stage == detaching {
		t.Resource.Data["stage"] = changing
		return false, changeNow(t)
	}
	server := body.As[string](t.Resource.Data["server"])
	if server == "" {
		return true, nil
	}
	t.Resource.Data["stage"] = attaching
	request := kind.Values{"volumeId": t.Resource.PhysicalID}
	if device := t.Resource.Data["device"]; device != nil {
		request["device"] = device
	}
	if reply := onAttachments(t, server, "POST", "", kind.Values{"volumeAttachment": request}); !reply.OK() {
		return false, kind.Failf("Error", "Failed to attach volume %s to server %s - %s", t.Resource.PhysicalID, server, remote.Words(reply))
	}
	return false, nil
}

// volumeReadyAs tells whether a volume is ready, after it was attached again or without having been detached.
func volumeReadyAs(t *kind.Task, stage, status string) (bool, *kind.Failure) {
	ready, why := volumeReady(t, kind.Values{"status": status})
	return ready && (stage != attaching || status == "in-use"), why
}

// changeNow makes the changes that need an available volume.
func changeNow(t *kind.Task) *kind.Failure {
	if size := t.Resource.Properties["size"]; size != nil && body.As[float64](size) > body.As[float64](volumes.Of(t)["size"]) {
		return act(t, "os-extend", kind.Values{"new_size": size})
	}
	return readOnly(t, t.Resource.Properties["read_only"])
}

func onAttachments(t *kind.Task, server, method, path string, request any) pipeline.Reply {
	at := "/servers/" + server + "/os-volume_attachments" + path
	return t.Call(pipeline.Call{Service: openapi.Compute, Method: method, Path: at, Body: request})
}
