package state

import (
	"slices"

	"github.com/hashicorp/go-memdb"
)

// Snapshot is all records at one moment. Taking one costs nothing.
type Snapshot struct {
	txn  *memdb.Txn
	side *side
}

// Snapshot remembers the present moment.
func (s *Store) Snapshot() *Snapshot {
	x := s.Write() // between two transactions
	defer x.Abort()
	return &Snapshot{txn: s.db.Txn(false), side: x.side}
}

// Restore makes everything as it was, as one transaction, touching only the records that differ, so
// that kept answers about the others stay good. Tables named in except stay as they are.
func (s *Store) Restore(snap *Snapshot, except ...string) {
	to, from := s.Write(), &Txn{txn: snap.txn}
	defer to.Abort()
	for _, t := range tables {
		if !slices.Contains(except, t.name()) {
			t.restore(to, from)
		}
	}
	to.side = snap.side
	to.Commit()
}

func (t *Table[T]) restore(to, from *Txn) {
	var gone []string
	for r := range t.All(to) {
		if t.Get(from, t.ID(r)) == nil {
			gone = append(gone, t.ID(r))
		}
	}
	for _, id := range gone {
		t.must(to.txn.Delete(t.Name, t.Get(to, id)))
	}
	for r := range t.All(from) {
		if t.Get(to, t.ID(r)) != r {
			t.must(to.txn.Insert(t.Name, r))
		}
	}
}

// Count answers how many records each table has, by the table's name.
func (x *Txn) Count() map[string]int {
	out := map[string]int{}
	for _, t := range tables {
		out[t.name()] = t.count(x)
	}
	return out
}
