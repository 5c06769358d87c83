package state

import (
	"time"

	"plumbline/mockcloud/internal/state/engine"
)

// ServerGroup is a rule about how its servers are spread over hosts.
type ServerGroup struct {
	ID, Name          string
	ProjectID, UserID string
	// Policy is "affinity", "anti-affinity", "soft-affinity" or "soft-anti-affinity"; MostPerHost is the limit for anti-affinity, 0
	// if none was set.
	Policy      string
	MostPerHost int
	Created     time.Time
}

// ServerGroups are all server groups.
var ServerGroups = engine.Register(engine.Table[ServerGroup]{
	Name:    "server-groups",
	ID:      func(g *ServerGroup) string { return g.ID },
	Indexes: []engine.Index[ServerGroup]{{Name: "project", Of: func(g *ServerGroup) []string { return []string{g.ProjectID} }}},
})
