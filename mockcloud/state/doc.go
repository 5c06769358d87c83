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
//	var Volumes = register(Table[Volume]{
//		Name: "volumes",
//		ID:   func(v *Volume) string { return v.ID },
//		Indexes: []Index[Volume]{
//			{Name: "project", Of: func(v *Volume) []string { return []string{v.ProjectID} }},
//		},
//	})
//
// A reading transaction sees one moment and takes no lock. There is one writing transaction at a time;
// what it did becomes visible as a whole at Commit, or not at all. A reading transaction that was
// asked to (Watch) records what it read, so that whoever keeps an answer made from it knows when
// the answer is out of date.
//
// A moment is a B+ tree for each table and for each of its indexes. A writing transaction copies the nodes on the path
// to what it changes, once, and remembers each change with what was before: going back to a savepoint
// undoes them in place. A snapshot is a moment. The package has trees of its own because a general store
// (go-memdb, which was here before) took half of what a request that writes costs: it copies radix nodes
// and keeps a channel for each of them, of which a mock needs neither.
package state
