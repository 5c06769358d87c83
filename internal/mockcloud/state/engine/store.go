package engine

import (
	"sync"
	"sync/atomic"
)

// Store holds all records. It is safe for concurrent use.
type Store struct {
	// now is the present moment.
	now atomic.Pointer[moment]
	// writing is held by the writing transaction, from its start to its end. The rest is the transaction's.
	writing sync.Mutex
	// counters are changed in place: no reader sees them.
	counters map[string]int64
	// changes and counts are room for what a transaction has to remember.
	changes []change
	counts  []counted
	// saving is nil where nothing is saved.
	saving *saving
}

// moment is everything that a reader can see. It is immutable.
type moment struct {
	// seq is the number of the commit that made it.
	seq    uint64
	tables []contents
	events []*Event
	feed   feed
}

// tables are all registered tables, in the order of registration.
var tables []tabled

// New answers an empty store.
func New() *Store {
	s := &Store{counters: map[string]int64{}}
	first := &moment{tables: make([]contents, len(tables))}
	for i, t := range tables {
		first.tables[i] = t.empty()
	}
	s.now.Store(first)
	return s
}

// Read starts a transaction that sees the present moment, for as long as it lives, and cannot write.
func (s *Store) Read() *Txn {
	now := s.now.Load()
	return &Txn{store: s, tables: now.tables, events: now.events, feed: now.feed, seq: now.seq}
}

// Generation is the number of the last commit: another one means that something was written.
func (s *Store) Generation() uint64 { return s.now.Load().seq }

// Write starts the writing transaction, waiting for the one before to end. Commit or Abort ends it.
func (s *Store) Write() *Txn {
	s.writing.Lock()
	now := s.newest()
	return &Txn{
		store: s, base: now, tables: now.tables, events: now.events, feed: now.feed, seq: now.seq + 1, writes: true,
		floor: nodes.Load(), changes: s.changes, counts: s.counts,
	}
}

// newest is the moment that the next writing transaction starts from; the caller holds writing.
func (s *Store) newest() *moment {
	if s.saving != nil {
		return s.saving.newest()
	}
	return s.now.Load()
}

// publish makes a moment the present one; the caller holds writing.
func (s *Store) publish(m *moment) { s.now.Store(m) }
