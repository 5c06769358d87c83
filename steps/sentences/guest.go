package sentences

import (
	"fmt"
	"strings"

	"plumbline/steps/internal/world"
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
		want[key.RealName] = keyMaterial(key.Facts["material"])
	}
	return w.Eventually("observation", fmt.Sprintf("the guest is given the keys %v", want), func() (bool, string, error) {
		got, err := guestKeys(w)
		return err == nil && fmt.Sprint(got) == fmt.Sprint(want), fmt.Sprint(got), err
	})
}

func guestLacks(w *world.World, key *world.Noun) error {
	got, err := guestKeys(w)
	if err != nil {
		return err
	}
	for name, value := range got {
		if name == key.RealName || value == keyMaterial(key.Facts["material"]) {
			return world.Failf("the guest is given key %s as %s", key.Name, name)
		}
	}
	return nil
}

// guestKeys are the public keys of the metadata by name; public_keys and keys must agree.
func guestKeys(w *world.World) (map[string]string, error) {
	document, err := w.Metadata(w.Noun("server", ""))
	if err != nil {
		return nil, err
	}
	byName, list := map[string]string{}, map[string]string{}
	named, _ := document["public_keys"].(map[string]any)
	for name, value := range named {
		byName[name] = keyMaterial(value)
	}
	items, _ := document["keys"].([]any)
	for _, item := range items {
		key, _ := item.(map[string]any)
		if key["type"] != "ssh" { // the type of every key that the suite makes
			return nil, world.Differ("the type of a key of the metadata", "ssh", key["type"])
		}
		list[fmt.Sprint(key["name"])] = keyMaterial(key["data"])
	}
	if fmt.Sprint(byName) != fmt.Sprint(list) {
		return nil, world.Differ("public_keys and keys of the metadata", byName, list)
	}
	return byName, nil
}

// keyMaterial is a public key without the line ending that some services add.
func keyMaterial(v any) string {
	text, _ := v.(string)
	return strings.TrimSpace(text)
}
