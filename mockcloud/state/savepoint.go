package state

import "slices"

// Savepoint is a moment within a writing transaction to which it can go back.
type Savepoint struct {
	puts      []put
	side      *side
	changed   bool
	scheduled bool
}

// undo is what a row in the store was before a write.
type undo struct {
	table tabled
	id    string
	row   any
}

// Save remembers the moment. One savepoint is remembered at a time.
func (x *Txn) Save() *Savepoint {
	x.undos = make([]undo, 0, 4)
	// The next write takes a copy of what is beside the tables: this one stays as it is.
	x.sided, x.counted = false, false
	x.saved = true
	return &Savepoint{puts: slices.Clone(x.puts), side: x.side, changed: x.changed, scheduled: x.scheduled}
}

// Back undoes everything since the savepoint, which is used up.
func (x *Txn) Back(to *Savepoint) {
	for _, u := range slices.Backward(x.undos) {
		u.table.put(x, u.id, u.row)
	}
	x.undos, x.saved = nil, false
	x.puts, x.side, x.changed, x.scheduled = to.puts, to.side, to.changed, to.scheduled
	x.sided, x.counted = false, false
}
