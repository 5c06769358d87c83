package sentences

import (
	"fmt"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/world"
)

func notifications(s world.Steps, w *world.World) {
	s.Then(`^the notifications (\S+) and (\S+) carry key (\w+)$`, func(first, second, key string) error {
		return awaitNotifications(w, []string{first, second}, fixtures.RealName(w, "keypair", key))
	})
}

// awaitNotifications waits until each type of notification about the server has come, and compares the key name
// in the last one of each.
func awaitNotifications(w *world.World, types []string, key string) error {
	return w.Eventually("notification", fmt.Sprintf("%v carry key %s", types, key), func() (bool, string, error) {
		all, err := w.Notifications(w.Noun("server", ""))
		if err != nil {
			return false, "", err
		}
		carried := map[string]any{}
		for _, n := range all {
			carried[n.EventType] = n.Payload["key_name"]
		}
		for _, t := range types {
			if carried[t] != key {
				return false, fmt.Sprint(carried), nil
			}
		}
		return true, "", nil
	})
}
