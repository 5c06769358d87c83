package world

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
)

// patience is how often a volume may be seen in a state that it should leave by itself before an admin sees to it.
const patience = 8

// RemoveVolume registers the removal of a volume: DELETE as soon as its state allows it, then wait until it is gone.
// It runs after all other removals: servers and snapshots hold volumes.
func (w *World) RemoveVolume(n *Noun) {
	w.cleanUpLast("volume", n.ID, n.RealName, func(context.Context) error {
		tries := 0
		return w.Eventually("delete", "the volume is gone", func() (bool, string, error) {
			x, err := w.Do(Cleanup, w.BlockStorage(n.Owner, http.MethodGet, "/volumes/"+n.ID, nil))
			if err != nil || x.Status == http.StatusNotFound {
				return err == nil, "", err
			}
			status := x.Text("/volume/status")
			if tries++; tries == patience {
				err = w.freeVolume(n)
			}
			if err == nil && slices.Contains([]string{"available", "error"}, status) {
				_, err = w.Do(Cleanup, w.BlockStorage(n.Owner, http.MethodDelete, "/volumes/"+n.ID, nil)) // what comes of it shows
			}
			return false, status, err
		})
	})
}

// freeVolume lets an admin take away the attachments of servers that are gone, and the state that they left.
func (w *World) freeVolume(n *Noun) error {
	if _, err := w.env.Target.Actor("admin"); err != nil {
		return nil // nobody can; the waiting will run out and say so
	}
	list := w.BlockStorage("admin", http.MethodGet, "/attachments", nil)
	list.At, list.Query = attachmentsAt, url.Values{"volume_id": {n.ID}}
	x, err := w.Do(Cleanup, list)
	if err != nil {
		return err
	}
	found, _ := x.Get("/attachments")
	items, _ := found.([]any)
	for i := range items {
		remove := w.BlockStorage("admin", http.MethodDelete, "/attachments/"+x.Text(fmt.Sprintf("/attachments/%d/id", i)), nil)
		remove.At = attachmentsAt
		if _, err := w.Do(Cleanup, remove); err != nil {
			return err
		}
	}
	_, err = w.Do(Cleanup, w.BlockStorage("admin", http.MethodPost, "/volumes/"+n.ID+"/action", map[string]any{
		"os-reset_status": map[string]any{"status": "available", "attach_status": "detached"},
	}))
	return err
}

// ResetVolume lets an admin write a status over the volume's own.
func (w *World) ResetVolume(admin string, n *Noun, status string) error {
	_, err := w.Setup(w.BlockStorage(admin, http.MethodPost, "/volumes/"+n.ID+"/action", map[string]any{
		"os-reset_status": map[string]any{"status": status},
	}), http.StatusAccepted)
	return err
}
