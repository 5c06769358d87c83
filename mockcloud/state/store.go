package state

import (
	"fmt"
	"sync/atomic"

	"github.com/hashicorp/go-memdb"
)

// Store holds all records. It is safe for concurrent use.
type Store struct {
	db   *memdb.MemDB
	side atomic.Pointer[side]
	// commits counts them, after what they changed can be seen and who watched it was told.
	commits atomic.Uint64
}

// side is what is kept beside the tables because each transaction touches it and no answer shows it:
// counters, work that is to be done, messages. It is immutable.
type side struct {
	counters map[string]int64
	events   []*Event
	feed     feed
	usage    map[string]Usage // of hosts and projects
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
	s := &Store{db: db}
	s.side.Store(&side{})
	return s
}

// Read starts a transaction that sees the present moment, for as long as it lives, and cannot write.
func (s *Store) Read() *Txn { return &Txn{store: s, side: s.side.Load(), txn: s.db.Txn(false)} }

// Write starts the writing transaction, waiting for the one before to end. Commit or Abort ends it.
func (s *Store) Write() *Txn {
	txn := s.db.Txn(true)
	return &Txn{store: s, side: s.side.Load(), txn: txn, writes: true}
}
