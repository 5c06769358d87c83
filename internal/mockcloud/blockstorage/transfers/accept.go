package transfers

import (
	"strings"

	"plumbline/internal/mockcloud/blockstorage/quotas"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/blockstorage/snapshots"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi/python"
)

// acceptance holds the values that the steps of a request to accept a transfer share.
type acceptance struct {
	Request struct {
		Key authKey `json:"auth_key"`
	} `body:"accept"`
}

// authKey is a key in a request: a text, or a whole number that stands for its digits.
type authKey string

// ReadBody implements body.Reader.
func (k *authKey) ReadBody(v any) { *k = authKey(python.Str(v)) }

func keyRight(x *pipeline.Exchange, w *acceptance) *pipeline.Fault {
	if t := transfer(x); hash(string(w.Request.Key)) != t.KeyHash {
		return pipeline.BadRequest("Invalid auth key: Attempt to transfer %s with invalid auth key.", t.ID)
	}
	return nil
}

// quotaAllows asks for the volume first, then for its snapshots on top of it.
func quotaAllows(x *pipeline.Exchange, _ *acceptance) *pipeline.Fault {
	t, project := transfer(x), x.Caller.ProjectID
	v := volumeOf(x, t)
	if f := quotas.AllowVolume(x, project, v.Size); f != nil {
		return inOwnWords(f)
	}
	if t.NoSnapshots {
		return nil
	}
	size, all := 0, state.VolumeSnapshots.List(x.Txn, "volume", v.ID)
	for _, s := range all {
		size += s.Size
	}
	if f := quotas.AllowSnapshots(x, project, len(all), size, v.Size); f != nil {
		return inOwnWords(f)
	}
	return nil
}

// inOwnWords rewords the one fault of quotas that the operation answers by itself: it leaves the name of the exception out.
func inOwnWords(f *pipeline.Fault) *pipeline.Fault {
	f.Message = strings.TrimPrefix(f.Message, "VolumeSizeExceedsAvailableQuota: ")
	return f
}

func canTake(x *pipeline.Exchange, _ *acceptance) *pipeline.Fault {
	t := transfer(x)
	switch v := volumeOf(x, t); v.Status {
	case state.VolumeAwaitingTransfer:
	case state.VolumeMaintenance:
		return record.InvalidVolume("The volume cannot accept transfer in maintenance mode.")
	default:
		return record.InvalidVolume("Transfer %s: Volume id %s expected in awaiting-transfer state.", t.ID, v.ID)
	}
	for _, s := range comingAlong(x, t) {
		if s.Status != "available" {
			return snapshots.Invalid("Transfer %s: Snapshot %s is not in the expected available state.", t.ID, s.ID)
		}
	}
	return nil
}

// comingAlong are the snapshots that change hands with the volume.
func comingAlong(x *pipeline.Exchange, t *state.VolumeTransfer) []*state.VolumeSnapshot {
	if t.NoSnapshots {
		return nil
	}
	return state.VolumeSnapshots.List(x.Txn, "volume", t.VolumeID)
}

func take(x *pipeline.Exchange, _ *acceptance) *pipeline.Fault {
	t, project, user := transfer(x), x.Caller.ProjectID, x.Caller.UserID
	record.Put(x, volumeOf(x, t), func(v *state.Volume) {
		v.Status, v.ProjectID, v.UserID = state.VolumeAvailable, project, user
	})
	for _, s := range comingAlong(x, t) {
		snapshots.Put(x, s, func(s *state.VolumeSnapshot) { s.ProjectID, s.UserID = project, user })
	}
	state.VolumeTransfers.Delete(x.Txn, t.ID)
	return nil
}
