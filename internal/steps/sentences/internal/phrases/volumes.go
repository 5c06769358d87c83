package phrases

import (
	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/world"
)

// Root is the name of the volume that the server boots from.
const Root = fixtures.RootVolume

// Unwritable is an image that the image service and compute accept, and that block storage fails to unpack.
var Unwritable = ImageKind{Properties: map[string]any{"container_format": "compressed"}}

// lookAtVolumes remembers the state of the scenario's volumes before the subject exchange.
func lookAtVolumes(w *world.World) error {
	for _, name := range fixtures.VolumeNames {
		volume, err := w.Recall("volume", name)
		if err != nil || volume.Facts["before"] != nil {
			continue
		}
		x, err := fixtures.ShowVolume(w, world.Setup, volume)
		if err != nil {
			return err
		}
		attachments, err := fixtures.Attachments(w, world.Setup, volume)
		if err != nil {
			return err
		}
		volume.Facts["before"], volume.Facts["attachments"] = x, attachments
	}
	return nil
}
