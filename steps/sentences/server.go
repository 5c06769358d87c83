package sentences

import (
	"plumbline/steps/world"
)

func servers(s world.Steps, w *world.World) {
	s.Given(`^a server$`, func() error {
		_, err := w.BootServer(world.ServerSpec{})
		return err
	})
	s.Given(`^a server with key (\w+)$`, func(key string) error {
		_, err := w.BootServer(world.ServerSpec{Key: key})
		return err
	})
	s.Given(`^a server with key (\w+) that no host can run$`, func(key string) error {
		return bootNowhere(w, key)
	})
	s.Given(`^a server with key (\w+) that is still being built$`, func(key string) error { return bootOnly(w, key) })
	s.Given(`^a volume-backed server with key (\w+)$`, func(key string) error {
		_, err := w.BootServer(world.ServerSpec{Key: key, Extra: volumeBacked(w.Image())})
		return err
	})
	s.Then(`^the server becomes ([A-Z_]+)$`, func(status string) error {
		return w.AwaitServer(w.Noun("server", ""), "rebuild", status)
	})
}

// bootNowhere asks for a server with an image that no host offers the trait for: it is accepted, finds no
// host, and ends in ERROR without ever having been launched.
func bootNowhere(w *world.World, key string) error {
	image, err := makeImage(w, "nowhere", noHost)
	if err != nil {
		return err
	}
	x, err := w.Setup(world.Request{Actor: "member", At: "2.37", Method: "POST", Path: "/servers", Body: map[string]any{"server": map[string]any{
		"name": w.Name("server"), "imageRef": image.ID, "flavorRef": w.Flavor(), "networks": "none", "key_name": w.RealName("keypair", key),
	}}}, 202)
	if err != nil {
		return err
	}
	server, err := w.AdoptServer("", "member", x.Text("/server/id"))
	if err != nil {
		return err
	}
	return w.AwaitServer(server, "server-boot", "ERROR")
}

// bootOnly asks for a server and does not wait for it. What it is asked for is what it was before the next request.
func bootOnly(w *world.World, key string) error {
	x, err := w.Setup(world.Request{Actor: "member", At: "2.37", Method: "POST", Path: "/servers", Body: map[string]any{"server": map[string]any{
		"name": w.Name("server"), "imageRef": w.Image(), "flavorRef": w.Flavor(), "networks": "none", "key_name": w.RealName("keypair", key),
	}}}, 202)
	if err != nil {
		return err
	}
	server, err := w.AdoptServer("", "member", x.Text("/server/id"))
	if err != nil {
		return err
	}
	server.Facts["before"] = x
	return nil
}
