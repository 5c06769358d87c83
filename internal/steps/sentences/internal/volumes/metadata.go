package volumes

import (
	"maps"
	"net/http"
	"slices"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/world"
)

// ownMetadata is the metadata that a row gives to a volume. Block storage has metadata of its own beside it.
var ownMetadata = map[string]string{"purpose": "kept", "season": "autumn"}

func giveMetadata(w *world.World, volume *world.Noun) error {
	_, err := w.Setup(fixtures.BlockStorage(w, volume.Owner, http.MethodPost, "/volumes/"+volume.ID+"/metadata",
		map[string]any{"metadata": ownMetadata}), http.StatusOK)
	return err
}

func keepsMetadata(w *world.World, volume *world.Noun) error {
	x, err := fixtures.ShowVolume(w, world.Observe, volume)
	if err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(ownMetadata)) {
		if err := x.Shows("/volume/metadata/"+key, ownMetadata[key]); err != nil {
			return err
		}
	}
	return nil
}
