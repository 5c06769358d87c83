package metadata

import (
	"plumbline/internal/mockcloud/blockstorage/items"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

var metadata = &items.Of{
	Prefix: "volume-metadata",
	Items:  func(x *pipeline.Exchange) map[string]string { return record.Volume(x).Metadata },
	Store: func(x *pipeline.Exchange, all map[string]string) {
		record.Change(x, func(v *state.Volume) { v.Metadata = all })
	},
	Missing: func(x *pipeline.Exchange, key string) *pipeline.Fault {
		return pipeline.NotFound("Volume %s has no metadata with key %s.", record.Volume(x).ID, key)
	},
	CanChange: func(x *pipeline.Exchange) *pipeline.Fault { return canChange[pipeline.Nothing](x, nil) },
}

// Operations holds the operations on the metadata of volumes.
func Operations() pipeline.OperationSet { return metadata.Operations() }

func canChange[W any](x *pipeline.Exchange, _ *W) *pipeline.Fault {
	if v := record.Volume(x); v.Status == state.VolumeMaintenance || v.Status == state.VolumeUploading {
		return record.InvalidVolume("Updating volume metadata is not allowed for volumes in %s status.", v.Status)
	}
	return nil
}
