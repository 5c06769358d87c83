package world

import (
	"context"
	"fmt"
	"net/http"

	"plumbline/openapi"
)

// removals bound how often the deletion of one stack is asked for: what was in its way may be gone by then.
const removals = 5

// removeStack deletes a stack and waits: what is in it goes with it. Heat keeps showing a deleted stack by id.
// A lock that a scenario left is opened, work that is under way is waited for, a deletion that failed is
// asked for again.
func (w *World) removeStack(n *Noun) {
	on := func(method, path string, body any) Request {
		return Request{Actor: n.Owner, Service: openapi.Orchestration, Method: method, Path: n.stackPath() + path, Body: body}
	}
	w.CleanUp("stack", n.ID, n.RealName, func(context.Context) error {
		left := removals
		ask := true
		return w.Eventually("delete", "the stack is gone", func() (bool, string, error) {
			if ask {
				x, err := w.Do(Cleanup, on(http.MethodDelete, "", nil))
				if err != nil {
					return false, "", err
				}
				switch {
				case x.Status == http.StatusConflict:
					_, err := w.Do(Cleanup, on(http.MethodPost, "/actions", map[string]any{"unlock": nil}))
					return false, x.summary(), err
				case x.Status >= 300 && x.Status != http.StatusNotFound:
					return false, "", fmt.Errorf("DELETE of stack %s answers %s", n.ID, x.summary())
				}
				left--
				ask = false
			}
			x, err := w.Do(Cleanup, on(http.MethodGet, "", nil))
			if err != nil {
				return false, "", err
			}
			status := x.Text("/stack/stack_status")
			if status == "DELETE_FAILED" {
				if left == 0 {
					return false, status, fmt.Errorf("stack %s: %s", n.ID, x.Text("/stack/stack_status_reason"))
				}
				ask = true
			}
			return x.Status == http.StatusNotFound || status == "DELETE_COMPLETE", status, nil
		})
	})
}
