package attachments

import (
	"cmp"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
)

// creation holds the values that the steps of attachments.create share.
type creation struct {
	Request struct {
		VolumeID  string    `json:"volume_uuid"`
		ServerID  string    `json:"instance_uuid"`
		Mode      string    `json:"mode"`
		Connector connector `json:"connector"`
	} `body:"attachment"`
	volume *state.Volume
	// told is the connection that the answer shows, nil without a connector.
	told *state.VolumeConnection
}

func findVolume(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	w.volume = record.Visible(x, w.Request.VolumeID)
	if w.volume == nil {
		return record.NotFound(w.Request.VolumeID)
	}
	x.Target = policy.Target{ProjectID: w.volume.ProjectID}
	return nil
}

func notInError(_ *pipeline.Exchange, w *creation) *pipeline.Fault {
	if v := w.volume; strings.Contains(string(v.Status), "error") {
		return record.InvalidVolume("Volume attachments can not be created if the volume is in an error state. "+
			"The Volume %s currently has a status of: %s ", v.ID, v.Status)
	}
	return nil
}

func mayShareBoot(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	if v := w.volume; v.Multiattach && v.Status == state.VolumeInUse && v.Bootable {
		return x.Demand("volume:multiattach_bootable_volume")
	}
	return nil
}

// reservableStates are the states in which a volume can be reserved (docs/contract/40-volume-rebuild.md §3).
func reservableStates(v *state.Volume) []state.VolumeStatus {
	if v.Multiattach {
		return []state.VolumeStatus{state.VolumeAvailable, state.VolumeInUse, state.VolumeDownloading}
	}
	return []state.VolumeStatus{state.VolumeAvailable, state.VolumeDownloading}
}

// canReserve refuses volumes that cannot be reserved. A server that has the volume can reserve it once more, and the volume's status
// stays: compute does so when it moves or rebuilds the server.
func canReserve(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	v, server := w.volume, w.Request.ServerID
	if slices.Contains(reservableStates(v), v.Status) {
		return nil
	}
	if server != "" && (v.Status == state.VolumeInUse || v.Status == state.VolumeReserved) {
		for _, a := range record.Attachments(x, v.ID) {
			if a.ServerID == server {
				return nil
			}
		}
	}
	words := make([]string, 0, 3)
	for _, s := range reservableStates(v) {
		words = append(words, string(s))
	}
	return record.InvalidVolume("Volume %s status must be %s to reserve, but the current status is %s.", v.ID,
		strings.Join(words, " or "), v.Status)
}

func reserve(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	if v := w.volume; slices.Contains(reservableStates(v), v.Status) {
		w.volume = record.Put(x, v, func(v *state.Volume) { v.Status = state.VolumeReserved })
	}
	mode := cmp.Or(w.Request.Mode, "null")
	if w.volume.AdminMetadata["readonly"] != "" { // also if it is "False": the service checks only whether it was ever set
		mode = "ro"
	}
	a := &state.VolumeAttachment{
		ID: x.Env.IDs.UUID(), Serial: x.Txn.Next("volume-attachments"), VolumeID: w.volume.ID, ServerID: w.Request.ServerID,
		Status: state.AttachReserved, Mode: mode, Created: x.Now(),
	}
	state.VolumeAttachments.Insert(x.Txn, a)
	x.SetSubject(a, policy.Target{ProjectID: w.volume.ProjectID})
	return nil
}

func connectAtOnce(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	if len(w.Request.Connector.all) > 0 {
		w.told = connect(x, attachment(x), w.Request.Connector)
	}
	return nil
}
