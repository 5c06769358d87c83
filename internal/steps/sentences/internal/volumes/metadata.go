package volumes

import (
	"maps"
	"net/http"
	"net/url"
	"slices"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
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

// listedAsShown checks that block storage's detailed list shows a volume once, and with the values that the volume itself shows.
func listedAsShown(w *world.World, volume *world.Noun) error {
	return w.AtOnce("observation", "block storage lists the volume as it is", func() (bool, string, error) {
		shown, err := fixtures.ShowVolume(w, world.Observe, volume)
		if err != nil {
			return false, "", err
		}
		r := fixtures.BlockStorage(w, volume.Owner, http.MethodGet, "/volumes/detail", nil)
		r.Query = url.Values{"name": {shown.Text("/volume/name")}}
		list, err := w.Observe(r, http.StatusOK)
		if err != nil {
			return false, "", err
		}
		found, _ := list.Get("/volumes")
		all := slices.DeleteFunc(phrases.ObjectsIn(found), func(v map[string]any) bool { return v["id"] != volume.ID })
		if len(all) != 1 {
			return false, "it is not there once", nil
		}
		for _, field := range listed {
			want, _ := shown.Get("/volume/" + field)
			if phrases.Text(want) != phrases.Text(all[0][field]) {
				return false, field + ": " + phrases.Text(want) + ", listed " + phrases.Text(all[0][field]), nil
			}
		}
		return true, "", nil
	})
}

// listed are fields that a volume has in the detailed list and by itself.
var listed = []string{
	"name", "status", "size", "bootable", "volume_type", "multiattach", "metadata", "volume_image_metadata", "attachments", "created_at",
	"availability_zone", "description",
}
