package state

import (
	"strconv"
	"time"

	"plumbline/internal/mockcloud/state/engine"
)

// Migration is the record of a server's move from one host to another.
type Migration struct {
	Serial   int64
	UUID     string
	ServerID string
	// Type is "migration", "resize", "live-migration" or "evacuation".
	Type, Status           string
	SourceHost, SourceNode string
	DestHost, DestNode     string
	// OldFlavor and NewFlavor are the serial numbers of flavors.
	OldFlavor, NewFlavor int64
	UserID, ProjectID    string
	Created              time.Time
	Updated              *time.Time
}

// MigrationID is the id of a migration in the table.
func MigrationID(serial int64) string { return strconv.FormatInt(serial, 10) }

// Migrations are all migrations that were begun.
var Migrations = engine.Register(engine.Table[Migration]{
	Name:    "migrations",
	ID:      func(m *Migration) string { return MigrationID(m.Serial) },
	Indexes: []engine.Index[Migration]{{Name: "server", Of: func(m *Migration) []string { return []string{m.ServerID} }}},
})
