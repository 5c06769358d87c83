package engine

import (
	"maps"
	"slices"
)

// Snapshot is all records at one moment. Taking one costs next to nothing.
type Snapshot struct {
	moment   *moment
	counters map[string]int64
}

// Snapshot remembers the present moment.
func (s *Store) Snapshot() *Snapshot {
	s.writing.Lock() // between two transactions
	defer s.writing.Unlock()
	return &Snapshot{s.now.Load(), maps.Clone(s.counters)}
}

// Restore makes everything as it was, as one transaction: see Txn.Restore.
func (s *Store) Restore(snap *Snapshot, except ...string) error {
	x := s.Write()
	defer x.Abort()
	x.Restore(snap, except...)
	return x.Commit()
}

// Restore makes everything as it was at the snapshot, which may be another store's. Kept answers about records that
// are still, or again, the same stay good. Tables named in except stay as they are. It comes first in its
// transaction, and no savepoint goes back behind it.
func (x *Txn) Restore(snap *Snapshot, except ...string) {
	x.writable("everything")
	x.tables, x.own = slices.Clone(x.tables), true
	for i, t := range tables {
		if !slices.Contains(except, t.name()) {
			x.tables[i] = t.restored(snap.moment.tables[i], x.seq)
		}
	}
	x.events, x.feed, x.scheduled = snap.moment.events, snap.moment.feed, true
	x.feed.part()
	x.counters, x.store.counters = x.store.counters, maps.Clone(snap.counters)
}

// Count answers how many records each table has, by the table's name.
func (x *Txn) Count() map[string]int {
	out := map[string]int{}
	for i, t := range tables {
		if !t.aside() {
			out[t.name()] = x.tables[i].count()
		}
	}
	return out
}
