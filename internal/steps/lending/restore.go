package lending

import (
	"errors"
	"fmt"
	"net/http"
	"slices"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/wire"
	"plumbline/internal/steps/world"
)

// restoreAt is the microversion in which all parameters have their present meaning, and a root volume can be written again.
const restoreAt = "2.93"

// back says which action brings a server from one status to another.
var back = map[[2]string]string{
	{"SHUTOFF", "ACTIVE"}: "os-start", {"ACTIVE", "SHUTOFF"}: "os-stop", {"PAUSED", "ACTIVE"}: "unpause",
	{"SUSPENDED", "ACTIVE"}: "resume", {"SHELVED", "ACTIVE"}: "unshelve", {"SHELVED_OFFLOADED", "ACTIVE"}: "unshelve",
}

// noUserData checks, as an administrator, that the server has no user data.
func noUserData(w *world.World, server *world.Noun) error {
	x, err := fixtures.ShowServer(w, world.Setup, "admin", server, "")
	if err != nil {
		return err
	}
	if value, shown := x.Get("/server/OS-EXT-SRV-ATTR:user_data"); !shown || value != nil {
		return errors.New("the server still has user data")
	}
	return nil
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
			if err := strip(w, was, w.Strip); err != nil {
				return err
			}
		}
		if !to.Strip && w.MadeLater() {
			if err := removeLater(w, was); err != nil {
				return err
			}
		}
		zone, err := bringBack(w, was, since, to)
		if err != nil {
			return err
		}
		if to.Strip && !to.StripFirst {
			if err := strip(w, was, w.Strip); err != nil {
				return err
			}
		}
		if zone != nil {
			w.Regive(w.Noun("server", ""), "zone", zone)
		}
		if now, err = LookNow(w); err != nil {
			return err
		}
		if slices.ContainsFunc(since, namesUserData) {
			if err := noUserData(w, w.Noun("server", "")); err != nil {
				return err
			}
		}
		server := w.Noun("server", "")
		if !to.AnyZone || server.Facts["asked zone"] != "" {
			return alike(was, now)
		}
		if place := now.server[zoneField]; place != "" && w.GivenFact(server, "zone") != nil {
			w.Regive(server, "zone", place)
		}
		return alike(was, now, placeFields...)
	})
	return now, err
}

const zoneField = "OS-EXT-AZ:availability_zone"

// placeFields say where a server is. One that was booted in no zone may be anywhere.
var placeFields = []string{
	zoneField, "hostId", "OS-EXT-SRV-ATTR:host", "OS-EXT-SRV-ATTR:hypervisor_hostname", "OS-EXT-SRV-ATTR:instance_name",
}

// removeLater removes what the case itself made, once the server is at rest.
func removeLater(w *world.World, was *Look) error {
	if _, err := comeToRest(w, w.Noun("server", "")); err != nil {
		return err
	}
	return strip(w, was, w.RemoveLater)
}

// strip takes the volumes that were attached later off the server, and removes what was made later.
func strip(w *world.World, was *Look, remove func() error) error {
	for _, name := range fixtures.VolumeNames {
		volume, err := w.Recall("volume", name)
		if _, had := was.volumes[name]; err != nil || had {
			continue
		}
		if err := detach(w, w.Noun("server", ""), volume); err != nil {
			return err
		}
	}
	servers := len(w.Nouns("server"))
	if err := remove(); err != nil || len(w.Nouns("server")) == servers {
		return err
	}
	for name := range was.volumes { // a server that had it, too, lets go of it a moment after it is gone
		if err := awaitDetached(w, w.Noun("volume", name)); err != nil {
			return err
		}
	}
	return nil
}

// awaitDetached waits while a volume is taken off a server.
func awaitDetached(w *world.World, volume *world.Noun) error {
	return w.AtOnce("server-action", "the volume is off the other server", func() (bool, string, error) {
		x, err := fixtures.ShowVolume(w, world.Setup, volume)
		if err != nil {
			return false, "", err
		}
		status := x.Text("/volume/status")
		return status != "detaching", status, nil
	})
}

// detach takes a volume off the server, if it has it. The volume may be in a state that a Given sentence has set.
func detach(w *world.World, server, volume *world.Noun) error {
	shown, err := fixtures.ShowVolume(w, world.Setup, volume)
	if err != nil {
		return err
	}
	if status := shown.Text("/volume/status"); status != "in-use" {
		if err := fixtures.ResetVolume(w, "admin", volume, "in-use"); err != nil {
			return err
		}
	}
	x, err := w.Setup(world.Request{
		Actor: server.Owner, Method: http.MethodDelete, Path: "/servers/" + server.ID + "/os-volume_attachments/" + volume.ID,
	}, http.StatusAccepted, http.StatusNotFound)
	if err != nil || x.Status == http.StatusNotFound {
		return err
	}
	return fixtures.AwaitVolume(w, volume, "server-action", "available")
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
	return errors.New("who locked the server is not known")
}

// bringUp undoes what differs of a server that is not locked, one thing after the other, as bringBack does.
func bringUp(w *world.World, was, now *Look, since []*world.Exchange, to Goal) (zone any, err error) {
	server := w.Noun("server", "")
	failed := now.server["status"] == "ERROR" && w.Asked() != nil && wire.ActionOf(w.Asked().Sent()) == "rebuild"
	if failed && len(was.volumes) > 0 {
		if now, err = resetState(w, server); err != nil {
			return nil, err
		}
	}
	if failed && len(was.volumes) == 0 {
		return nil, rebuildBack(w, was, now, server, since)
	}
	if !to.AnyZone && slices.ContainsFunc(since, namesZone) {
		return nil, errors.New("what the server was pinned to after the Given sentences is not known")
	}
	from, before := fmt.Sprint(now.server["status"]), fmt.Sprint(was.server["status"])
	if before == "SHELVED_OFFLOADED" && (from == "ACTIVE" || repinned(server, since)) {
		return offload(w, server, now, since, to.AnyZone)
	}
	if repinned(server, since) {
		return nil, fmt.Errorf("the server is pinned elsewhere than it was, and is to be %s", before)
	}
	if from != before {
		action, known := back[[2]string{from, before}]
		if !known {
			return nil, fmt.Errorf("the server is %s, and was %s", from, before)
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

// resetState has an administrator make a server ACTIVE whose rebuild has failed before it touched the root volume: no host was found, or
// the driver refused. What else the failure may have changed is compared later.
func resetState(w *world.World, server *world.Noun) (*Look, error) {
	if _, err := w.Env().Target.Actor("admin"); err != nil {
		return nil, fmt.Errorf("the server is ERROR: %w", err)
	}
	if err := fixtures.ActSetup(w, "admin", server, "os-resetState", map[string]any{"state": "active"}, "ACTIVE"); err != nil {
		return nil, err
	}
	return LookNow(w)
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
	return errors.New("the server has a volume, and was rebuilt more than once: that may never end")
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
			return false, "", fmt.Errorf("the server is %s with the task %v", status, task)
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
	zone = now.server[zoneField]
	if was := w.GivenFact(server, "zone"); was != zone && !anyZone {
		return nil, fmt.Errorf("the server is in zone %v, and was in %v", zone, was)
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
