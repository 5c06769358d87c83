package attachments

import (
	"plumbline/mockcloud/internal/blockstorage/record"
	"plumbline/mockcloud/internal/state"
)

func briefView(a *state.VolumeAttachment) map[string]any {
	return map[string]any{"id": a.ID, "status": string(a.Status), "instance": record.OrNull(a.ServerID), "volume_id": a.VolumeID}
}

func view(a *state.VolumeAttachment) map[string]any {
	view := briefView(a)
	view["attached_at"], view["detached_at"], view["attach_mode"], view["connection_info"] = "", "", record.OrNull(a.Mode), map[string]any{}
	if a.Attached != nil {
		view["attached_at"] = record.Time(a.Attached)
	}
	if a.Detached != nil {
		view["detached_at"] = record.Time(a.Detached)
	}
	if a.ConnectionInfo != nil {
		view["connection_info"] = a.ConnectionInfo
	}
	return view
}
