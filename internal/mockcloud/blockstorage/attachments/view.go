package attachments

import (
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/state"
)

// brief is an attachment in a list without details.
type brief struct {
	ID       string             `json:"id"`
	Status   state.AttachStatus `json:"status"`
	ServerID *string            `json:"instance"`
	VolumeID string             `json:"volume_id"`
}

// shown is an attachment with details. Times that are not set are "".
type shown struct {
	brief
	Attached string  `json:"attached_at"`
	Detached string  `json:"detached_at"`
	Mode     *string `json:"attach_mode"`
	// Connection is the host's connection, an empty object before a host has connected.
	Connection any `json:"connection_info"`
}

func briefView(a *state.VolumeAttachment) *brief {
	return &brief{ID: a.ID, Status: a.Status, ServerID: record.OrNull(a.ServerID), VolumeID: a.VolumeID}
}

func view(a *state.VolumeAttachment) *shown {
	out := &shown{brief: *briefView(a), Mode: record.OrNull(a.Mode), Connection: struct{}{}}
	if a.Connection != nil {
		out.Connection = a.Connection
	}
	if a.Attached != nil {
		out.Attached = record.Stamp(*a.Attached)
	}
	if a.Detached != nil {
		out.Detached = record.Stamp(*a.Detached)
	}
	return out
}
