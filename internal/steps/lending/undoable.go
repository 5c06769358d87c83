package lending

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/wire"
	"plumbline/internal/steps/world"
)

// parameters are the fields of a server that a rebuild can set, with the parameter that sets each.
var parameters = map[string]string{
	"name": "name", "key_name": "key_name", "metadata": "metadata", "description": "description", "accessIPv4": "accessIPv4",
	"accessIPv6": "accessIPv6", "OS-DCF:diskConfig": "OS-DCF:diskConfig", "OS-EXT-SRV-ATTR:hostname": "hostname",
	"trusted_image_certificates": "trusted_image_certificates",
}

// silent are parameters of a rebuild that leave nothing behind which a case could see. Injected files are on the guest's disk, which the
// rebuild that brings the server back makes anew.
var silent = []string{"imageRef", "adminPass", "preserve_ephemeral", "personality"}

// pinAt is the microversion in which an unshelve can pin a server to a zone and take the pin away.
const pinAt = "2.91"

// statuses are those of servers at rest that can be brought back.
var statuses = []string{"ACTIVE", "SHUTOFF", "PAUSED", "SUSPENDED", "SHELVED", "SHELVED_OFFLOADED"}

// shownActions are those whose every effect on a server is shown, whatever their arguments.
var shownActions = []string{
	"lock", "unlock", "os-start", "os-stop", "os-resetState", "pause", "unpause", "suspend", "resume", "shelve", "shelveOffload",
}

// Undoable tells whether the cloud shows all that an accepted request has changed, so that Restore can bring the server back to the
// look: it was an action of the server, it changed what the server shows, or it set the state of a volume, which the case sets back.
// What it made may also be among what Restore removes: what the case itself made, and with strip what all but the first Given sentences
// did.
func Undoable(w *world.World, l *Look, x *world.Exchange, strip bool) bool {
	server, err := w.Recall("server", "")
	if err != nil || l == nil {
		return false
	}
	if world.Updates(x, server.ID) {
		return updateIsShown(x, server, l)
	}
	if isRemoved(w, x, server, strip) {
		return true
	}
	action := wire.ActionOf(x.Sent())
	if x.Asked.Service == openapi.BlockStorage {
		return action == "os-reset_status" || action == "os-reimage" && w.Max().AtLeast(openapi.MustVersion(restoreAt))
	}
	if x.Asked.Method == http.MethodPost && x.Asked.Path == "/os-server-external-events" {
		return true // a server at rest waits for no event
	}
	if x.Asked.Method != http.MethodPost || x.Asked.Path != "/servers/"+server.ID+"/action" {
		return false
	}
	switch action {
	case "rebuild":
		return rebuildIsShown(w, x, l, strip)
	case "unshelve":
		_, pins := argumentsOf(x, action)["availability_zone"]
		return !pins || w.Max().AtLeast(openapi.MustVersion(pinAt))
	default:
		return slices.Contains(shownActions, action)
	}
}

// Hides answers what keeps the cloud from showing all that the case has changed since its Given sentences, or (base) the first of them: ""
// where nothing does, so that Restore may bring the server back to the look.
func Hides(w *world.World, was *Look, base bool) string {
	if !AtRest(w, was) {
		return "the server was not at rest at first"
	}
	for _, x := range w.ActionsSince(base) {
		if !Undoable(w, was, x, base) {
			_, of, _ := strings.Cut(x.Asked.Path, "/")
			kind, _, _ := strings.Cut(of, "/")
			return "not all is shown that is changed by " + cmp.Or(wire.ActionOf(x.Sent()), x.Asked.Method) + " of " + kind
		}
	}
	return ""
}

// AtRest tells whether the look is of a server at rest, and no sentence of the case has set it to work.
func AtRest(w *world.World, l *Look) bool {
	server, err := w.Recall("server", "")
	if err != nil || l == nil {
		return false
	}
	task, shown := l.server["OS-EXT-STS:task_state"]
	status, _ := l.server["status"].(string)
	return shown && task == nil && slices.Contains(statuses, status) &&
		!slices.ContainsFunc([]string{"busy", "moved", "gone", "without end"}, func(fact string) bool { return w.GivenFact(server, fact) != nil })
}

