package sentences

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/sentences/internal/volumes"
	"plumbline/internal/steps/world"
)

func creations(s world.Steps, w *world.World) {
	s.When(`^the `+phrases.Actor+` creates a server at (\S+) with (\{.*\})$`,
		func(who, at, keys string) error { return create(w, who, at, keys, nil) })
	s.When(`^the `+phrases.Actor+` creates a volume-backed server at (\S+) with (\{.*\})$`, func(who, at, keys string) error {
		return create(w, who, at, keys, volumes.BackedByVolume(fixtures.Image(w)))
	})
	s.When(`^the `+phrases.Actor+` creates two servers at (\S+) with (\{.*\})$`,
		func(who, at, keys string) error { return createTwo(w, who, at, keys) })
	s.Then(`^both new servers come up on (host\d)$`, func(host string) error { return bothComeUpOn(w, fixtures.Host(w, host).Host) })
	s.Then(`^the new server comes up on (host\d)$`,
		func(host string) error { return comesUpOn(w, "OS-EXT-SRV-ATTR:host", fixtures.Host(w, host).Host) })
	s.Then(`^the new server comes up in (AZ\d)$`,
		func(zone string) error { return comesUpOn(w, "OS-EXT-AZ:availability_zone", fixtures.Zone(w, zone)) })
	s.Then(`^the new server finds no host$`, func() error { return findsNoHost(w) })
	s.Then(`^neither new server finds a host$`, func() error { return neitherFindsHost(w) })
}

// networkless is the microversion from which a server can be asked for without a network.
var networkless = openapi.MustVersion("2.37")

// create sends a request for a server of the run's image and flavor, with the keys of its disks (nil for a local one) and further keys
// from a sentence. The server is removed later.
func create(w *world.World, who, at, keys string, disks map[string]any) error {
	x, _, err := asksForServers(w, who, at, keys, disks, 1)
	if err != nil || x.Status != http.StatusAccepted {
		return err
	}
	_, err = fixtures.AdoptServer(w, "", who, x.Text("/server/id"))
	return err
}

// createTwo creates two servers with one request: the answer has the first one, the list of servers both.
func createTwo(w *world.World, who, at, keys string) error {
	x, name, err := asksForServers(w, who, at, keys, nil, 2)
	if err != nil || x.Status != http.StatusAccepted {
		return err
	}
	if _, err := fixtures.AdoptServer(w, "", who, x.Text("/server/id")); err != nil {
		return err
	}
	named := world.Request{Actor: who, Method: http.MethodGet, Path: "/servers", At: "2.1", Query: url.Values{"name": {name}}}
	list, err := w.Do(world.Probe, named)
	if err != nil {
		return err
	}
	all, _ := list.Get("/servers")
	for _, s := range phrases.ObjectsIn(all) {
		if id, _ := s["id"].(string); id != x.Text("/server/id") {
			_, err = fixtures.AdoptServer(w, "second", who, id)
			return err
		}
	}
	return world.Failf("of two servers that were asked for one is listed")
}

// asksForServers sends the request and answers the name in it, too.
func asksForServers(w *world.World, who, at, keys string, disks map[string]any, count int) (*world.Exchange, string, error) {
	server := map[string]any{"name": w.Name("server"), "imageRef": fixtures.Image(w), "flavorRef": fixtures.Flavor(w)}
	if v, err := openapi.ParseVersion(at); err == nil && v.AtLeast(networkless) {
		server["networks"] = "none"
	}
	var more map[string]any
	if err := json.Unmarshal([]byte(phrases.Fill(w, keys)), &more); err != nil {
		return nil, "", fmt.Errorf("the keys %s: %w", keys, err)
	}
	maps.Copy(server, disks)
	maps.Copy(server, more)
	if count > 1 {
		server["min_count"] = count
	}
	name, _ := server["name"].(string)
	x, err := w.Subject(world.Request{Actor: who, At: at, Method: http.MethodPost, Path: "/servers", Body: map[string]any{"server": server}})
	return x, name, err
}

func bothComeUpOn(w *world.World, host string) error {
	for _, name := range []string{"", "second"} {
		if err := serverComesUpOn(w, w.Noun("server", name), "OS-EXT-SRV-ATTR:host", host); err != nil {
			return err
		}
	}
	return nil
}

func comesUpOn(w *world.World, field, want string) error {
	return serverComesUpOn(w, w.Noun("server", ""), field, want)
}

func serverComesUpOn(w *world.World, server *world.Noun, field, want string) error {
	if err := fixtures.AwaitServer(w, server, "server-boot", "ACTIVE"); err != nil {
		return err
	}
	x, err := fixtures.ShowServer(w, world.Observe, "admin", server, "")
	if err != nil {
		return err
	}
	return x.Shows("/server/"+field, want)
}

// findsNoHost waits until the server is in ERROR because the scheduler found no host for it.
func findsNoHost(w *world.World) error {
	server := w.Noun("server", "")
	if err := fixtures.AwaitServer(w, server, "server-boot", "ERROR"); err != nil {
		return err
	}
	if err := phrases.ServerFault(w, "No valid host was found."); err != nil {
		return err
	}
	for pointer, want := range map[string]any{"/server/fault/code": 500.0, "/server/hostId": ""} {
		if err := phrases.ServerShows(w, pointer, want); err != nil {
			return err
		}
	}
	x, _, err := phrases.EndedAction(w, server.Owner, phrases.SetupVersion)
	if err != nil {
		return err
	}
	if err := x.Shows("/instanceAction/action", "create"); err != nil {
		return err
	}
	return x.Shows("/instanceAction/message", "Error")
}

// neitherFindsHost checks that of two servers of one request the second one found no host either.
func neitherFindsHost(w *world.World) error {
	if err := findsNoHost(w); err != nil {
		return err
	}
	second := w.Noun("server", "second")
	if err := fixtures.AwaitServer(w, second, "server-boot", "ERROR"); err != nil {
		return err
	}
	x, err := fixtures.ShowServer(w, world.Observe, "", second, "")
	if err != nil {
		return err
	}
	if why := x.Text("/server/fault/message"); !strings.HasPrefix(why, "No valid host was found.") {
		return world.Differ("the fault of the second server", "No valid host was found.", why)
	}
	return x.Shows("/server/hostId", "")
}
