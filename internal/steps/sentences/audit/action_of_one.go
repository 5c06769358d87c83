package audit

import (
	"net/http"

	"plumbline/internal/steps/world"
)

// ofNoOther checks that the log of another server of the scenario has nothing of an action on this one (RKP-22): the record of an action is
// found by its request and its server together (nova/db/main/api.py:action_get_by_request_id).
func ofNoOther(w *world.World, last *world.Exchange, server *world.Noun) error {
	for _, other := range w.Nouns("server") {
		if other.ID == "" || other.ID == server.ID || other.Facts["gone"] != nil {
			continue
		}
		path := "/servers/" + other.ID + "/os-instance-actions/" + last.Text("/instanceAction/request_id")
		x, err := w.Do(world.Observe, world.Request{Actor: last.Asked.Actor, At: last.Asked.At, Method: http.MethodGet, Path: path})
		if err != nil {
			return err
		}
		if x.Status == http.StatusOK && x.Text("/instanceAction/instance_uuid") != other.ID {
			return world.Differ("the server of an action that the log of "+other.ID+" shows", other.ID, x.Text("/instanceAction/instance_uuid"))
		}
	}
	return nil
}
