package state

import "slices"

// Savepoint is a moment within a writing transaction to which it can go back.
type Savepoint struct {
	undos     int
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

// Save remembers the moment. Savepoints nest: going back to one leaves those that were made before it good.
func (x *Txn) Save() *Savepoint {
	// The next write takes a copy of what is beside the tables: this one stays as it is.
	x.sided, x.counted = false, false
	x.saved = true
	return &Savepoint{undos: len(x.undos), puts: slices.Clone(x.puts), side: x.side, changed: x.changed, scheduled: x.scheduled}
}

// Back undoes everything since the savepoint. It and those made before it stay good, those made after it do not.
func (x *Txn) Back(to *Savepoint) {
	for _, u := range slices.Backward(x.undos[to.undos:]) {
		u.table.put(x, u.id, u.row)
	}
	x.undos = x.undos[:to.undos]
	x.puts, x.side, x.changed, x.scheduled = slices.Clone(to.puts), to.side, to.changed, to.scheduled
	x.sided, x.counted = false, false
}
