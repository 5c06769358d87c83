package audit

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

const (
	requestHeader = "X-Openstack-Request-Id"
	sinceOne      = plan.Since1
	// logVersion is the microversion in which an action shows its last update, and the hosts of its events with details of failures.
	logVersion = "2.84"
)

// recorded are the server actions whose records are checked.
var recorded = map[string]bool{"rebuild": true, "unshelve": true, "shelve": true}

// movedLast are actions after which no scenario moves the server to another host; it may be offloaded.
var movedLast = map[string]bool{"rebuild": true}

// readAction reads the server action of the subject exchange, as the admin where there is one: other users see fewer fields.
func readAction(w *world.World, x *world.Exchange, server *world.Noun) (*world.Exchange, error) {
	who := "admin"
	if s, err := w.Env().Target.Actor(who); err != nil || s == nil {
		who = server.Owner
	}
	return w.Do(world.Observe, world.Request{
		Actor: who, At: w.Newest(logVersion), Method: http.MethodGet,
		Path: "/servers/" + server.ID + "/os-instance-actions/" + x.Header.Get(requestHeader),
	})
}

// isLogWithheld tells whether the cloud's policy refuses the log of actions to the run's actors. Other rows are about that;
// here the check is skipped.
func isLogWithheld(x *world.Exchange) bool { return x.Status == http.StatusForbidden }

// notRecorded checks that a refused request has no record.
func notRecorded(w *world.World, x *world.Exchange, server *world.Noun) error {
	got, err := readAction(w, x, server)
	if err != nil {
		return err
	}
	if got.Status != http.StatusNotFound && !isLogWithheld(got) {
		return world.Differ("the record of an action that was refused", "none (404)", got.Status)
	}
	return nil
}

// recordedWell waits until the action has ended, unless the scenario leaves work under way, and checks its record.
func recordedWell(w *world.World, x *world.Exchange, server *world.Noun, name string) error {
	now, err := fixtures.ShowServer(w, world.Observe, "", server, "")
	if err != nil {
		return err
	}
	task, _ := now.Get("/server/OS-EXT-STS:task_state")
	var last *world.Exchange
	err = w.Eventually("observation", "the action "+name+" has ended", func() (bool, string, error) {
		var err error
		if last, err = readAction(w, x, server); err != nil {
			return false, "", err
		}
		if isLogWithheld(last) {
			return true, "", nil
		}
		if last.Status != http.StatusOK {
			return false, "", world.Differ("the answer to asking for the record of the action", http.StatusOK, last.Status)
		}
		if _, shown := last.Get("/instanceAction/events"); !shown {
			return true, "", nil // below 2.51 only administrators see events
		}
		events := recordedEvents(last)
		open := slices.ContainsFunc(events, func(e map[string]any) bool { return e["finish_time"] == nil })
		return task != nil || server.Facts["without end"] != nil || len(events) > 0 && !open, fmt.Sprint(events), nil
	})
	if err != nil {
		return err
	}
	if isLogWithheld(last) {
		return nil
	}
	asked, err := w.Env().Target.Actor(x.Asked.Actor)
	if err != nil {
		return err
	}
	for field, want := range map[string]string{
		"action": name, "instance_uuid": server.ID, "request_id": x.Header.Get(
			requestHeader), "user_id": asked.UserID, "project_id": asked.ProjectID,
	} {
		if err := last.Shows("/instanceAction/"+field, want); err != nil {
			return err
		}
	}
	if err := eventsFit(last); err != nil {
		return err
	}
	if err := ofNoOther(w, last, server); err != nil {
		return err
	}
	rest, err := fixtures.ShowServer(w, world.Observe, "", server, "")
	if err != nil {
		return err
	}
	if err := keepsTheRest(w, x, server, rest); err != nil {
		return err
	}
	if err := volumesFit(w, name); err != nil {
		return err
	}
	attachments, err := attachedLikewise(w, server, rest)
	if err != nil {
		return err
	}
	switch name {
	case "rebuild":
		if err = rebuiltAsAsked(w, x, rest); err == nil {
			err = pairsFit(w, x)
		}
	case "unshelve":
		err = copyGone(w, server, rest)
	}
	if err != nil {
		return err
	}
	listed, err := detailedLikewise(w, server, rest)
	if err != nil {
		return err
	}
	if err := fitsElsewhere(w, server, name, listed); err != nil {
		return err
	}
	if err := placedAsAsked(w, x, server, name, last, listed); err != nil {
		return err
	}
	if err := attachedElsewhere(w, server, last, listed, attachments); err != nil {
		return err
	}
	if err := timesMove(w, server, name, last, rest); err != nil {
		return err
	}
	if err := announced(w, x, server, asked, last, listed); err != nil {
		return err
	}
	if err := tookPlaceHere(last, now); err != nil {
		return err
	}
	return listedLikewise(w, last, server)
}

