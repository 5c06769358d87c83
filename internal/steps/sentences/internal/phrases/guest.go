package phrases

import (
	"fmt"
	"strings"

	"plumbline/internal/steps/world"
)

// GuestKeys reads the public keys that the guest of the server is given, by name.
func GuestKeys(w *world.World) (map[string]string, error) {
	document, err := w.Metadata(w.Noun("server", ""))
	if err != nil {
		return nil, err
	}
	return KeysIn(w, document)
}

// KeysIn are the public keys in a server's metadata by name; public_keys and keys must agree.
func KeysIn(w *world.World, document map[string]any) (map[string]string, error) {
	byName, list := map[string]string{}, map[string]string{}
	named, _ := document["public_keys"].(map[string]any)
	for name, value := range named {
		byName[name] = KeyMaterial(value)
	}
	items, _ := document["keys"].([]any)
	for _, item := range items {
		key, _ := item.(map[string]any)
		material := KeyMaterial(key["data"])
		if kind := kindOfKey(w, material); key["type"] != kind {
			return nil, world.Differ("the type of a key of the metadata", kind, key["type"])
		}
		list[fmt.Sprint(key["name"])] = material
	}
	if fmt.Sprint(byName) != fmt.Sprint(list) {
		return nil, world.Differ("public_keys and keys of the metadata", byName, list)
	}
	return byName, nil
}

// KeyMaterial is a public key without the line ending that some services add.
func KeyMaterial(v any) string {
	text, _ := v.(string)
	return strings.TrimSpace(text)
}

// kindOfKey is the type of the key pair with that material: "ssh" unless the suite has made it otherwise.
func kindOfKey(w *world.World, material string) string {
	for _, n := range w.Nouns("keypair") {
		if kind, known := n.Facts["type"].(string); known && KeyMaterial(n.Facts["material"]) == material {
			return kind
		}
	}
	return "ssh"
}
