package state

import (
	"time"

	"plumbline/mockcloud/state/engine"
)

// Ended is what is remembered of a server that is gone: what it used, and when.
type Ended struct {
	ID, Name, ProjectID  string
	Flavor               FlavorCopy
	Launched, Terminated time.Time
}

// EndedServers are the servers that ran and are gone.
var EndedServers = engine.Register(engine.Table[Ended]{
	Name:    "ended-servers",
	ID:      func(e *Ended) string { return e.ID },
	Indexes: []engine.Index[Ended]{{Name: "project", Of: func(e *Ended) []string { return []string{e.ProjectID} }}},
})
