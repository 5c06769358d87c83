package state

import (
	"strconv"
	"time"

	"plumbline/mockcloud/internal/state/engine"
)

// Migration is the record of a server's way from one host to another.
type Migration struct {
	Serial   int64
	UUID     string
	ServerID string
	// Type is "migration", "resize", "live-migration" or "evacuation".
	Type, Status           string
	SourceHost, SourceNode string
	DestHost, DestNode     string
	// OldFlavor and NewFlavor are numbers of flavors.
	OldFlavor, NewFlavor int64
	UserID, ProjectID    string
	Created              time.Time
	Updated              *time.Time
}

// MigrationID is how a migration is found by its number.
func MigrationID(serial int64) string { return strconv.FormatInt(serial, 10) }

// Migrations are all that were begun.
var Migrations = engine.Register(engine.Table[Migration]{
	Name:    "migrations",
	ID:      func(m *Migration) string { return MigrationID(m.Serial) },
	Indexes: []engine.Index[Migration]{{Name: "server", Of: func(m *Migration) []string { return []string{m.ServerID} }}},
})
