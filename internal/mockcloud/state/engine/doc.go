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
//
// github.com/tidwall/btree (v1.8.1, Copy for each transaction) was held against the tree, with 100,000 keys. A transaction that
// writes one key takes 1.8 times as long (7.1 instead of 3.9 µs of processor time with nodes of 16, 7.9 with 32, 10.1 with 64;
// 2.8, 3.5 and 6.1 kB instead of 1.3 kB), one that writes ten 1.7 times (51 to 56 instead of 30 µs). Reads are the same within
// what was measured (0.84, 0.75, 0.60 instead of 0.82 µs), a walk over 1,000 is faster (5.2, 4.8, 5.0 instead of 7.2 µs), and
// the nodes take 55, 39 and 37 bytes a key instead of 41. It does not tell which node covers a prefix either, and a Watch
// goes by that. Medians of 8 runs, in turn; a write of a server is several keys of the 60 µs that a rebuild takes.
package engine
