package sentences

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"

	"plumbline/openapi"
	"plumbline/steps/fixtures"
	"plumbline/steps/sentences/internal/phrases"
	"plumbline/steps/world"
)

func creations(s world.Steps, w *world.World) {
	s.When(`^the `+phrases.Actor+` creates a server at (\S+) with (\{.*\})$`,
		func(who, at, keys string) error { return create(w, who, at, keys) })
	s.Then(`^the new server comes up on (host\d)$`,
		func(host string) error { return comesUpOn(w, "OS-EXT-SRV-ATTR:host", fixtures.Host(w, host).Host) })
	s.Then(`^the new server comes up in (AZ\d)$`,
		func(zone string) error { return comesUpOn(w, "OS-EXT-AZ:availability_zone", fixtures.Zone(w, zone)) })
	s.Then(`^the new server finds no host$`, func() error { return findsNoHost(w) })
}

// networkless is the microversion from which a server can be asked for without a network.
var networkless = openapi.MustVersion("2.37")

// create asks for a server of the run's image and flavor with the keys that a sentence adds. What is made is removed.
func create(w *world.World, who, at, keys string) error {
	server := map[string]any{"name": w.Name("server"), "imageRef": fixtures.Image(w), "flavorRef": fixtures.Flavor(w)}
	if v, err := openapi.ParseVersion(at); err == nil && v.AtLeast(networkless) {
		server["networks"] = "none"
	}
	var more map[string]any
	if err := json.Unmarshal([]byte(phrases.Fill(w, keys)), &more); err != nil {
		return fmt.Errorf("the keys %s: %w", keys, err)
	}
	maps.Copy(server, more)
	x, err := w.Subject(world.Request{Actor: who, At: at, Method: http.MethodPost, Path: "/servers", Body: map[string]any{"server": server}})
	if err != nil || x.Status != http.StatusAccepted {
		return err
	}
	_, err = fixtures.AdoptServer(w, "", who, x.Text("/server/id"))
	return err
}

func comesUpOn(w *world.World, field, want string) error {
	server := w.Noun("server", "")
	if err := fixtures.AwaitServer(w, server, "server-boot", "ACTIVE"); err != nil {
		return err
	}
	x, err := fixtures.ShowServer(w, world.Observe, "admin", server, "")
	if err != nil {
		return err
	}
	return phrases.Shows(x, "/server/"+field, want)
}

// findsNoHost waits until the server is in ERROR because the scheduler found no host for it.
func findsNoHost(w *world.World) error {
	server := w.Noun("server", "")
	if err := fixtures.AwaitServer(w, server, "server-boot", "ERROR"); err != nil {
		return err
	}
	return phrases.ServerFault(w, "No valid host was found.")
}
