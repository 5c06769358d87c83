package world

import (
	"errors"
	"fmt"
	"net/http"

	"plumbline/steps/internal/target"
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
