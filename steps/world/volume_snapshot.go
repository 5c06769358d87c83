package world

import (
	"context"
	"net/http"
)

// CreateSnapshot makes a snapshot of a volume, in use or not, registers its removal, waits until it is available and
// remembers it as "snapshot NAME".
func (w *World) CreateSnapshot(volume *Noun, name string) (*Noun, error) {
	n := &Noun{Kind: "snapshot", Name: name, RealName: w.Name("snapshot"), Owner: volume.Owner}
	x, err := w.Setup(w.BlockStorage(n.Owner, http.MethodPost, "/snapshots", map[string]any{"snapshot": map[string]any{
		"name": n.RealName, "volume_id": volume.ID, "force": true,
	}}), http.StatusAccepted)
	if err != nil {
		return nil, err
	}
	n.ID = x.Text("/snapshot/id")
	path := "/snapshots/" + n.ID
	remove := w.Delete(w.BlockStorage(n.Owner, http.MethodDelete, path, nil))
	w.CleanUp("snapshot", n.ID, n.RealName, func(ctx context.Context) error {
		if err := remove(ctx); err != nil {
			return err
		}
		return w.Eventually("delete", "the snapshot is gone", func() (bool, string, error) {
			x, err := w.Do(Cleanup, w.BlockStorage(n.Owner, http.MethodGet, path, nil))
			if err != nil {
				return false, "", err
			}
			return x.Status == http.StatusNotFound, x.Text("/snapshot/status"), nil
		})
	})
	w.Remember(n)
	return n, w.Eventually("server-action", "the snapshot is available", func() (bool, string, error) {
		x, err := w.Setup(w.BlockStorage(n.Owner, http.MethodGet, path, nil), http.StatusOK)
		if err != nil {
			return false, "", err
		}
		return x.Text("/snapshot/status") == "available", x.Text("/snapshot/status"), nil
	})
}
