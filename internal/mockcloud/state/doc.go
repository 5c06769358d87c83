// Package state holds the mock cloud's records in a transactional in-memory store.
//
// A record is a pointer to a struct that must not be changed once it is inserted: to change one, copy it,
// set the fields (with new slices and maps) and insert the copy:
//
//	server := state.Servers.Get(txn, id)      // nil: there is none
//	changed := *server
//	changed.TaskState = state.TaskRebuilding
//	changed.Metadata = maps.Clone(server.Metadata)
//	changed.Metadata["a"] = "b"
//	state.Servers.Insert(txn, &changed)       // replaces the record of the same id
//
// Each noun has a file that holds its struct and registers its table. Adding a noun is adding a file:
//
//	var Volumes = engine.Register(engine.Table[Volume]{
//		Name: "volumes",
//		ID:   func(v *Volume) string { return v.ID },
//		Indexes: []engine.Index[Volume]{
//			{Name: "project", Of: func(v *Volume) []string { return []string{v.ProjectID} }},
//		},
//	})
//
// Transactions, snapshots and tables are defined in package engine, which is independent of the nouns.
package state

import "plumbline/internal/mockcloud/state/engine"

// Types of package engine for the packages that read and write records.
type (
	Store        = engine.Store
	Txn          = engine.Txn
	Mark         = engine.Mark
	Watch        = engine.Watch
	Snapshot     = engine.Snapshot
	Savepoint    = engine.Savepoint
	Table[T any] = engine.Table[T]
	Event        = engine.Event
	SavedPayload = engine.SavedPayload
	Notification = engine.Notification
)

// Events is the table of scheduled work, Notifications that of the newest notifications of services.
var (
	Events        = engine.Events
	Notifications = engine.Notifications
)

// New answers an empty store.
func New() *Store { return engine.New() }

// Serial is a number as an id that sorts like the number.
func Serial(n int64) string { return engine.SerialKey(n) }
