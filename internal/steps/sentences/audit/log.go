package audit

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/wire"
	"plumbline/internal/steps/world"
)

// actionPages is the microversion from which the log of actions is read page by page.
var actionPages = openapi.MustVersion("2.58")

// recordedAs are the names under which the log has requests to a server, by their action.
var recordedAs = map[string]string{
	"os-start": "start", "os-stop": "stop", "pause": "pause", "unpause": "unpause", "suspend": "suspend", "resume": "resume",
	"shelve": "shelve", "shelveOffload": "shelveOffload", "unshelve": "unshelve", "rebuild": "rebuild",
}

// earlierRecorded checks that the whole log of a server has each accepted request of the scenario to it, those of its Given sentences too,
// once, under its name, and with its user and project (docs/contract/20-unshelve-host.md §3).
func earlierRecorded(w *world.World, server *world.Noun, log []map[string]any) error {
	for _, x := range w.Changes() {
		name, id := nameInLog(x, server), x.Header.Get(requestHeader)
		if name == "" || id == "" {
			continue
		}
		by, err := w.Env().Target.Actor(x.Asked.Actor)
		if err != nil || by == nil {
			continue
		}
		var found []map[string]any
		for _, a := range log {
			if a["request_id"] == id {
				found = append(found, a)
			}
		}
		if len(found) != 1 {
			return world.Differ(fmt.Sprintf("how often the log of the server has %s (%s)", name, id), 1, len(found))
		}
		for field, want := range map[string]string{"action": name, "user_id": by.UserID, "project_id": by.ProjectID} {
			if is := found[0][field]; is != want {
				return world.Differ(fmt.Sprintf("the %s of %s (%s) in the log of the server", field, name, id), want, is)
			}
		}
	}
	return nil
}

// nameInLog is the name under which the log of a server has a request, "" for a request that it may not have.
func nameInLog(x *world.Exchange, server *world.Noun) string {
	switch {
	case x.Asked.Service != openapi.Compute || x.Asked.Method != http.MethodPost || x.Status != http.StatusAccepted:
		return ""
	case x.Asked.Path == "/servers" && x.Text("/server/id") == server.ID:
		return "create"
	case x.Asked.Path == "/servers/"+server.ID+"/action":
		return recordedAs[wire.ActionOf(x.Sent())]
	}
	return ""
}

// firstPageFits checks that a page of one action has the newest one, and a link that goes on after it.
func firstPageFits(w *world.World, shown *world.Exchange, server *world.Noun, whole []map[string]any) error {
	if at, err := openapi.ParseVersion(shown.Asked.At); err != nil || at.Less(actionPages) || !isLastAsked(w, server) {
		return nil //nolint:nilerr // pages are of a numbered microversion
	}
	path := "/servers/" + server.ID + "/os-instance-actions"
	page, err := w.Observe(world.Request{
		Actor: shown.Asked.Actor, At: shown.Asked.At, Method: http.MethodGet, Path: path, Query: url.Values{"limit": {"1"}},
	}, http.StatusOK)
	if err != nil {
		return err
	}
	all, _ := page.Get("/instanceActions")
	actions := phrases.ObjectsIn(all)
	if len(actions) != 1 || len(whole) > 0 && fmt.Sprint(actions[0]["start_time"]) < fmt.Sprint(whole[0]["start_time"]) {
		return world.Differ("the first page of one action of the log of the server", whole[0], all)
	}
	links, _ := page.Get("/links")
	if differs := linkFits(links, path, fmt.Sprint(actions[0]["request_id"])); differs != "" {
		return world.Failf("the log of the server: %s", differs)
	}
	return nil
}

// creationFits checks that the log has the request that made a server which runs, and that its host did the work.
func creationFits(w *world.World, x *world.Exchange, server *world.Noun) error {
	now, err := fixtures.ShowServer(w, world.Observe, "", server, "")
	if err != nil || now.Text("/server/status") != "ACTIVE" || server.Facts["moved"] != nil || w.HadTrial() || !isLastAsked(w, server) {
		return err
	}
	if task, shown := now.Get("/server/OS-EXT-STS:task_state"); !shown || task != nil {
		return nil
	}
	got, err := readAction(w, x, server)
	if err != nil || got.Status != http.StatusOK {
		return err
	}
	by, err := w.Env().Target.Actor(x.Asked.Actor)
	if err != nil {
		return err
	}
	for field, want := range map[string]string{"action": "create", "user_id": by.UserID, "project_id": by.ProjectID} {
		if err := got.Shows("/instanceAction/"+field, want); err != nil {
			return err
		}
	}
	here := now.Text("/server/hostId")
	for _, e := range recordedEvents(got) {
		if id, told := e["hostId"]; told && e["result"] == "Success" && strings.HasPrefix(fmt.Sprint(e["event"]), "compute_") && id != here {
			return world.Differ(fmt.Sprintf("where the event %v of the creation took place, as the server's hostId says it", e["event"]), here, id)
		}
	}
	return eventsFit(got)
}
