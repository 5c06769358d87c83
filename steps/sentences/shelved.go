package sentences

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"plumbline/openapi"
	"plumbline/steps/world"
)

func shelvedServers(s world.Steps, w *world.World) {
	s.Given(`^a (server|shelved server|shelved-offloaded server|volume-backed server|volume-backed shelved-offloaded server) booted in (.+)$`, func(what, zone string) error {
		return bootShelved(w, what, zone)
	})
	s.Given(`^it is (locked by its owner|being rebuilt)$`, func(state string) error {
		return bring(w, w.Noun("server", ""), state)
	})
	s.Given(`^the server is shelved and offloaded again$`, func() error { return w.Offload(w.Noun("server", "")) })
	s.Given(`^the compute service of (host\d) is disabled$`, func(host string) error {
		_, err := w.CloseHosts(w.Host(host).Host)
		return err
	})
	s.Given(`^the compute services of (AZ\d) are disabled$`, func(zone string) error {
		_, err := w.CloseHosts(w.HostsOf(w.Zone(zone))...)
		return err
	})
	s.Given(`^the admin tried in vain to unshelve it to (host\d)$`, func(host string) error {
		if _, err := w.Setup(unshelveRequest(w, "admin", "it", "2.91", unshelveBody(w, "absent", host)), http.StatusAccepted); err != nil {
			return err
		}
		return w.AwaitServer(w.Noun("server", ""), "shelve", "SHELVED_OFFLOADED")
	})
	s.Given(`^the image that shelving made of it is deleted$`, func() error { return deleteShelvedImage(w) })
	s.Given(`^usage is counted where it is taken, and no processor is left$`, func() error {
		return w.Choose(map[string]any{"count_usage_from_placement": true, "quota_cores": 0})
	})
	s.Given(`^volumes must be in the zone of their server$`, func() error { return w.Choose(map[string]any{"cross_az_attach": false}) })
	s.Given(`^it has a port that asks for what its host's compute service is too old to give$`, func() error {
		return errors.New("no way is known to make a compute service too old")
	})
	s.Then(`^the server goes into ERROR$`, func() error {
		status, err := settledStatus(w, w.Noun("server", ""))
		if err == nil && status != "ERROR" {
			err = world.Differ("the server ends", "ERROR", status)
		}
		return err
	})
	s.Then(`^the server rests or is off its host$`, func() error {
		return w.AwaitServer(w.Noun("server", ""), "shelve", "SHELVED", "SHELVED_OFFLOADED")
	})
	s.Then(`^the image that shelving made of it is active$`, func() error { return shelvedImageActive(w) })
	s.Then(`^the image that shelving made of it is gone$`, func() error { return shelvedImageGone(w) })
}

// bootShelved boots a server of the member's and takes it to where the sentence has it.
func bootShelved(w *world.World, what, zone string) error {
	spec := world.ServerSpec{}
	if zone != "no zone" {
		spec.Zone = w.Zone(zone)
	}
	what, onVolume := strings.CutPrefix(what, "volume-backed ")
	var err error
	if onVolume {
		err = bootFromVolume(w, spec, world.VolumeSpec{Image: w.Image()})
	} else {
		_, err = w.BootServer(spec)
	}
	if err != nil {
		return err
	}
	server := w.Noun("server", "")
	switch {
	case what == "shelved server":
		return w.Rest(server)
	case what != "shelved-offloaded server":
		return nil
	case !onVolume:
		return w.Offload(server)
	}
	// Such a server has nothing to rest for: whatever the operator chose, it is off its host at once.
	if err := w.Shelve(server); err != nil {
		return err
	}
	if server.Facts["status"] != "SHELVED_OFFLOADED" {
		return fmt.Errorf("a volume-backed server was shelved and rests on its host")
	}
	return nil
}

// shelvedImages are the ids of the images that shelving made of the server.
func shelvedImages(w *world.World, role world.Role) ([]string, error) {
	server := w.Noun("server", "")
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
		if _, err := w.Setup(world.Request{Actor: "member", Service: openapi.Image, Method: http.MethodDelete, Path: "/images/" + id}, 204); err != nil {
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
