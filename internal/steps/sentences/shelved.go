package sentences

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/probe"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/sentences/internal/volumes"
	"plumbline/internal/steps/world"
)

func shelvedServers(s world.Steps, w *world.World) {
	s.Given(`^a (server|shelved server|shelved-offloaded server|volume-backed server|volume-backed shelved-offloaded server) booted in (.+)$`, func(what, zone string) error {
		return bootShelved(w, what, zone)
	})
	s.Given(`^it is (locked by its owner|not locked|being rebuilt)$`, func(state string) error {
		return bringToState(w, w.Noun("server", ""), state)
	})
	s.Given(`^a server whose image asks for COMPUTE_REBUILD_BFV$`, func() error {
		image, err := phrases.MakeImage(w, "picky", phrases.ImageKind{Properties: map[string]any{"trait:" + probe.RebuildTrait: "required"}})
		if err != nil {
			return err
		}
		_, err = fixtures.BootServer(w, fixtures.ServerSpec{Image: image.ID})
		return err
	})
	s.Given(`^(\d+) other (stopped )?servers of the `+phrases.Actor+`$`, func(n int, stopped, who string) error {
		return bootOthers(w, n, stopped != "", who)
	})
	s.Given(`^a newer server of the `+phrases.Actor+`$`, func(who string) error { return bootNewer(w, who) })
	s.Given(`^usage is counted where it is (taken|recorded), and the project may have (\d+) processors?$`,
		func(where string, cores int) error {
			return fixtures.ChangeSettings(w, map[string]any{"count_usage_from_placement": where == "taken", "quota_cores": cores})
		})
	s.Then(`^the server was launched anew$`, func() error { return launchedAnew(w) })
	s.Then(`^the hypervisor of its host, and no other one, has the server$`, func() error { return onHypervisor(w) })
	s.Then(`^the admin sees that placement has what the server takes on its host, and on no other$`, func() error { return takesHere(w) })
	s.Then(`^the admin sees that placement has nothing that the server takes$`, func() error { return comesToTake(w, nil) })
	s.Given(`^a shelved-offloaded server in a server group that keeps its servers (apart|together), with one of the admin on (host\d)$`,
		func(how, host string) error { return shelvedInGroup(w, how, host) })
	s.Then(`^the image that shelving made of the other server is still there$`, func() error { return otherImageThere(w) })
	s.Then(`^the port of the server is bound to its host$`, func() error { return portBound(w) })
	s.Given(`^shelved servers rest on their hosts$`, func() error { return fixtures.LetRest(w) })
	s.Given(`^the admin has taken the server off its host$`, func() error { return fixtures.TakeOff(w, w.Noun("server", "")) })
	s.Given(`^the server is shelved and offloaded again$`, func() error {
		if err := volumes.NoteAttachments(w); err != nil {
			return err
		}
		return fixtures.Offload(w, w.Noun("server", ""))
	})
	s.Given(`^the compute service of (host\d) is disabled$`, func(host string) error {
		return fixtures.CloseHosts(w, fixtures.Host(w, host).Host)
	})
	s.Given(`^the compute services of (AZ\d) are disabled$`, func(zone string) error {
		return fixtures.CloseZone(w, fixtures.Zone(w, zone))
	})
	s.Given(`^the compute services of (AZ\d|the default zone) are down$`, func(zone string) error {
		for _, host := range fixtures.HostsOf(w, fixtures.Zone(w, zone)) {
			if err := fixtures.ForceDown(w, host); err != nil {
				return err
			}
		}
		return nil
	})
	s.Given(`^the compute services of the zone that it was in are disabled$`, func() error {
		return fixtures.CloseZone(w, zoneBefore(w))
	})
	s.Given(`^a choice of hosts in (AZ\d)$`, func(zone string) error { return fixtures.ChooseAmong(w, fixtures.Zone(w, zone)) })
	s.Given(`^a host that is in an aggregate without a zone is put into (AZ\d)$`,
		func(zone string) error { return fixtures.JoinZone(w, fixtures.Zone(w, zone)) })
	s.Given(`^the admin tried in vain to unshelve it to (host\d)$`, func(host string) error {
		if _, err := w.Setup(unshelveRequest(w, "admin", "it", "2.91", unshelveBody(w, "absent", host)), http.StatusAccepted); err != nil {
			return err
		}
		return fixtures.AwaitServer(w, w.Noun("server", ""), "shelve", "SHELVED_OFFLOADED")
	})
	s.Given(`^the image that shelving made of it is deleted$`, func() error { return deleteShelvedImage(w) })
	s.Given(`^usage is counted where it is taken, and (no|one) processor is left$`, func(left string) error {
		cores := map[string]int{"no": 0, "one": 1}[left]
		return fixtures.ChangeSettings(w, map[string]any{"count_usage_from_placement": true, "quota_cores": cores})
	})
	s.Given(`^volumes must be in the zone of their server$`,
		func() error { return fixtures.ChangeSettings(w, map[string]any{"cross_az_attach": false}) })
	s.Given(`^a shelved-offloaded server with (a port|two ports)$`, func(ports string) error { return shelvedWithPorts(w, ports) })
	s.Given(`^ports ask for (several resources at once|nothing), and the compute services are (too old for that|of today)$`,
		func(ask, age string) error {
			return fixtures.ChangeSettings(w, map[string]any{
				"port_resource_request_groups": ask != "nothing",
				"old_compute_service":          age != "of today",
			})
		})
	s.Then(`^the server goes into ERROR$`, func() error {
		status, err := settledStatus(w, w.Noun("server", ""))
		if err == nil && status != "ERROR" {
			err = world.Differ("the server ends", "ERROR", status)
		}
		return err
	})
	s.Then(`^the server rests or is off its host$`, func() error {
		return fixtures.AwaitServer(w, w.Noun("server", ""), "shelve", "SHELVED", "SHELVED_OFFLOADED")
	})
	s.Then(`^the image that shelving made of it is active$`, func() error { return shelvedImageActive(w) })
	s.Then(`^the image that shelving made of it is gone$`, func() error { return shelvedImageGone(w) })
}

