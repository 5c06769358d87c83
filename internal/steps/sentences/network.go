package sentences

import (
	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/volumes"
	"plumbline/internal/steps/world"
)

func networks(s world.Steps, w *world.World) {
	s.Given(`^a server with key (\w+) on a network of its own$`, func(key string) error {
		if _, err := fixtures.CreateNetwork(w, "member", "own"); err != nil {
			return err
		}
		_, err := fixtures.BootServer(w, fixtures.ServerSpec{Key: key, Network: "own"})
		return err
	})
	s.Given(`^a server with key (\w+) and two ports on a network of its own$`, func(key string) error {
		own, err := fixtures.CreateNetwork(w, "member", "own")
		if err != nil {
			return err
		}
		port := map[string]any{"uuid": own.ID}
		_, err = fixtures.BootServer(w, fixtures.ServerSpec{
			Key: key, Network: "own", Extra: map[string]any{"networks": []any{port, port}},
		})
		return err
	})
	s.Then(`^the server has an address$`, func() error { return addressed(w) })
	s.Given(`^a volume-backed server on a network of its own$`, func() error {
		if _, err := fixtures.CreateNetwork(w, "member", "own"); err != nil {
			return err
		}
		return volumes.BootFromVolume(w, fixtures.ServerSpec{Network: "own"}, fixtures.VolumeSpec{Image: fixtures.Image(w)})
	})
}

// addressed tells whether the server shows an address that could be reached.
func addressed(w *world.World) error {
	x, err := fixtures.ShowServer(w, world.Observe, "", w.Noun("server", ""), "")
	if err != nil {
		return err
	}
	got, _ := x.Get("/server/addresses")
	networks, _ := got.(map[string]any)
	for _, list := range networks {
		if all, _ := list.([]any); len(all) > 0 {
			return nil
		}
	}
	return world.Differ("the addresses of the server", "at least one", got)
}
