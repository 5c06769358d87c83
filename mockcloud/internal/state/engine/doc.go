// Package engine is a transactional in-memory store: tables of records and their indexes, work that is to be done later, the
// messages that were sent, counters. It knows no noun: tables are registered by those who have records (see the package state).
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
package engine
