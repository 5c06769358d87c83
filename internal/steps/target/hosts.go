package target

import "plumbline/internal/steps/session"

// FirstActor answers the first of the named actors that has a session, else the given user's.
func FirstActor(t *Target, names ...string) *session.Session {
	for _, name := range names {
		if s := t.Sessions[name]; s != nil {
			return s
		}
	}
	return t.Main
}

// ComputeHosts lists a zone's hosts whose nova-compute is up and enabled.
func ComputeHosts(zone map[string]any) []string {
	var out []string
	hosts, _ := zone["hosts"].(map[string]any)
	for name, services := range hosts {
		byName, _ := services.(map[string]any)
		compute, ok := byName["nova-compute"].(map[string]any)
		if ok && compute["available"] == true && compute["active"] == true {
			out = append(out, name)
		}
	}
	return out
}
