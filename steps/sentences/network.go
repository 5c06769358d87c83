package sentences

import "plumbline/steps/world"

func networks(s world.Steps, w *world.World) {
	s.Given(`^a server with key (\w+) on a network of its own$`, func(key string) error {
		if _, err := w.CreateNetwork("member", "own"); err != nil {
			return err
		}
		_, err := w.BootServer(world.ServerSpec{Key: key, Network: "own"})
		return err
	})
}
