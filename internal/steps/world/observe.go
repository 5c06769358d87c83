package world

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/target"
)

// Metadata reads the metadata that the guest of a server gets (openstack/latest/meta_data.json). It needs @needs:metadata.
func (w *World) Metadata(server *Noun) (map[string]any, error) {
	s, err := w.env.Target.Actor(server.Owner)
	if err != nil {
		return nil, err
	}
	if s == nil {
		return nil, fmt.Errorf("server %s has no owner", server.ID)
	}
	status, doc, err := w.env.Target.GuestMetadata(w.Ctx, w.c.ID, server.ID, s.ProjectID)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("the metadata of server %s: answered %d", server.ID, status)
	}
	return doc, err
}

// Notification is one versioned notification of the compute service.
type Notification = target.Notification

// Notifications answers the notifications about a server so far, in order of arrival. It needs @needs:notifications.
func (w *World) Notifications(server *Noun) ([]Notification, error) {
	if w.env.Target.Feed == nil {
		return nil, errors.New("the target's notifications cannot be read")
	}
	return w.env.Target.Feed.About(w.Ctx, server.ID)
}

// lookLasts is how long what was seen of a server at rest serves the sentences that follow.
const lookLasts = time.Second

// lastLook is an answer that shows a server at rest, and when it was asked for.
type lastLook struct {
	x  *Exchange
	at time.Time
}

// resting are the statuses of servers that nothing changes but a request.
var resting = []string{"ACTIVE", "SHUTOFF", "PAUSED", "SUSPENDED", "SHELVED_OFFLOADED"}

// lookedAlready answers the last look at the same server by the same request, also of the case that has lent it, if the server was at
// rest, nothing that may change it was sent since, and it is not long ago: one look serves all sentences. A wait always looks anew.
func (w *World) lookedAlready(role Role, r Request) *Exchange {
	if w.waiting || role == Subject || !isShow(r) {
		return nil
	}
	last, found := w.looks[r.Actor+" "+r.At+" "+r.Path]
	if !found || w.env.Clock.Now().Sub(last.at) >= lookLasts {
		return nil
	}
	return last.x
}

// keepLook keeps an answer for lookedAlready, or forgets all of them after a request that may have changed something.
func (w *World) keepLook(role Role, x *Exchange, at time.Time) {
	r := x.Asked
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.looks = nil
	case role != Subject && isShow(r) && x.Status == http.StatusOK && atRest(x):
		if w.looks == nil {
			w.looks = map[string]lastLook{}
		}
		w.looks[r.Actor+" "+r.At+" "+r.Path] = lastLook{x, at}
	}
}

// LookAnew has the next look at a server be a request of its own.
func (w *World) LookAnew() { w.looks = nil }

// isShow tells whether a request shows one server, and nothing else of it matters.
func isShow(r Request) bool {
	name, below := strings.CutPrefix(r.Path, "/servers/")
	return below && !strings.Contains(name, "/") && name != "detail" && r.Method == http.MethodGet && r.Service == openapi.Compute &&
		!r.Root && r.Address == "" && r.Prefix == "" && r.Query == nil && r.Header == nil && r.Body == nil && r.Raw == nil
}

func atRest(x *Exchange) bool {
	task, shown := x.Get("/server/OS-EXT-STS:task_state")
	status := x.Text("/server/status")
	return shown && task == nil && slices.Contains(resting, status) && (status != "SHELVED_OFFLOADED" || x.Text("/server/hostId") == "")
}
