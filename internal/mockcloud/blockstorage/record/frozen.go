package record

import (
	"strings"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// NotFrozen refuses to change what is on a host (HOST@BACKEND#POOL) whose service is frozen.
func NotFrozen(x *pipeline.Exchange, host string) *pipeline.Fault {
	service := state.VolumeService{Binary: VolumeBinary}
	service.Host, _, _ = strings.Cut(host, "#")
	if s := state.VolumeServices.Get(x.Txn, service.Name()); s != nil && s.Frozen {
		return InvalidInput("Modification operations are not allowed on frozen storage backends.")
	}
	return nil
}