func recordedEvents(x *world.Exchange) []map[string]any {
	events, _ := x.Get("/instanceAction/events")
	return phrases.ObjectsIn(events)
}

// eventsFit checks that each event ends after it began, within its action and with Success or Error, and that an action
// with a failed event has an error message. The times are texts that sort by time.
func eventsFit(x *world.Exchange) error {
	began, _ := x.Get("/instanceAction/start_time")
	failed, message := false, any(nil)
	for _, e := range recordedEvents(x) {
		if e["finish_time"] == nil {
			continue // the scenario leaves work under way
		}
		start, end := fmt.Sprint(e["start_time"]), fmt.Sprint(e["finish_time"])
		if start < fmt.Sprint(began) || end < start {
			return world.Failf("the event %v of an action that began at %v goes from %s to %s", e["event"], began, start, end)
		}
		switch e["result"] {
		case "Success":
			if e["traceback"] != nil || e["details"] != nil {
				return world.Differ("the traceback and details of an event that succeeded", nil, []any{e["traceback"], e["details"]})
			}
		case "Error":
			failed = true
			if details, shown := e["details"]; shown && (details == nil || details == "") {
				return world.Differ("the details of the event "+fmt.Sprint(e["event"])+", which failed", "why", details)
			}
		default:
			return world.Differ("the result of an event that has ended", "Success or Error", e["result"])
		}
		if err := hostOfEvent(e, x.Text("/instanceAction/project_id")); err != nil {
			return err
		}
	}
	if failed {
		message = "Error"
	}
	if _, shown := x.Get("/instanceAction/events"); !shown {
		return nil // a member sees them from 2.51 on
	}
	if got, _ := x.Get("/instanceAction/message"); got != message {
		return world.Differ("the message of an action one of whose events failed: "+fmt.Sprint(failed), message, got)
	}
	return changedWithEvents(x)
}

// hostOfEvent checks that an event that shows its host shows its id for the project of the action, too: the hash of project and host
// (nova/api/openstack/compute/instance_actions.py).
func hostOfEvent(e map[string]any, project string) error {
	host, shown := e["host"]
	if !shown {
		return nil
	}
	sum := sha256.Sum224([]byte(project + fmt.Sprint(host)))
	if want := hex.EncodeToString(sum[:]); host == nil || host == "" || e["hostId"] != want {
		return world.Differ(fmt.Sprintf("where the event %v took place: the id of host %v for the project of the action", e["event"], host),
			want, e["hostId"])
	}
	return nil
}

// changedWithEvents checks that an action whose events have ended was changed when one of them began or ended
// (nova/db/main/api.py:action_event_finish).
func changedWithEvents(x *world.Exchange) error {
	updated, times := x.Text("/instanceAction/updated_at"), []string{}
	for _, e := range recordedEvents(x) {
		if e["finish_time"] == nil {
			return nil
		}
		times = append(times, fmt.Sprint(e["start_time"]), fmt.Sprint(e["finish_time"]))
	}
	if updated != "" && len(times) > 0 && (!slices.Contains(times, updated) || updated < fmt.Sprint(recordedEvents(x)[0]["start_time"])) {
		return world.Differ("when the action was changed: with its last event", times, updated)
	}
	return nil
}

// tookPlaceHere checks that the compute service of the server's host did the last work, if the action went well and the
// server is on a host. The hostId of a host differs by project; the log has the one for the project of the request.
func tookPlaceHere(action, server *world.Exchange) error {
	events := recordedEvents(action)
	here := server.Text("/server/hostId")
	if message, _ := action.Get("/instanceAction/message"); message != nil || here == "" || !movedLast[action.Text("/instanceAction/action")] {
		return nil
	}
	if action.Text("/instanceAction/project_id") != server.Text("/server/tenant_id") {
		return nil
	}
	for _, e := range events {
		if id, shown := e["hostId"]; shown && strings.HasPrefix(fmt.Sprint(e["event"]), "compute_") && e["finish_time"] != nil && id != here {
			return world.Differ(fmt.Sprintf("where the event %v took place, as the server's hostId says it", e["event"]), here, id)
		}
	}
	return nil
}

