package phrases

import (
	"fmt"
	"strings"

	"plumbline/steps/internal/world"
)

// GuestKeys are the public keys of the metadata by name; public_keys and keys must agree.
func GuestKeys(w *world.World) (map[string]string, error) {
	document, err := w.Metadata(w.Noun("server", ""))
	if err != nil {
		return nil, err
	}
	byName, list := map[string]string{}, map[string]string{}
	named, _ := document["public_keys"].(map[string]any)
	for name, value := range named {
		byName[name] = KeyMaterial(value)
	}
	items, _ := document["keys"].([]any)
	for _, item := range items {
		key, _ := item.(map[string]any)
		if key["type"] != "ssh" { // the type of every key that the suite makes
			return nil, world.Differ("the type of a key of the metadata", "ssh", key["type"])
		}
		list[fmt.Sprint(key["name"])] = KeyMaterial(key["data"])
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
