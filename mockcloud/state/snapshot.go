package state

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

// Restore makes everything as it was, as one transaction. Kept answers about records that are still, or
// again, the same stay good. Tables named in except stay as they are.
func (s *Store) Restore(snap *Snapshot, except ...string) {
	s.writing.Lock()
	defer s.writing.Unlock()
	now := s.now.Load()
	next := &moment{seq: now.seq + 1, tables: slices.Clone(now.tables), events: snap.moment.events, feed: snap.moment.feed}
	for i, t := range tables {
		if !slices.Contains(except, t.name()) {
			next.tables[i] = t.restored(snap.moment.tables[i], next.seq)
		}
	}
	next.feed.part()
	s.counters = maps.Clone(snap.counters)
	s.publish(next)
}

// Count answers how many records each table has, by the table's name.
func (x *Txn) Count() map[string]int {
	out := map[string]int{}
	for i, t := range tables {
		if t != tabled(usages) {
			out[t.name()] = x.tables[i].count()
		}
	}
	return out
}