// bootOthers boots further servers of a user, and stops them where that is asked for.
func bootOthers(w *world.World, n int, stopped bool, who string) error {
	for i := range n {
		server, err := fixtures.BootServer(w, fixtures.ServerSpec{Name: fmt.Sprintf("other %d", i), Actor: who})
		if err == nil && stopped {
			err = bringToState(w, server, "SHUTOFF")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func shelvedWithPorts(w *world.World, ports string) error {
	own, err := fixtures.CreateNetwork(w, "member", "own")
	if err != nil {
		return err
	}
	spec := fixtures.ServerSpec{Network: "own"}
	if port := map[string]any{"uuid": own.ID}; ports == "two ports" {
		spec.Extra = map[string]any{"networks": []any{port, port}}
	}
	n, err := fixtures.BootServer(w, spec)
	if err != nil {
		return err
	}
	return fixtures.Offload(w, n)
}

// shelvedInGroup boots two servers of a group whose rule keeps them apart or together: another one on a host, forced there by the admin,
// and the scenario's own, which is offloaded.
func shelvedInGroup(w *world.World, how, host string) error {
	policy := map[string]string{"apart": "anti-affinity", "together": "affinity"}[how]
	group, err := fixtures.CreateServerGroupOf(w, "member", policy)
	if err != nil {
		return err
	}
	hints, place := map[string]any{"group": group}, fixtures.Host(w, host)
	if _, err := fixtures.BootServer(w, fixtures.ServerSpec{
		Name: beside, Actor: "admin", Zone: place.Zone + ":" + place.Host, Hints: hints,
	}); err != nil {
		return err
	}
	n, err := fixtures.BootServer(w, fixtures.ServerSpec{Hints: hints})
	if err != nil {
		return err
	}
	return fixtures.Offload(w, n)
}

// portBound reads each port of the server as the admin, since only administrators see where ports are bound, and as what
// (docs/contract/90-other-services.md §5).
func portBound(w *world.World) error {
	server := w.Noun("server", "")
	now, err := fixtures.ShowServer(w, world.Observe, "admin", server, "")
	if err != nil {
		return err
	}
	x, err := w.Observe(world.Request{
		Actor: "admin", Service: openapi.Network, Method: http.MethodGet, Path: "/ports", Query: map[string][]string{"device_id": {server.ID}},
	}, 200)
	if err != nil {
		return err
	}
	ports, _ := x.Get("/ports")
	all, _ := ports.([]any)
	for i := range max(len(all), 1) { // a server without ports has no bound port
		if err := x.Shows(fmt.Sprintf("/ports/%d/binding:host_id", i), now.Text("/server/OS-EXT-SRV-ATTR:host")); err != nil {
			return err
		}
		owner := "compute:" + now.Text("/server/OS-EXT-AZ:availability_zone")
		if err := x.Shows(fmt.Sprintf("/ports/%d/device_owner", i), owner); err != nil {
			return err
		}
		vif := fmt.Sprintf("/ports/%d/binding:vif_type", i)
		if kind := x.Text(vif); kind == "unbound" || kind == "binding_failed" {
			return world.Differ("the value at "+vif, "the type of a bound port", kind)
		}
	}
	return nil
}

// bootShelved boots a server of the member and brings it to the state of the sentence.
func bootShelved(w *world.World, what, zone string) error {
	spec := fixtures.ServerSpec{}
	if zone != "no zone" {
		spec.Zone = fixtures.Zone(w, zone)
	}
	what, onVolume := strings.CutPrefix(what, "volume-backed ")
	var err error
	if onVolume {
		err = volumes.BootFromVolume(w, spec, fixtures.VolumeSpec{Image: fixtures.Image(w)})
	} else {
		_, err = fixtures.BootServer(w, spec)
	}
	if err != nil {
		return err
	}
	server := w.Noun("server", "")
	switch {
	case what == "shelved server":
		return fixtures.ShelveResting(w, server)
	case what != "shelved-offloaded server":
		return nil
	case !onVolume:
		return fixtures.Offload(w, server)
	}
	// A volume-backed server is offloaded at once, whatever the configuration.
	if err := fixtures.Shelve(w, server); err != nil {
		return err
	}
	if server.Facts["status"] != "SHELVED_OFFLOADED" {
		return fmt.Errorf("a volume-backed server was shelved and rests on its host")
	}
	return nil
}

// shelvedImages are the ids of the snapshots that shelving the server made.
func shelvedImages(w *world.World, role world.Role) ([]string, error) {
	return shelvedImagesOf(w, role, w.Noun("server", ""))
}

func shelvedImagesOf(w *world.World, role world.Role, server *world.Noun) ([]string, error) {
	x, err := w.Do(role, world.Request{
		Actor: "member", Service: openapi.Image, Method: http.MethodGet, Path: "/images",
		Query: map[string][]string{"name": {server.RealName + "-shelved"}},
	})
	if err != nil {
		return nil, err
	}
	if x.Status != http.StatusOK {
		return nil, fmt.Errorf("GET /images answers %d", x.Status)
	}
	list, _ := x.Get("/images")
	all, _ := list.([]any)
	var out []string
	for _, item := range all {
		image, _ := item.(map[string]any)
		id, _ := image["id"].(string)
		out = append(out, id)
	}
	return out, nil
}

// otherImageThere checks that the other server still has what it comes back from.
func otherImageThere(w *world.World) error {
	images, err := shelvedImagesOf(w, world.Observe, w.Noun("server", beside))
	if err == nil && len(images) == 0 {
		err = world.Failf("the image that shelving made of the other server is gone")
	}
	return err
}

func shelvedImageActive(w *world.World) error {
	return w.Eventually("observation", "the image that shelving made is active", func() (bool, string, error) {
		images, err := shelvedImages(w, world.Observe)
		if err != nil || len(images) == 0 {
			return false, "no image", err
		}
		x, err := w.Observe(world.Request{Actor: "member", Service: openapi.Image, Method: http.MethodGet, Path: "/images/" + images[0]}, 200)
		if err != nil {
			return false, "", err
		}
		return x.Text("/status") == "active", x.Text("/status"), nil
	})
}

func deleteShelvedImage(w *world.World) error {
	images, err := shelvedImages(w, world.Setup)
	if err != nil {
		return err
	}
	if len(images) == 0 {
		return errors.New("shelving made no image of the server")
	}
	for _, id := range images {
		if _, err := w.Setup(world.Request{Actor: "member", Service: openapi.Image, Method: http.MethodDelete, Path: "/images/" + id},
			204); err != nil {
			return err
		}
	}
	return nil
}

func shelvedImageGone(w *world.World) error {
	return w.Eventually("observation", "the image that shelving made is gone", func() (bool, string, error) {
		images, err := shelvedImages(w, world.Observe)
		return len(images) == 0, fmt.Sprint(images), err
	})
}

// newer is the name of a server that was made after the scenario's own.
const newer = "newer"

// bootNewer boots a server a second or more after the last one: that is what the times of servers tell.
func bootNewer(w *world.World, who string) error {
	if err := w.Env().Clock.Sleep(w.Context(), 1100*time.Millisecond); err != nil {
		return err
	}
	_, err := fixtures.BootServer(w, fixtures.ServerSpec{Name: newer, Actor: who})
	return err
}
