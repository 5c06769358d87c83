package state

import (
	"fmt"

	"github.com/hashicorp/go-memdb"
)

// Store holds all records. It is safe for concurrent use.
type Store struct{ db *memdb.MemDB }

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
	return &Store{db: db}
}

// Read starts a transaction that sees the present moment, for as long as it lives, and cannot write.
func (s *Store) Read() *Txn { return &Txn{txn: s.db.Txn(false)} }

// Write starts the writing transaction, waiting for the one before to end. Commit or Abort ends it.
func (s *Store) Write() *Txn { return &Txn{txn: s.db.Txn(true), writes: true} }
