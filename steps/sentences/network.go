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
	s.Given(`^a volume-backed server on a network of its own$`, func() error {
		if _, err := w.CreateNetwork("member", "own"); err != nil {
			return err
		}
		return bootFromVolume(w, world.ServerSpec{Network: "own"}, world.VolumeSpec{Image: w.Image()})
	})
}
