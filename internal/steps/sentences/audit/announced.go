package audit

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"plumbline/internal/steps/session"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/world"
)

// announcedAs are fields of a notification about a server, with those that the server shows the same in.
var announcedAs = map[string]string{
	"tenant_id": "tenant_id", "user_id": "user_id", "display_name": "name", "display_description": "description", "key_name": "key_name",
	"locked": "locked", "metadata": "metadata", "auto_disk_config": "OS-DCF:diskConfig", "host_name": "OS-EXT-SRV-ATTR:hostname",
	"reservation_id": "OS-EXT-SRV-ATTR:reservation_id",
}

// announced checks what the message bus was told of an accepted action that is over and was the last one: each notification of the
// request names who asked and shows the server as it is, the last one its state, too, and one about a failure the reason
// (docs/contract/80-compute-operations.md §3). Where notifications cannot be read, tell nothing of the server or do not tell
// of which request they are, nothing is checked.
func announced(
	w *world.World, x *world.Exchange, server *world.Noun, by *session.Session, action *world.Exchange, listed map[string]any,
) error {
	present := w.Env().Target.Capabilities()[target.Notifications].Present
	if !present || listed == nil || w.HadTrial() || server.Facts["without end"] != nil || !isLastAsked(w, server) {
		return nil
	}
	begin, end := announcements(server, action, listed)
	if end == "" {
		return nil
	}
	var told []world.Notification
	withheld := false
	err := w.AtOnce("notification", "the notification "+end+" has come", func() (bool, string, error) {
		all, err := w.Notifications(server)
		told, withheld = nil, len(all) == 0 // nothing was ever told of the server, not even that it was made: other rows are about that
		var types []string
		for _, n := range all {
			of, tells := n.Payload["request_id"]
			withheld = withheld || !tells
			if of == x.Header.Get(requestHeader) {
				told, types = append(told, n), append(types, n.EventType)
			}
		}
		return withheld || slices.Contains(types, end), fmt.Sprint(types), err
	})
	if err != nil || withheld {
		return err
	}
	for _, of := range []string{begin, end} {
		if n := countOf(told, of); n != 1 {
			return world.Differ("how often the notification "+of+" of the action has come", 1, n)
		}
	}
	for _, n := range told {
		if err := tellsOf(n, by, listed); err != nil {
			return err
		}
	}
	return endsAs(told, end, listed)
}

func countOf(told []world.Notification, of string) (n int) {
	for _, one := range told {
		if one.EventType == of {
			n++
		}
	}
	return n
}

// announcements are the notifications of the beginning and of the end of an action that is over, "" where none is known.
func announcements(server *world.Noun, action *world.Exchange, listed map[string]any) (begin, end string) {
	name, last := action.Text("/instanceAction/action"), "end"
	if message, _ := action.Get("/instanceAction/message"); message != nil {
		onHost := slices.ContainsFunc(recordedEvents(action), func(e map[string]any) bool {
			return e["event"] == "compute_rebuild_instance" && e["result"] == "Error"
		})
		if name != "rebuild" || !onHost {
			return "", ""
		}
		last = "error"
	}
	before, _ := server.Facts["before"].(*world.Exchange)
	switch was := before; {
	case name == "shelve" && listed["image"] == "":
		name = "shelve_offload"
	case name == "unshelve" && (was == nil || was.Text("/server/status") == ""):
		return "", ""
	case name == "unshelve" && was.Text("/server/status") == "SHELVED":
		name = "power_on"
	}
	return "instance." + name + ".start", "instance." + name + "." + last
}

// tellsOf compares a notification of an action with who asked for it and with the server after it.
func tellsOf(n world.Notification, by *session.Session, listed map[string]any) error {
	what := func(field string) string { return fmt.Sprintf("the %s of the notification %s", field, n.EventType) }
	for field, want := range map[string]any{"action_initiator_user": by.UserID, "action_initiator_project": by.ProjectID} {
		if got, there := n.Payload[field]; there && got != want {
			return world.Differ(what(field), want, got)
		}
	}
	for _, field := range slices.Sorted(maps.Keys(announcedAs)) {
		want, shown := listed[announcedAs[field]]
		if got, there := n.Payload[field]; there && shown && !reflect.DeepEqual(got, want) {
			return world.Differ(what(field), want, got)
		}
	}
	host, _ := listed[hostField].(string)
	rebuilt := strings.HasPrefix(n.EventType, "instance.rebuild.")
	if host == "" || !rebuilt && !strings.HasPrefix(n.EventType, "instance.unshelve.") {
		return nil
	}
	if n.Publisher != "" && n.Publisher != "nova-compute:"+host {
		return world.Differ("who has sent the notification "+n.EventType, "nova-compute:"+host, n.Publisher)
	}
	if rebuilt && n.Payload["host"] != host {
		return world.Differ(what("host"), host, n.Payload["host"])
	}
	if image, _ := listed["image"].(map[string]any); rebuilt && image != nil && n.Payload["image_uuid"] != image["id"] {
		return world.Differ(what("image_uuid"), image["id"], n.Payload["image_uuid"])
	}
	return nil
}

// endsAs checks that the last notification of an action has the state that the server is in, or why it failed.
func endsAs(told []world.Notification, end string, listed map[string]any) error {
	n := told[slices.IndexFunc(told, func(n world.Notification) bool { return n.EventType == end })]
	if strings.HasSuffix(end, ".error") {
		fault, _ := n.Payload["fault"].(map[string]any)
		data, _ := fault["nova_object.data"].(map[string]any)
		if why, _ := data["exception_message"].(string); why == "" {
			return world.Differ("the fault of the notification "+end, "a reason", n.Payload["fault"])
		}
		return nil
	}
	if end == "instance.shelve.end" {
		return nil // the server may have left its host since
	}
	for field, want := range map[string]any{
		"state": listed["OS-EXT-STS:vm_state"], "task_state": nil, "host": listed[hostField], "fault": nil,
	} {
		if got := n.Payload[field]; (want != nil || field != "host") && got != want {
			return world.Differ(fmt.Sprintf("the %s of the notification %s", field, end), want, got)
		}
	}
	return nil
}
