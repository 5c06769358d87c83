package phrases

import (
	"fmt"
	"net/http"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/world"
)

// NewestAction reads the newest action of the scenario's server (os-instance-actions) with its events, newest first, as an
// actor, at a microversion.
func NewestAction(w *world.World, actor, at string) (*world.Exchange, []map[string]any, error) {
	path := fixtures.Path(w, "/servers/{server}/os-instance-actions")
	list, err := w.Observe(world.Request{Actor: "member", At: SetupVersion, Method: http.MethodGet, Path: path}, http.StatusOK)
	if err != nil {
		return nil, nil, err
	}
	shown, err := w.Observe(world.Request{
		Actor: actor, At: at, Method: http.MethodGet, Path: path + "/" + list.Text("/instanceActions/0/request_id"),
	}, http.StatusOK)
	if err != nil {
		return nil, nil, err
	}
	events, _ := shown.Get("/instanceAction/events")
	return shown, ObjectsIn(events), nil
}

// EndedAction is NewestAction once every event has ended. A cloud shows the server in its new state a moment before it writes
// down how the work ended (result, finish_time), so that the first look may be too early.
func EndedAction(w *world.World, actor, at string) (*world.Exchange, []map[string]any, error) {
	var shown *world.Exchange
	var events []map[string]any
	err := w.AtOnce("observation", "every event of the action has ended", func() (bool, string, error) {
		var err error
		if shown, events, err = NewestAction(w, actor, at); err != nil {
			return false, "", err
		}
		if len(events) == 0 {
			return false, "the action has no events", nil
		}
		for _, e := range events {
			if e["finish_time"] == nil {
				return false, fmt.Sprintf("the event %v has no finish_time", e["event"]), nil
			}
		}
		return true, "", nil
	})
	return shown, events, err
}
