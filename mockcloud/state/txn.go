package state

import (
	"maps"

	"github.com/hashicorp/go-memdb"
)

// Txn is a transaction. It belongs to one goroutine.
type Txn struct {
	store  *Store
	txn    *memdb.Txn
	writes bool
	ended  bool
	watch  *Watch
	// puts are writes that nobody has needed to see yet but by id: a record that is written several times in a
	// transaction reaches the store once.
	puts    []put
	side    *side
	sided   bool // side is the transaction's own copy
	counted bool // and so are its counters
	changed bool
	// scheduled tells that events were written.
	scheduled bool
	// undos are the writes since the first savepoint, if saved.
	undos []undo
	saved bool
}

// put is a write that is put off; a nil row deletes.
type put struct {
	table tabled
	id    string
	row   any
}

// Writes tells whether the transaction can write.
func (x *Txn) Writes() bool { return x.writes }

// Changed tells whether anything was written.
func (x *Txn) Changed() bool { return x.changed }

// Scheduled tells whether work was scheduled or taken back.
func (x *Txn) Scheduled() bool { return x.scheduled }

// Commit makes everything visible that was written. After it, or on a reading transaction, it does nothing.
func (x *Txn) Commit() {
	if !x.writes || x.ended {
		return
	}
	for len(x.puts) > 0 {
		x.do(0)
	}
	x.ended = true
	x.store.side.Store(x.side)
	x.txn.Commit()
	x.store.commits.Add(1)
}

// Abort forgets everything that was written. After Commit it does nothing.
func (x *Txn) Abort() {
	if x.writes && !x.ended {
		x.ended = true
		x.txn.Abort()
	}
}

func (x *Txn) waiting(t tabled, id string) *put {
	for i := range x.puts {
		if x.puts[i].id == id && x.puts[i].table == t {
			return &x.puts[i]
		}
	}
	return nil
}

func (x *Txn) later(t tabled, id string, row any) {
	if !x.writes || x.ended {
		panic("state: a write to table " + t.name() + " outside a writing transaction")
	}
	x.changed = true
	if w := x.waiting(t, id); w != nil {
		w.row = row
		return
	}
	if len(x.puts) >= 64 {
		x.do(0)
	}
	x.puts = append(x.puts, put{t, id, row})
}

// flush does what is put off for a table, so that its indexes tell the truth.
func (x *Txn) flush(t tabled) {
	for i := 0; i < len(x.puts); {
		if x.puts[i].table == t {
			x.do(i)
		} else {
			i++
		}
	}
}

func (x *Txn) do(i int) {
	p := x.puts[i]
	x.puts = append(x.puts[:i], x.puts[i+1:]...)
	p.table.write(x, p.id, p.row)
}

// aside is the transaction's own copy of what is beside the tables.
func (x *Txn) aside() *side {
	if !x.writes || x.ended {
		panic("state: a write outside a writing transaction")
	}
	if !x.sided {
		own := *x.side
		x.side, x.sided, x.changed = &own, true, true
	}
	return x.side
}

// Next counts: 1, 2, 3 … for each name. It gives records serial numbers, which services order by, and
// the integer ids some of them show. What an aborted transaction counted is not counted.
func (x *Txn) Next(name string) int64 {
	s := x.aside()
	if !x.counted {
		x.counted = true
		own := make(map[string]int64, len(s.counters)+1)
		maps.Copy(own, s.counters)
		s.counters = own
	}
	s.counters[name]++
	return s.counters[name]
}
