package record

import (
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// DueVolume is the volume of the scheduled work, nil when it is gone.
func DueVolume(x *pipeline.Exchange) *state.Volume { return state.Volumes.Get(x.Txn, x.Event.Resource) }

// FailVolume sets the volume of the scheduled work to error.
func FailVolume[P any](x *pipeline.Exchange, _ *P, _ *pipeline.Fault) {
	FailedWith(x, state.VolumeError)
}

// FailedWith sets the volume of the scheduled work to a status.
func FailedWith(x *pipeline.Exchange, status state.VolumeStatus) {
	if v := DueVolume(x); v != nil {
		Put(x, v, func(v *state.Volume) { v.Status = status })
	}
}
