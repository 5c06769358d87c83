package sentences

import (
	"context"
	"fmt"
	"net/http"

	"plumbline/steps/world"
)

// setVolumeStatus writes a status over the volume's own, as an administrator may; before the volume is
// removed the server is detached from it and the status put back.
func setVolumeStatus(w *world.World, who string, volume *world.Noun, status string) error {
	path := "/volumes/" + volume.ID + "/action"
	reset := func(status string) world.Request {
		return blockStorage(w, who, http.MethodPost, path, map[string]any{"os-reset_status": map[string]any{"status": status}})
	}
	server := w.Noun("server", "")
	w.CleanUp("volume attachment", volume.ID, volume.RealName, func(ctx context.Context) error {
		back := reset("in-use")
		if err := w.Delete(back)(ctx); err != nil {
			return err
		}
		if err := w.Delete(world.Request{Actor: "member", At: "2.1", Method: http.MethodDelete, Path: "/servers/" + server.ID + "/os-volume_attachments/" + volume.ID})(ctx); err != nil {
			return err
		}
		return w.Eventually("delete", "the volume is available", func() (bool, string, error) {
			x, err := w.Do(world.Cleanup, blockStorage(w, "member", http.MethodGet, "/volumes/"+volume.ID, nil))
			if err != nil {
				return false, "", err
			}
			return x.Text("/volume/status") == "available", fmt.Sprint(x.Status, " ", x.Text("/volume/status")), nil
		})
	})
	_, err := w.Setup(reset(status), 202)
	return err
}
