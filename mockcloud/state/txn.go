package state

import "github.com/hashicorp/go-memdb"

// Txn is a transaction. It belongs to one goroutine.
type Txn struct {
	txn     *memdb.Txn
	writes  bool
	changed bool
	watch   *Watch
}

// Writes tells whether the transaction can write.
func (x *Txn) Writes() bool { return x.writes }

// Changed tells whether anything was written.
func (x *Txn) Changed() bool { return x.changed }

// Commit makes everything visible that was written. After it, or on a reading transaction, it does nothing.
func (x *Txn) Commit() { x.txn.Commit() }

// Abort forgets everything that was written. After Commit it does nothing.
func (x *Txn) Abort() { x.txn.Abort() }

// Next counts: 1, 2, 3 … for each name, transactionally. It gives records serial numbers, which
// services order by, and the integer ids some of them show.
func (x *Txn) Next(name string) int64 {
	n := int64(1)
	if c := counters.Get(x, name); c != nil {
		n = c.Last + 1
	}
	counters.Insert(x, &counter{Name: name, Last: n})
	return n
}

type counter struct {
	Name string
	Last int64
}

var counters = register(Table[counter]{Name: "counters", ID: func(c *counter) string { return c.Name }})
