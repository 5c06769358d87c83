// Package state is what the mock cloud knows: records in a transactional in-memory store.
//
// A record is a pointer to a struct that nobody changes once it is inserted: to change one, copy it,
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
// What transactions, snapshots and tables are is in the package engine, which knows no noun.
package state

import "plumbline/mockcloud/internal/state/engine"

// What whoever reads and writes records has to do with. See the package engine.
type (
	Store        = engine.Store
	Txn          = engine.Txn
	Watch        = engine.Watch
	Snapshot     = engine.Snapshot
	Savepoint    = engine.Savepoint
	Table[T any] = engine.Table[T]
	Event        = engine.Event
	SavedPayload = engine.SavedPayload
	Notification = engine.Notification
)

// Events is all work that is to be done, Notifications are the newest messages that services sent.
var (
	Events        = engine.Events
	Notifications = engine.Notifications
)

// New answers an empty store.
func New() *Store { return engine.New() }

// Serial is a number as an id whose order is the number's.
func Serial(n int64) string { return engine.SerialKey(n) }
