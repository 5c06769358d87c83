package sentences

import (
	"fmt"

	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

func notifications(s world.Steps, w *world.World) {
	s.Then(`^the notifications (\S+) and (\S+) carry key (\w+)$`, func(first, second, key string) error {
		return awaitNotifications(w, []string{first, second}, phrases.KeyValue(w, key))
	})
}

// awaitNotifications waits until each type of notification about the server has come that is of the scenario's request, and compares the
// key name in the last one of each.
func awaitNotifications(w *world.World, types []string, key any) error {
	return w.Eventually("notification", fmt.Sprintf("%v carry key %v", types, key), func() (bool, string, error) {
		all, err := w.Notifications(w.Noun("server", ""))
		if err != nil {
			return false, "", err
		}
		carried := map[string]any{}
		for _, n := range all {
			if of, told := n.Payload["request_id"].(string); told && of != w.Asked().Header.Get("X-Openstack-Request-Id") {
				continue
			} else if !told && w.Acted() {
				return false, "", fmt.Errorf("the notification %s does not tell which request it is of, and others were made to the server", n.EventType)
			}
			carried[n.EventType] = n.Payload["key_name"] // nil where there is none
		}
		for _, t := range types {
			if got, come := carried[t]; !come || got != key {
				return false, fmt.Sprint(carried), nil
			}
		}
		return true, "", nil
	})
}
