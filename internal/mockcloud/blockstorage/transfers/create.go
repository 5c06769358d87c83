package transfers

import (
	"crypto/sha256"
	"encoding/hex"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/blockstorage/snapshots"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// keyLength is the number of hexadecimal digits of a key.
const keyLength = 16

// creation holds the values that the steps of a request to offer a volume share.
type creation struct {
	Request struct {
		VolumeID    string           `json:"volume_id"`
		Name        body.Opt[string] `json:"name"`
		NoSnapshots body.Bool        `json:"no_snapshots"`
	} `body:"transfer"`
	volume *state.Volume
	key    string
}

func findVolume(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	if w.volume = record.Visible(x, w.Request.VolumeID); w.volume == nil {
		return record.NotFound(w.Request.VolumeID)
	}
	x.Target.ProjectID, x.Target.UserID = w.volume.ProjectID, w.volume.UserID
	return x.Demand("volume:create_transfer")
}

func canOffer(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	if w.volume.Status != state.VolumeAvailable {
		return record.InvalidVolume("status must be available")
	}
	if w.Request.NoSnapshots {
		return nil
	}
	for _, s := range state.VolumeSnapshots.List(x.Txn, "volume", w.volume.ID) {
		if s.Status != "available" {
			return snapshots.Invalid("snapshot: %s status must be available", s.ID)
		}
	}
	return nil
}

func offer(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	w.key = x.Env.IDs.Hex()[:keyLength]
	record.Put(x, w.volume, func(v *state.Volume) { v.Status = state.VolumeAwaitingTransfer })
	t := &state.VolumeTransfer{
		ID: x.Env.IDs.UUID(), Serial: x.Txn.Next("volume-transfers"), VolumeID: w.volume.ID, Name: record.TrimSpace(w.Request.Name).Pointer(),
		NoSnapshots: bool(w.Request.NoSnapshots), SourceProjectID: w.volume.ProjectID, KeyHash: hash(w.key), Created: x.Now(),
	}
	state.VolumeTransfers.Insert(x.Txn, t)
	focus(x, t)
	return nil
}

// hash is what is kept of a key.
func hash(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:])
}
