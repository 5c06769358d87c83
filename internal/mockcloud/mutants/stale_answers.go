package mutants

import (
	"maps"
	"sync"

	"plumbline/internal/mockcloud/pipeline"
)

// memory remembers the last view of each server and, from a rebuild on, the view before it.
type memory struct {
	mu           sync.Mutex
	last, frozen map[string]map[string]any
}

// staleAtOnce makes the answer to a rebuild show a field as in the previous view.
func staleAtOnce(field string) func() (pipeline.Mutant, error) {
	return stale(func(m *memory, operation, id string, server map[string]any) (any, bool) {
		if operation != "servers.rebuild" {
			return nil, false
		}
		v, known := m.last[id][field]
		return v, known
	}, field)
}

// staleAfterwards makes a server show a field as before its last rebuild.
func staleAfterwards(field string) func() (pipeline.Mutant, error) {
	return stale(func(m *memory, operation, id string, server map[string]any) (any, bool) {
		if operation != "servers.show" || m.frozen[id] == nil {
			return nil, false
		}
		v, known := m.frozen[id][field]
		if !known {
			delete(server, field)
		}
		return v, known
	}, field)
}

func stale(old func(m *memory, operation, id string, server map[string]any) (any, bool), field string) func() (pipeline.Mutant, error) {
	return func() (pipeline.Mutant, error) {
		m := &memory{last: map[string]map[string]any{}, frozen: map[string]map[string]any{}}
		return pipeline.Mutant{Tamper: func(operation string, status int, value any) (int, any) {
			server, _ := valueBelow(value, "server").(map[string]any)
			id, _ := server["id"].(string)
			if id == "" || operation != "servers.show" && operation != "servers.rebuild" {
				return status, value
			}
			m.mu.Lock()
			defer m.mu.Unlock()
			shown := maps.Clone(server)
			if v, known := old(m, operation, id, shown); known {
				if _, there := shown[field]; there {
					shown[field] = v
				}
			}
			if operation == "servers.rebuild" {
				m.frozen[id] = m.last[id]
			} else {
				m.last[id] = server
			}
			return status, map[string]any{"server": shown}
		}}, nil
	}
}
