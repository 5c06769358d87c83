package engine

import "slices"

// Savepoint is a moment within a writing transaction to which it can go back.
type Savepoint struct {
	changes   int
	counts    int
	events    []*Event
	feed      feed
	changed   bool
	scheduled bool
}

// Save remembers the moment, which costs next to nothing. Savepoints nest: going back to one leaves those that were made before it good.
func (x *Txn) Save() *Savepoint {
	return &Savepoint{len(x.changes), len(x.counts), x.events, x.feed, x.changed, x.scheduled}
}

// RollBackTo undoes everything since the savepoint. It and those made before it stay good, those made after it do not.
func (x *Txn) RollBackTo(to *Savepoint) {
	for _, c := range slices.Backward(x.changes[to.changes:]) {
		c.table.undo(x, c.id, c.before)
	}
	x.changes = x.changes[:to.changes]
	x.uncount(to.counts)
	x.events, x.feed, x.changed, x.scheduled = to.events, to.feed, to.changed, to.scheduled
}
