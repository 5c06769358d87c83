package sentences

import (
	"fmt"

	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

func guests(s world.Steps, w *world.World) {
	s.Then(`^the guest is given exactly key (\w+)$`, func(key string) error { return guestHas(w, w.Noun("keypair", key)) })
	s.Then(`^the guest is given no key$`, func() error { return guestHas(w, nil) })
	s.Then(`^the guest is not given key (\w+)$`, func(key string) error { return guestLacks(w, w.Noun("keypair", key)) })
}

// guestHas waits until the metadata of the server has this key only, or none: the metadata service may cache an
// answer for some seconds.
func guestHas(w *world.World, key *world.Noun) error {
	want := map[string]string{}
	if key != nil {
		want[key.RealName] = phrases.KeyMaterial(key.Facts["material"])
	}
	return w.Eventually("observation", fmt.Sprintf("the guest is given the keys %v", want), func() (bool, string, error) {
		got, err := phrases.GuestKeys(w)
		return err == nil && fmt.Sprint(got) == fmt.Sprint(want), fmt.Sprint(got), err
	})
}

func guestLacks(w *world.World, key *world.Noun) error {
	got, err := phrases.GuestKeys(w)
	if err != nil {
		return err
	}
	for name, value := range got {
		if name == key.RealName || value == phrases.KeyMaterial(key.Facts["material"]) {
			return world.Failf("the guest is given key %s as %s", key.Name, name)
		}
	}
	return nil
}
