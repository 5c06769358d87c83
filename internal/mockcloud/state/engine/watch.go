package engine

import "sync/atomic"

// Watch is what a reading transaction read: it tells whether any of it has changed since. Records are
// compared, not moments: what was changed and restored has not changed.
type Watch struct {
	store   *Store
	records []readRecord
	ranges  []readRange
	parts   []*Watch
	// good is the number of the last moment at which nothing of it had changed.
	good atomic.Uint64
}

// readRecord is a record that was read by its id; nil when there was none.
type readRecord struct {
	table  tabled
	id     string
	record any
}

// readRange is a range of an index that was gone through: the keys that begin with a prefix, and the node that
// they are in.
type readRange struct {
	table  tabled
	index  int
	prefix string
	node   uint64
}

// Watch begins to record what the transaction reads. It is for reading transactions only: what a
// writing one sees may never become true.
func (x *Txn) Watch() *Watch {
	if x.writes {
		panic("state: a writing transaction cannot be watched")
	}
	x.watch = &Watch{store: x.store}
	x.watch.good.Store(x.seq)
	return x.watch
}

// Resume makes the transaction record into w again (nil: into nothing) and answers what it recorded
// into before, so that the parts of an answer can be watched apart.
func (x *Txn) Resume(w *Watch) (before *Watch) {
	before, x.watch = x.watch, w
	return before
}

// Valid tells whether nothing that was read has changed.
func (w *Watch) Valid() bool {
	now, good := w.store.now.Load(), w.good.Load()
	// Without a commit since, nothing has changed; nor has a table that was not written to.
	if now.seq <= good {
		return true
	}
	for i := range w.records {
		if s := &w.records[i]; !s.table.sameRecord(now, s, good) {
			return false
		}
	}
	for i := range w.ranges {
		if v := &w.ranges[i]; !v.table.sameRange(now, v, good) {
			return false
		}
	}
	for _, p := range w.parts {
		if !p.Valid() {
			return false
		}
	}
	w.good.Store(now.seq)
	return true
}

// Join adds what another watch recorded.
func (w *Watch) Join(other *Watch) { w.parts = append(w.parts, other) }

// recent is how far back a watch looks for what it has recorded already.
const recent = 8

func (w *Watch) saw(s readRecord) {
	for i := max(0, len(w.records)-recent); i < len(w.records); i++ {
		if known := &w.records[i]; known.id == s.id && known.table == s.table {
			return
		}
	}
	w.records = append(w.records, s)
}

func (w *Watch) passed(v readRange) {
	for i := max(0, len(w.ranges)-recent); i < len(w.ranges); i++ {
		if known := &w.ranges[i]; *known == v {
			return
		}
	}
	w.ranges = append(w.ranges, v)
}