// updateIsShown tells whether a request changed only fields of the server that can be set back.
func updateIsShown(x *world.Exchange, server *world.Noun, l *Look) bool {
	if x.Asked.Path != "/servers/"+server.ID {
		return true // metadata and tags are shown whole
	}
	for name := range argumentsOf(x, "server") {
		if field := fieldOf(name); field == "" || l.server[field] == nil && field != "description" {
			return false
		}
	}
	return true
}

// isRemoved tells whether a request made, or is about, something that Restore removes: a snapshot, an image of a volume, an attachment that
// only block storage knows, what another server has, or a volume that it takes off the server.
func isRemoved(w *world.World, x *world.Exchange, server *world.Noun, strip bool) bool {
	if x.Asked.Method == http.MethodPost {
		for _, made := range []string{"/snapshot/id", "/attachment/id", "/os-volume_upload_image/image_id"} {
			if x.Asked.Service == openapi.BlockStorage && w.Removes(x.Text(made), strip) {
				return true
			}
		}
		if x.Asked.Path == "/servers/"+server.ID+"/os-volume_attachments" {
			return w.Removes(x.Text("/volumeAttachment/volumeId"), strip)
		}
	}
	of, found := strings.CutPrefix(x.Asked.Path, "/servers/")
	id, _, _ := strings.Cut(of, "/")
	return found && id != server.ID && w.Removes(id, strip)
}

// rebuildIsShown tells whether all parameters of a rebuild are fields that can be set back.
func rebuildIsShown(w *world.World, x *world.Exchange, l *Look, strip bool) bool {
	for name := range argumentsOf(x, "rebuild") {
		if slices.Contains(silent, name) || name == userData && userDataIsSeen(w, strip) {
			continue
		}
		if name == "key_name" && w.Max().Less(openapi.MustVersion("2.54")) {
			return false
		}
		field := fieldOf(name)
		if _, shown := l.server[field]; field == "" || !shown {
			return false
		}
	}
	return len(l.volumes) == 0 || w.Max().AtLeast(openapi.MustVersion(restoreAt))
}

// userData is the parameter of a rebuild that only administrators see later.
const userData = "user_data"

// userDataIsSeen tells whether the server had no user data at first, as none has that Given sentences boot, and somebody can see and take
// away what it has now.
func userDataIsSeen(w *world.World, strip bool) bool {
	_, err := w.Env().Target.Actor("admin")
	return err == nil && w.Max().AtLeast(openapi.MustVersion("2.57")) && !slices.ContainsFunc(w.ChangesBefore(strip), namesUserData)
}

func namesUserData(x *world.Exchange) bool {
	return bytes.Contains(x.Sent(), []byte(`"`+userData+`"`)) || x.Unseen && wire.ActionOf(x.Sent()) == "rebuild"
}

// unseenArguments are the arguments of an action that a client program sends, as far as they may change a server; the values say nothing.
func unseenArguments(action string) map[string]any {
	switch action {
	case "rebuild":
		all := map[string]any{userData: nil}
		for _, parameter := range parameters {
			all[parameter] = nil
		}
		return all
	case "unshelve":
		return map[string]any{"availability_zone": "a zone that nobody has seen"}
	}
	return nil
}

// fieldOf is the field that a parameter of a rebuild sets, "" for none.
func fieldOf(parameter string) string {
	for field, name := range parameters {
		if name == parameter {
			return field
		}
	}
	return ""
}

// argumentsOf are the arguments of an action: all that it may have where nobody has seen them.
func argumentsOf(x *world.Exchange, action string) map[string]any {
	if x.Unseen && wire.ActionOf(x.Sent()) == action {
		return unseenArguments(action)
	}
	var sent map[string]map[string]any
	if json.Unmarshal(x.Sent(), &sent) != nil {
		return nil
	}
	return sent[action]
}