// becameSince tells whether an action that was read while under way has another value now; a read in between may show either.
func becameSince(w *world.World, shown *world.Exchange, server *world.Noun, field string, value any) (bool, error) {
	if was, _ := shown.Get("/instanceAction/" + field); field != "message" || was == value {
		return false, nil
	}
	again, err := w.Observe(world.Request{
		Actor: shown.Asked.Actor, At: shown.Asked.At, Method: http.MethodGet,
		Path: "/servers/" + server.ID + "/os-instance-actions/" + shown.Text("/instanceAction/request_id"),
	}, 200)
	if err != nil {
		return false, err
	}
	is, _ := again.Get("/instanceAction/" + field)
	return is == value, nil
}

// listedLikewise checks that the list of actions shows the action once, with the same fields, and has the newest first.
func listedLikewise(w *world.World, shown *world.Exchange, server *world.Noun) error {
	found, last, pages, newest, log := 0, "", url.Values{}, isLastAsked(w, server), []map[string]any(nil)
	for page := 0; ; page++ {
		list, err := w.Observe(world.Request{
			Actor: shown.Asked.Actor, At: shown.Asked.At, Method: http.MethodGet,
			Path: "/servers/" + server.ID + "/os-instance-actions", Query: maps.Clone(pages),
		}, 200)
		if err != nil {
			return err
		}
		all, _ := list.Get("/instanceActions")
		actions := phrases.ObjectsIn(all)
		log = append(log, actions...)
		for _, a := range actions {
			start := fmt.Sprint(a["start_time"])
			if a["instance_uuid"] != server.ID || last != "" && strings.Compare(start, last) > 0 {
				return world.Failf("the list of actions has %v of server %v at %s after one at %s", a["action"], a["instance_uuid"], start, last)
			}
			last = start
			if a["request_id"] != shown.Text("/instanceAction/request_id") {
				if found == 0 && newest && a["user_id"] == shown.Text("/instanceAction/user_id") { // operators may move it meanwhile
					return world.Failf("the list of actions has %v (%v), which nobody asked for, before the last one", a["action"], a["request_id"])
				}
				continue
			}
			found++
			if err := listedAs(w, shown, server, a); err != nil {
				return err
			}
		}
		if _, more := list.Get("/links/0"); !more || len(actions) == 0 || page == mostPages {
			break
		}
		pages.Set("marker", fmt.Sprint(actions[len(actions)-1]["request_id"]))
	}
	// Before there were pages the log may be cut, which nobody tells: what is not the newest may be missing.
	at, err := openapi.ParseVersion(shown.Asked.At)
	whole := err == nil && !at.Less(actionPages)
	if found != 1 && (found > 1 || whole || newest) {
		return world.Differ("how often the action is listed", 1, found)
	}
	if whole && !pages.Has("marker") { // a log of several pages may lack what came between two requests
		if err := earlierRecorded(w, server, log); err != nil {
			return err
		}
	}
	return firstPageFits(w, shown, server, log)
}

// isLastAsked tells whether no accepted request to the server came after the one that the scenario is about.
func isLastAsked(w *world.World, server *world.Noun) bool {
	all := w.Changes()
	after := all[slices.Index(all, w.Asked())+1:]
	return !slices.ContainsFunc(after, func(x *world.Exchange) bool { return strings.HasPrefix(x.Asked.Path, "/servers/"+server.ID) })
}

// mostPages bounds how many pages of a server's actions are read, also of a cloud whose links never end.
const mostPages = 100

// listedAs compares an action in the list with the action itself.
func listedAs(w *world.World, shown *world.Exchange, server *world.Noun, listed map[string]any) error {
	for _, field := range []string{"action", "user_id", "project_id", "start_time", "message"} {
		want, _ := shown.Get("/instanceAction/" + field)
		changed, err := becameSince(w, shown, server, field, listed[field])
		if err != nil {
			return err
		}
		if listed[field] != want && !changed {
			return world.Differ("the "+field+" of the action in the list", want, listed[field])
		}
	}
	return nil
}
