package state

import (
	"fmt"
	"maps"
	"sync"

	"github.com/hashicorp/go-memdb"
)

// Store holds all records. It is safe for concurrent use.
type Store struct {
	db       *memdb.MemDB
	mu       sync.Mutex
	counters map[string]int64
}

// tables are all registered tables, in the order of registration.
var tables []tabled

// New answers an empty store.
func New() *Store {
	schema := &memdb.DBSchema{Tables: map[string]*memdb.TableSchema{}}
	for _, t := range tables {
		schema.Tables[t.name()] = t.schema()
	}
	db, err := memdb.NewMemDB(schema)
	if err != nil {
		panic(fmt.Sprintf("state: schema: %v", err))
	}
	return &Store{db: db, counters: map[string]int64{}}
}

// Read starts a transaction that sees the present moment, for as long as it lives, and cannot write.
func (s *Store) Read() *Txn { return &Txn{store: s, txn: s.db.Txn(false)} }

// Write starts the writing transaction, waiting for the one before to end. Commit or Abort ends it.
func (s *Store) Write() *Txn { return &Txn{store: s, txn: s.db.Txn(true), writes: true} }

func (s *Store) last(name string) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.counters[name]
}

func (s *Store) counts(counted map[string]int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	maps.Copy(s.counters, counted)
}
