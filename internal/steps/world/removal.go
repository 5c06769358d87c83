package world

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"plumbline/internal/openapi"
)

// Removal describes how a thing is deleted: a request that is repeated until it is accepted, then a request that
// tells when the thing is gone.
type Removal struct {
	Kind, ID, Name string
	// Delete is the request (method DELETE unless it names another). 404 counts as gone.
	Delete Request
	// Blocked are the statuses of a refusal for now. Any other refusal is an error.
	Blocked []int
	// Unblock removes the cause of a refusal as far as possible; the next try shows whether it did. Nil only waits.
	Unblock func(*Exchange) error
	// Gone is the request that is repeated until it is answered 404; with nil the thing is gone when Delete is accepted.
	Gone *Request
	// Force removes at once what a cloud keeps for a while after its deletion (SOFT_DELETED, where reclaim_instance_interval is not 0).
	Force *Request
}

// Remove registers the removal of a thing that may be locked, protected, in use or at work when its turn comes. It repeats
// the request until the time-out "delete"; the error has the message of the last refusal.
func (w *World) Remove(r Removal) { w.CleanUp(r.Kind, r.ID, r.Name, w.Removing(r)) }

// Removing is the removal that Remove registers.
func (w *World) Removing(r Removal) func(context.Context) error {
	if r.Delete.Method == "" {
		r.Delete.Method = http.MethodDelete
	}
	return func(context.Context) error {
		gone, taken := false, false
		ask := func() (bool, string, error) {
			x, err := w.Do(Cleanup, r.Delete)
			switch {
			case err != nil:
				return false, "", err
			case x.Status == http.StatusNotFound:
				gone = true
				return true, "", nil
			case slices.Contains(r.Blocked, x.Status):
				return false, x.Summary(), r.unblock(x)
			case x.Status >= 300:
				return false, "", fmt.Errorf("%s %s answers %s", r.Delete.Method, r.Delete.Path, x.Summary())
			}
			taken, gone = true, r.Gone == nil
			return true, "asked to go", nil
		}
		if err := w.AtOnce("delete", "the "+r.Kind+" may be deleted", ask); err != nil || gone {
			return err
		}
		return w.Eventually("delete", "the "+r.Kind+" is gone", func() (bool, string, error) {
			if !taken {
				_, seen, err := ask()
				return gone, seen, err
			}
			x, err := w.Do(Cleanup, *r.Gone)
			if err != nil {
				return false, "", err
			}
			status := cleanStatus(x)
			if status == "SOFT_DELETED" && r.Force != nil {
				forced, err := w.Do(Cleanup, *r.Force)
				if err != nil {
					return false, "", err
				}
				if forced.Status >= 300 && forced.Status != http.StatusNotFound && forced.Status != http.StatusConflict {
					return false, "", fmt.Errorf("the %s is deleted, and the cloud keeps it for a while: %s answers %s", r.Kind, r.Force.Path,
						forced.Summary())
				}
			}
			taken = status != "ERROR" && status != "error" // a deletion that failed is requested again
			return x.Status == http.StatusNotFound, status, nil
		})
	}
}

func (r Removal) unblock(x *Exchange) error {
	if r.Unblock == nil {
		return nil
	}
	return r.Unblock(x)
}

// cleanStatus is the status of the thing in an answer, of any kind.
func cleanStatus(x *Exchange) string {
	for _, kind := range []string{"/server", "/snapshot", "/volume", "/network"} {
		if status := x.Text(kind + "/status"); status != "" {
			return status
		}
	}
	return x.Text("/status")
}

// PatchImage is the request that adds or replaces (op) a property of an image.
func PatchImage(actor, id, op, property string, value any) Request {
	return Request{
		Actor: actor, Service: openapi.Image, Method: http.MethodPatch, Path: "/images/" + id,
		Header: http.Header{"Content-Type": {"application/openstack-images-v2.1-json-patch"}},
		Body:   []any{map[string]any{"op": op, "path": "/" + property, "value": value}},
	}
}

// RemoveImage registers the removal of an image: a protected one is unprotected first; one in use is waited for.
func (w *World) RemoveImage(n *Noun) {
	image := func(method string) Request {
		return Request{Actor: n.Owner, Service: openapi.Image, Method: method, Path: "/images/" + n.ID}
	}
	w.Remove(Removal{
		Kind: "image", ID: n.ID, Name: n.RealName, Delete: image(http.MethodDelete),
		Blocked: []int{http.StatusForbidden, http.StatusConflict},
		Unblock: func(*Exchange) error {
			_, err := w.Do(Cleanup, PatchImage(n.Owner, n.ID, "replace", "protected", false))
			return err
		},
	})
}
