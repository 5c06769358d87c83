package record

import (
	"cmp"
	"slices"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Attachments are the attachments of a volume, oldest first.
func Attachments(x *pipeline.Exchange, volumeID string) []*state.VolumeAttachment {
	all := state.VolumeAttachments.List(x.Txn, "volume", volumeID)
	slices.SortFunc(all, func(a, b *state.VolumeAttachment) int { return cmp.Compare(a.Serial, b.Serial) })
	return all
}
