package images

import (
	"encoding/json"
	"fmt"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/state"
)

// device is a block device of an image.
type device struct {
	SourceType string `json:"source_type"`
	BootIndex  any    `json:"boot_index"` // a number, or its digits
	SnapshotID string `json:"snapshot_id"`
}

// SnapshotOf answers the id of the snapshot that an image refers to, "" for images with data of their own. For a server that boots
// from a volume, compute writes the block devices into a property of the image, the boot device first.
func SnapshotOf(i *state.Image) string {
	if i.Size != nil && *i.Size > 0 {
		return ""
	}
	var written any
	if json.Unmarshal([]byte(i.Properties["block_device_mapping"]), &written) != nil {
		return ""
	}
	for _, d := range body.As[[]device](written) {
		if d.SourceType == "snapshot" && fmt.Sprint(d.BootIndex) == "0" {
			return d.SnapshotID
		}
	}
	return ""
}
