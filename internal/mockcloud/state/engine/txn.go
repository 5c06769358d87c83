package engine

import "slices"

// Txn is a transaction. It belongs to one goroutine.
type Txn struct {
	store *Store
	// base is the moment that a writing transaction goes on from.
	base *moment
	// tables, events and feed are a moment's, or the transaction's own from the first change on.
	tables []contents
	events []*Event
	feed   feed
	// seq is the number of the moment that is read, or that Commit makes.
	seq    uint64
	writes bool
	ended  bool
	own    bool // tables are the transaction's own
	// changed tells that anything was written, scheduled that events were.
	changed   bool
	scheduled bool
	// floor is below all nodes that the transaction may change in place.
	floor uint64
	// walks counts the iterations in progress: during one, nothing is changed in place.
	walks   int
	watch   *Watch
	changes []change
	counts  []counted
	// counters are those from before Restore, nil without.
	counters map[string]int64
}

// change is a write: which record, and what it was before (nil: there was none). All of a transaction are
// remembered in their order, to be undone.
type change struct {
	table  tabled
	id     string
	before any
}

// counted is the value of a counter before a change, to undo it.
type counted struct {
	name   string
	before int64
}

// Writes tells whether the transaction can write.
func (x *Txn) Writes() bool { return x.writes }

// Changed tells whether anything was written.
func (x *Txn) Changed() bool { return x.changed }

// Scheduled tells whether work was scheduled or taken back, unless there is none and was none before.
func (x *Txn) Scheduled() bool {
	return x.scheduled && (len(x.events) > 0 || x.ended || len(x.base.events) > 0)
}

// Commit makes everything visible that was written: in a store that is saved (see SaveWith) as soon as it is
// saved, for which it waits. An error tells that it could not be saved: nothing was written then. After it, or on a
// reading transaction, it does nothing.
func (x *Txn) Commit() error {
	if !x.writes || x.ended {
		return nil
	}
	x.scheduled = x.Scheduled()
	if !x.changed {
		x.end()
		return nil
	}
	m := &moment{seq: x.seq, tables: x.tables, events: x.events, feed: x.feed}
	saving := x.store.saving
	if saving == nil {
		x.store.publish(m)
		x.end()
		return nil
	}
	p := saving.add(x, m)
	x.end()
	return saving.wait(p)
}

// Abort forgets everything that was written. After Commit it does nothing.
func (x *Txn) Abort() {
	if x.writes && !x.ended {
		x.uncount(0)
		if x.counters != nil {
			x.store.counters = x.counters
		}
		x.end()
	}
}

func (x *Txn) end() {
	x.ended = true
	s := x.store
	clear(x.changes)
	clear(x.counts)
	s.changes, s.counts = x.changes[:0], x.counts[:0]
	x.changes, x.counts = nil, nil
	s.writing.Unlock()
}

// writable gets ready for a change.
func (x *Txn) writable(what string) {
	if !x.writes || x.ended {
		panic("state: a write to " + what + " outside a writing transaction")
	}
	x.changed = true
}

// Next answers the next number of a counter: 1, 2, 3 … for each name. It gives records serial numbers, which services order by, and
// the integer ids some of them show. What an aborted transaction counted is not counted.
func (x *Txn) Next(name string) int64 {
	x.writable("a counter")
	n := x.store.counters[name]
	x.counts = append(x.counts, counted{name, n})
	x.store.counters[name] = n + 1
	return n + 1
}

func (s *Store) uncount(c counted) {
	if s.counters[c.name] = c.before; c.before == 0 {
		delete(s.counters, c.name)
	}
}

// uncount takes back what was counted after the first so many times.
func (x *Txn) uncount(from int) {
	for _, c := range slices.Backward(x.counts[from:]) {
		x.store.uncount(c)
	}
	x.counts = x.counts[:from]
}
