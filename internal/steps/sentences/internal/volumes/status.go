package volumes

import (
	"context"
	"net/http"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/world"
)

// putVolume sets the status of the volume, as an administrator may.
func putVolume(w *world.World, who, which, status string) error {
	volume := w.Noun("volume", which)
	w.CleanUp("status of the volume", volume.ID, volume.RealName, func(ctx context.Context) error {
		return w.Delete(fixtures.BlockStorage(w, who, http.MethodPost, "/volumes/"+volume.ID+"/action", map[string]any{
			"os-reset_status": map[string]any{"status": "in-use"},
		}))(ctx)
	})
	return fixtures.ResetVolume(w, who, volume, status)
}
