package lending

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/fixtures"
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

// restoreAt is the microversion in which all parameters have their present meaning, and a root volume can be written again.
const restoreAt = "2.93"

// pinAt is the microversion in which an unshelve can pin a server to a zone and take the pin away.
const pinAt = "2.91"

// back says which action brings a server from one status to another.
var back = map[[2]string]string{
	{"SHUTOFF", "ACTIVE"}: "os-start", {"ACTIVE", "SHUTOFF"}: "os-stop", {"PAUSED", "ACTIVE"}: "unpause",
	{"SUSPENDED", "ACTIVE"}: "resume", {"SHELVED", "ACTIVE"}: "unshelve", {"SHELVED_OFFLOADED", "ACTIVE"}: "unshelve",
}

// statuses are those of servers at rest that can be brought back.
var statuses = []string{"ACTIVE", "SHUTOFF", "PAUSED", "SUSPENDED", "SHELVED", "SHELVED_OFFLOADED"}

// shownActions are those whose every effect on a server is shown, whatever their arguments.
var shownActions = []string{
	"lock", "unlock", "os-start", "os-stop", "os-resetState", "pause", "unpause", "suspend", "resume", "shelve", "shelveOffload",
}

// Undoable tells whether the cloud shows all that an accepted request has changed, so that Restore can bring the server back to the
// look: it was an action of the server, or it set the state of a volume, which the case sets back.
func Undoable(w *world.World, l *Look, x *world.Exchange) bool {
	server, err := w.Recall("server", "")
	if err != nil || l == nil {
		return false
	}
	action := wire.ActionOf(x.Sent())
	if x.Asked.Service == openapi.BlockStorage && action == "os-reset_status" {
		return true
	}
	if x.Asked.Method == http.MethodPost && x.Asked.Path == "/os-server-external-events" {
		return true // a server at rest waits for no event
	}
	if x.Asked.Method != http.MethodPost || x.Asked.Path != "/servers/"+server.ID+"/action" {
		return false
	}
	switch action {
	case "rebuild":
		return rebuildIsShown(w, x, l)
	case "unshelve":
		_, pins := argumentsOf(x, action)["availability_zone"]
		return !pins || w.Max().AtLeast(openapi.MustVersion(pinAt))
	default:
		return slices.Contains(shownActions, action)
	}
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

// rebuildIsShown tells whether all parameters of a rebuild are fields that can be set back.
func rebuildIsShown(w *world.World, x *world.Exchange, l *Look) bool {
	for name := range argumentsOf(x, "rebuild") {
		if slices.Contains(silent, name) {
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

// fieldOf is the field that a parameter of a rebuild sets, "" for none.
func fieldOf(parameter string) string {
	for field, name := range parameters {
		if name == parameter {
			return field
		}
	}
	return ""
}

// argumentsOf are the arguments of an action.
func argumentsOf(x *world.Exchange, action string) map[string]any {
	var sent map[string]map[string]any
	if json.Unmarshal(x.Sent(), &sent) != nil {
		return nil
	}
	return sent[action]
}

// Goal says to what Restore brings a world back.
type Goal struct {
	// Strip removes what the later Given sentences made.
	Strip bool
	// StripFirst: that is done before the server is brought back, since what they made is in its way, such as a closed host.
	StripFirst bool
	// AnyZone: no Given sentence that stays goes by the zone that the server was in last, or changes what it is pinned to.
	AnyZone bool
}

// Restore brings the server back to what it was in a look, and answers what is seen then. An error says that server and volumes are
// not what they were, or that nobody knows: they cannot serve another case.
func Restore(w *world.World, was *Look, to Goal) (now *Look, err error) {
	err = w.Tidy(func() error {
		since := w.ActionsSince(to.Strip)
		if to.StripFirst {
			if err := w.Strip(); err != nil {
				return err
			}
		}
		zone, err := bringBack(w, was, since, to)
		if err != nil {
			return err
		}
		if to.Strip && !to.StripFirst {
			if err := w.Strip(); err != nil {
				return err
			}
		}
		if zone != nil {
			w.Regive(w.Noun("server", ""), "zone", zone)
		}
		if now, err = LookNow(w); err != nil {
			return err
		}
		return alike(was, now)
	})
	return now, err
}

// bringBack undoes what differs, one thing after the other. since are the accepted requests that may have changed anything. zone is
// the one that an offloaded server was in last, nil where nothing was done about it.
func bringBack(w *world.World, was *Look, since []*world.Exchange, to Goal) (zone any, err error) {
	server := w.Noun("server", "")
	if err := withoutEnd(w, was, since); err != nil {
		return nil, err
	}
	now, err := comeToRest(w, server)
	if err != nil {
		return nil, err
	}
	if err := lostVolume(was, now, since); err != nil {
		return nil, err
	}
	if now.server["locked"] == true {
		if err := fixtures.Unlock(w, server); err != nil {
			return nil, err
		}
	}
	if zone, err = bringUp(w, was, now, since, to); err == nil && was.server["locked"] == true {
		err = lockAgain(w, server)
	}
	return zone, err
}

// lockAgain locks the server as the Given sentence did that locked it last: with its reason, by the same actor.
func lockAgain(w *world.World, server *world.Noun) error {
	for _, x := range slices.Backward(w.GivenChanges()) {
		if x.Asked.Path == "/servers/"+server.ID+"/action" && wire.ActionOf(x.Sent()) == "lock" {
			again := x.Asked
			_, err := w.Setup(again, http.StatusAccepted)
			return err
		}
	}
	return fmt.Errorf("who locked server %s is not known", server.ID)
}

// bringUp undoes what differs of a server that is not locked, one thing after the other, as bringBack does.
func bringUp(w *world.World, was, now *Look, since []*world.Exchange, to Goal) (zone any, err error) {
	server := w.Noun("server", "")
	if now.server["status"] == "ERROR" && len(was.volumes) == 0 && wire.ActionOf(w.Asked().Sent()) == "rebuild" {
		return nil, rebuildBack(w, was, now, server, since)
	}
	if !to.AnyZone && slices.ContainsFunc(since, namesZone) {
		return nil, fmt.Errorf("what server %s was pinned to after the Given sentences is not known", server.ID)
	}
	from, before := fmt.Sprint(now.server["status"]), fmt.Sprint(was.server["status"])
	if before == "SHELVED_OFFLOADED" && (from == "ACTIVE" || repinned(server, since)) {
		return offload(w, server, now, since, to.AnyZone)
	}
	if from != before {
		action, known := back[[2]string{from, before}]
		if !known {
			return nil, fmt.Errorf("server %s is %s, and was %s", server.ID, from, before)
		}
		if err := fixtures.ActSetup(w, "", server, action, nil, before); err != nil {
			return nil, err
		}
		if now, err = LookNow(w); err != nil {
			return nil, err
		}
	}
	return nil, rebuildBack(w, was, now, server, since)
}

// lostVolume refuses a server one of whose volumes a rebuild has left in error: it does not start again, and nothing but the time would
// tell so.
func lostVolume(was, now *Look, since []*world.Exchange) error {
	rebuilt := slices.ContainsFunc(since, func(x *world.Exchange) bool { return wire.ActionOf(x.Sent()) == "rebuild" })
	for name, volume := range now.volumes {
		if rebuilt && volume.fields["status"] == "error" && was.volumes[name].fields["status"] != "error" {
			return fmt.Errorf("a rebuild has left volume %s of the server in error", name)
		}
	}
	return nil
}

// withoutEnd refuses a server with a volume that was rebuilt again after a rebuild that may have failed: Zed and 2025.1 take that, and
// never end it where the first one could not write the volume. So nobody waits for it.
func withoutEnd(w *world.World, was *Look, since []*world.Exchange) error {
	rebuilds := 0
	for _, x := range since {
		if wire.ActionOf(x.Sent()) == "rebuild" {
			rebuilds++
		}
	}
	if len(was.volumes) == 0 || rebuilds == 0 || rebuilds == 1 && was.server["status"] != "ERROR" {
		return nil
	}
	return fmt.Errorf("server %s has a volume, and was rebuilt more than once: that may never end", w.Noun("server", "").ID)
}

// comeToRest waits until the server has no task, which one that failed may keep for good, and answers what is seen of it and of its
// volumes then.
func comeToRest(w *world.World, server *world.Noun) (now *Look, err error) {
	if now, err = LookNow(w); err != nil || now.server["OS-EXT-STS:task_state"] == nil {
		return now, err // what the case has seen a moment ago will do
	}
	err = w.AtOnce("shelve", "the server is at rest", func() (bool, string, error) {
		if now, err = LookNow(w); err != nil {
			return false, "", err
		}
		status, task := fmt.Sprint(now.server["status"]), now.server["OS-EXT-STS:task_state"]
		if status == "ERROR" && task != nil {
			return false, "", fmt.Errorf("server %s is %s with the task %v", server.ID, status, task)
		}
		return task == nil, fmt.Sprintf("%s, task %v", status, task), nil
	})
	return now, err
}

// namesZone tells whether a request may have changed what the server is pinned to: a Given sentence may have pinned it elsewhere than where
// it was created.
func namesZone(x *world.Exchange) bool {
	_, names := argumentsOf(x, "unshelve")["availability_zone"]
	return names
}

// repinned tells whether an accepted unshelve has pinned the server to another zone than it was created in, or taken the pin away, also
// where the server did not come up. Below 2.96 no field shows that.
func repinned(server *world.Noun, since []*world.Exchange) bool {
	pin, _ := server.Facts["asked zone"].(string)
	return slices.ContainsFunc(since, func(x *world.Exchange) bool {
		named, pins := argumentsOf(x, "unshelve")["availability_zone"]
		return pins && (named != pin || pin == "") && (pin != "" || named != nil)
	})
}

// offload shelves and offloads a server that was brought up, and answers the zone that it was in last. One that was pinned to a
// zone, or whose pin was taken away, is brought up once more with the pin that it was created with.
func offload(w *world.World, server *world.Noun, now *Look, since []*world.Exchange, anyZone bool) (zone any, err error) {
	if repinned(server, since) {
		if now, err = pinAgain(w, server, now); err != nil {
			return nil, err
		}
	}
	zone = now.server["OS-EXT-AZ:availability_zone"]
	if was := w.GivenFact(server, "zone"); was != zone && !anyZone {
		return nil, fmt.Errorf("server %s is in zone %v, and was in %v", server.ID, zone, was)
	}
	return zone, fixtures.Offload(w, server)
}

// pinAgain brings a server up with the pin that it was created with.
func pinAgain(w *world.World, server *world.Noun, now *Look) (*Look, error) {
	if now.server["status"] == "ACTIVE" {
		if err := fixtures.Offload(w, server); err != nil {
			return nil, err
		}
	}
	var zone any
	if pin, _ := server.Facts["asked zone"].(string); pin != "" {
		zone = pin
	}
	if _, err := w.Setup(world.Request{
		Actor: server.Owner, At: pinAt, Method: http.MethodPost, Path: "/servers/" + server.ID + "/action",
		Body: map[string]any{"unshelve": map[string]any{"availability_zone": zone}},
	}, http.StatusAccepted); err != nil {
		return nil, err
	}
	if err := fixtures.AwaitServer(w, server, "shelve", "ACTIVE"); err != nil {
		return nil, err
	}
	return LookNow(w)
}

// rebuildBack rebuilds the server with its earlier image and all that other rebuilds have set, unless they named nothing and the
// server is as it was. What they named is set in any case: whose key pair a name means is not shown.
func rebuildBack(w *world.World, was, now *Look, server *world.Noun, since []*world.Exchange) error {
	body := map[string]any{}
	for field, parameter := range parameters {
		value, had := was.server[field]
		named := slices.ContainsFunc(since, func(x *world.Exchange) bool {
			_, is := argumentsOf(x, "rebuild")[parameter]
			return is
		})
		if had && (named || !reflect.DeepEqual(value, now.server[field])) {
			body[parameter] = value
		}
	}
	if len(body) == 0 && !rewritten(was, now) {
		return nil
	}
	if body["imageRef"] = imageOf(was); body["imageRef"] == nil {
		return fmt.Errorf("the image of server %s is not known", server.ID)
	}
	if _, err := w.Setup(world.Request{
		Actor: server.Owner, At: w.Newest(restoreAt), Method: http.MethodPost, Path: "/servers/" + server.ID + "/action",
		Body: map[string]any{"rebuild": body},
	}, http.StatusAccepted); err != nil {
		return err
	}
	return fixtures.AwaitServer(w, server, "server-action", fmt.Sprint(was.server["status"]))
}

// rewritten tells whether the server's disk or root volume is of another image now, or the server has failed.
func rewritten(was, now *Look) bool {
	const of = "volume_image_metadata"
	return now.server["status"] != was.server["status"] || !reflect.DeepEqual(was.server["image"], now.server["image"]) ||
		!reflect.DeepEqual(was.volumes[fixtures.RootVolume].fields[of], now.volumes[fixtures.RootVolume].fields[of])
}

// imageOf is the image of which the server's disk was made: its own, or that of its root volume.
func imageOf(l *Look) any {
	if image, _ := l.server["image"].(map[string]any); image != nil {
		return image["id"]
	}
	of, _ := l.volumes[fixtures.RootVolume].fields["volume_image_metadata"].(map[string]any)
	return of["image_id"]
}
