package sentences

import (
	"fmt"
	"maps"
	"slices"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/sentences/internal/volumes"
	"plumbline/internal/steps/world"
)

func servers(s world.Steps, w *world.World) {
	s.Given(`^a server$`, func() error {
		_, err := fixtures.BootServer(w, fixtures.ServerSpec{})
		return err
	})
	s.Given(`^a server with key (\w+)$`, func(key string) error {
		_, err := fixtures.BootServer(w,
			fixtures.ServerSpec{Key: key, Extra: map[string]any{"metadata": map[string]any{"purpose": "first", "place": "here"}}})
		return err
	})
	s.Given(`^a server with key (\w+) that no host can run$`, func(key string) error {
		return bootNowhere(w, key)
	})
	s.Given(`^a server with key (\w+) from an image Q that `+phrases.Later+`$`, func(key, later string) error {
		return bootThenUnfit(w, key, later)
	})
	s.Given(`^a server with key (\w+) that is still being built$`, func(key string) error { return bootOnly(w, key) })
	s.Given(`^a volume-backed server with key (\w+)$`, func(key string) error {
		_, err := fixtures.BootServer(w, fixtures.ServerSpec{Key: key, Extra: volumes.BackedByVolume(fixtures.Image(w))})
		return err
	})
	s.Given(`^a (server|volume-backed server) with key (\w+) (and a configuration drive|in a server group)$`,
		func(what, key, with string) error { return bootWith(w, what, key, with) })
	s.Given(`^another (server|volume-backed server|shelved-offloaded server) with key (\w+)$`, func(what, key string) error {
		return bootBeside(w, what, key)
	})
	s.Then(`^the server is still in its server group$`, func() error { return inGroup(w) })
	s.Then(`^the other server stays as it was$`, func() error { return besideSame(w) })
	s.Then(`^the server becomes ([A-Z_]+)$`, func(status string) error {
		return fixtures.AwaitServer(w, w.Noun("server", ""), "rebuild", status)
	})
}

// bootWith boots a server with what only its creation can give it: a configuration drive, or a server group.
func bootWith(w *world.World, what, key, with string) error {
	spec := fixtures.ServerSpec{Key: key, Extra: map[string]any{}}
	if what == "volume-backed server" {
		spec.Extra = volumes.BackedByVolume(fixtures.Image(w))
	}
	if with == "and a configuration drive" {
		spec.Extra["config_drive"] = true
		_, err := fixtures.BootServer(w, spec)
		return err
	}
	group, err := fixtures.CreateServerGroup(w, "member")
	if err != nil {
		return err
	}
	spec.Hints = map[string]any{"group": group}
	server, err := fixtures.BootServer(w, spec)
	if err == nil {
		server.Facts["group"] = group
	}
	return err
}

// inGroup checks that the server is in the group that it was made in: both of them say so.
func inGroup(w *world.World) error {
	server := w.Noun("server", "")
	group, _ := server.Facts["group"].(string)
	x, err := w.Observe(world.Request{Actor: server.Owner, Method: "GET", Path: "/servers/" + server.ID, At: w.Newest("2.71")}, 200)
	if err != nil {
		return err
	}
	if err := x.Shows("/server/server_groups", []any{group}); err != nil {
		return err
	}
	x, err = w.Observe(world.Request{Actor: server.Owner, Method: "GET", Path: "/os-server-groups/" + group, At: "2.15"}, 200)
	if err != nil {
		return err
	}
	return x.Shows("/server_group/members", []any{server.ID})
}

// bootThenUnfit boots a server from an image Q that asks for more afterwards.
func bootThenUnfit(w *world.World, key, later string) error {
	image, err := phrases.MakeImage(w, "Q", phrases.ImageKind{})
	if err != nil {
		return err
	}
	if _, err := fixtures.BootServer(w, fixtures.ServerSpec{Key: key, Image: image.ID}); err != nil {
		return err
	}
	return phrases.MakeUnfit(w, image, later)
}

// bootNowhere creates a server with an image that requires a trait of no host: the request is accepted, no host is found,
// and the server ends in ERROR without ever having been launched.
func bootNowhere(w *world.World, key string) error {
	image, err := phrases.MakeImage(w, "nowhere", phrases.NoHost)
	if err != nil {
		return err
	}
	x, err := w.Setup(world.Request{
		Actor: "member", At: "2.37", Method: "POST", Path: "/servers",
		Body: map[string]any{"server": map[string]any{
			"name": w.Name("server"), "imageRef": image.ID, "flavorRef": fixtures.Flavor(w), "networks": "none", "key_name": fixtures.RealName(w,
				"keypair", key),
		}},
	}, 202)
	if err != nil {
		return err
	}
	server, err := fixtures.AdoptServer(w, "", "member", x.Text("/server/id"))
	if err != nil {
		return err
	}
	return fixtures.AwaitServer(w, server, "server-boot", "ERROR")
}

// bootOnly creates a server and does not wait for it. Its state before the next request is taken from the answer.
func bootOnly(w *world.World, key string) error {
	x, err := w.Setup(world.Request{
		Actor: "member", At: "2.37", Method: "POST", Path: "/servers",
		Body: map[string]any{"server": map[string]any{
			"name": w.Name("server"), "imageRef": fixtures.Image(w), "flavorRef": fixtures.Flavor(
				w), "networks": "none", "key_name": fixtures.RealName(w, "keypair", key),
		}},
	}, 202)
	if err != nil {
		return err
	}
	server, err := fixtures.AdoptServer(w, "", "member", x.Text("/server/id"))
	if err != nil {
		return err
	}
	server.Facts["before"] = x
	fixtures.GoesOn(w, server, x)
	return nil
}

// beside is the name of a server that no request of the scenario is about.
const beside = "beside"

// bootBeside boots another server of the member that is like the scenario's own, and remembers its state.
func bootBeside(w *world.World, what, key string) error {
	spec := fixtures.ServerSpec{
		Name: beside, Key: key, Extra: map[string]any{"metadata": map[string]any{"purpose": "first", "place": "here"}},
	}
	if what == "volume-backed server" {
		maps.Copy(spec.Extra, volumes.BackedByVolume(fixtures.Image(w)))
	}
	server, err := fixtures.BootServer(w, spec)
	if err == nil && what == "shelved-offloaded server" {
		err = fixtures.Offload(w, server)
	}
	if err != nil {
		return err
	}
	server.Facts["before"], err = fixtures.ShowServer(w, world.Setup, "", server, "")
	return err
}

// reported are fields of a server that nobody's request changes: what its host reports, and when.
var reported = []string{"updated", "progress", "host_status", "OS-EXT-STS:power_state"}

// besideSame checks that nothing has changed of the server that no request was about.
func besideSame(w *world.World) error {
	server := w.Noun("server", beside)
	before, _ := server.Facts["before"].(*world.Exchange)
	now, err := fixtures.ShowServer(w, world.Observe, "", server, "")
	if err != nil {
		return err
	}
	was, _ := before.Get("/server")
	fields, _ := was.(map[string]any)
	is, _ := now.Get("/server")
	shown, _ := is.(map[string]any)
	for _, field := range slices.Sorted(maps.Keys(shown)) {
		if _, had := fields[field]; !had && !slices.Contains(reported, field) {
			return world.Differ("the "+field+" of the server that nobody asked about", "not there", shown[field])
		}
	}
	for _, field := range slices.Sorted(maps.Keys(fields)) {
		if slices.Contains(reported, field) {
			continue
		}
		if err := now.Shows("/server/"+field, fields[field]); err != nil {
			return fmt.Errorf("the server that nobody asked about: %w", err)
		}
	}
	return nil
}
