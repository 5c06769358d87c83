package images

import (
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Write writes an image to a volume and replaces the previous content (docs/contract/40-volume-rebuild.md §1, BFV-19).
func Write(x *pipeline.Exchange, v *state.Volume, i *state.Image) {
	v.Content, v.Bootable, v.ImageMetadata = i.Content(), true, imageMetadata(i)
	if s := state.VolumeSnapshots.Get(x.Txn, SnapshotOf(i)); s != nil {
		v.Content = s.Content
	}
}
