package record

import (
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

// DueVolume is the volume that work is about, nil when it is gone.
func DueVolume(x *pipeline.Exchange) *state.Volume { return state.Volumes.Get(x.Txn, x.Event.Resource) }

// FailVolume puts a volume into error.
func FailVolume[P any](x *pipeline.Exchange, _ *P, _ *pipeline.Fault) {
	FailedWith(x, state.VolumeError)
}

// FailedWith puts a volume into a status.
func FailedWith(x *pipeline.Exchange, status state.VolumeStatus) {
	if v := DueVolume(x); v != nil {
		Put(x, v, func(v *state.Volume) { v.Status = status })
	}
}
