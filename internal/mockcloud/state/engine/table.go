package engine

import (
	"iter"
	"slices"
)

// Table is where the records of one noun are.
type Table[T any] struct {
	Name string
	// ID is the record's identity, never empty.
	ID      func(*T) string
	Indexes []Index[T]
	// Under names an index that costs nothing: the records whose id begins with the key and a slash.
	Under string
	// Marks tells the marks of a record, by which Marked finds it (nil: there are none).
	Marks func(r *T, has func(Mark))
	// Uncounted marks a table whose records are no resources of users: Count leaves them out.
	Uncounted bool
	// Derived tells that the records follow from others: they are not saved.
	Derived bool
	// Written is told of each record that is written, before and after (nil: there is none).
	Written func(x *Txn, before, after *T)

	at int // among all tables
}

// tabled is the interface of a table, independent of its record type.
type tabled interface {
	name() string
	empty() contents
	// restored are contents from another moment as those of a new one.
	restored(from contents, seq uint64) contents
	// undo makes a record what it was before, nil for none.
	undo(x *Txn, id string, before any)
	// sameRecord and sameRange tell whether what was seen at the moment good is still so now.
	sameRecord(now *moment, s *readRecord, good uint64) bool
	sameRange(now *moment, v *readRange, good uint64) bool
	// aside and derived are the table's Aside and Derived.
	aside() bool
	derived() bool
	saved
}

// contents are the contents of a table at one moment.
type contents interface{ count() int }

// rows are the records of a table. A transaction changes rows that are its own; others are immutable.
type rows[T any] struct {
	// changed is the number of the commit that changed anything last.
	changed uint64
	n       int
	ids     *node[*T]
	by      []*node[*T] // of each index
}

func (c *rows[T]) count() int { return c.n }

// Register makes a table one of all stores. It is for the start of a program: stores have the tables that were there when
// they were made.
func Register[T any](t Table[T]) *Table[T] {
	t.at = len(tables)
	tables = append(tables, &t)
	return &t
}

func (t *Table[T]) name() string { return t.Name }

func (t *Table[T]) empty() contents { return &rows[T]{by: make([]*node[*T], len(t.Indexes))} }

// rowsIn answers the rows of the table among the contents of all tables.
func (t *Table[T]) rowsIn(all []contents) *rows[T] { return all[t.at].(*rows[T]) }

func (t *Table[T]) restored(from contents, seq uint64) contents {
	c := *from.(*rows[T])
	c.changed, c.by = seq, slices.Clone(c.by)
	return &c
}

// Get answers the record of an id, nil when there is none.
func (t *Table[T]) Get(x *Txn, id string) *T {
	r, _ := t.rowsIn(x.tables).ids.get(id)
	if x.watch != nil {
		x.watch.saw(readRecord{t, id, r})
	}
	return r
}

// FirstByKey answers the first record under a key of an index, nil when there is none.
func (t *Table[T]) FirstByKey(x *Txn, index, key string) (r *T) {
	tree, prefix, of := t.find(index, key)
	if of != nil {
		for r = range t.walk(x, ids, "", of, key) {
			return r
		}
		return nil
	}
	c := t.rowsIn(x.tables)
	t.observe(x, c, tree, prefix)
	r, _ = c.tree(tree).first(prefix)
	return r
}

// ByKey goes through the records under a key of an index, in the order of their ids: those that are there when
// it begins, whatever is written meanwhile.
func (t *Table[T]) ByKey(x *Txn, index, key string) iter.Seq[*T] {
	tree, prefix, of := t.find(index, key)
	return t.walk(x, tree, prefix, of, key)
}

// All goes through all records in the order of their ids: those that are there when it begins.
func (t *Table[T]) All(x *Txn) iter.Seq[*T] { return t.walk(x, ids, "", nil, "") }

// OrderedBy goes through all records in the order of the keys of an index: those that are there when it begins.
func (t *Table[T]) OrderedBy(x *Txn, index string) iter.Seq[*T] {
	tree, prefix, _ := t.find(index)
	return t.walk(x, tree, prefix, nil, "")
}

// List answers the records under a key of an index, in the order of their ids.
func (t *Table[T]) List(x *Txn, index, key string) []*T {
	var out []*T
	for r := range t.ByKey(x, index, key) {
		out = append(out, r)
	}
	return out
}

// walk goes through a part of an index; where of is set, through those records only that have a key.
func (t *Table[T]) walk(x *Txn, tree int, prefix string, of func(*T) []string, key string) iter.Seq[*T] {
	return func(yield func(*T) bool) {
		c := t.rowsIn(x.tables)
		t.observe(x, c, tree, prefix)
		if x.writes {
			x.walks++
			defer func() { x.walks-- }()
		}
		if of == nil {
			c.tree(tree).walk(prefix, yield)
			return
		}
		c.tree(tree).walk(prefix, func(r *T) bool { return !slices.Contains(of(r), key) || yield(r) })
	}
}

// observe records that a part of an index was looked at.
func (t *Table[T]) observe(x *Txn, c *rows[T], tree int, prefix string) {
	if x.watch != nil {
		x.watch.passed(readRange{t, tree, prefix, c.tree(tree).covering(prefix)})
	}
}

func (t *Table[T]) sameRecord(now *moment, s *readRecord, good uint64) bool {
	c := t.rowsIn(now.tables)
	if c.changed <= good {
		return true
	}
	r, _ := c.ids.get(s.id)
	return r == s.record.(*T)
}

func (t *Table[T]) sameRange(now *moment, v *readRange, good uint64) bool {
	c := t.rowsIn(now.tables)
	return c.changed <= good || c.tree(v.index).covering(v.prefix) == v.node
}

// Insert puts a record in, replacing the one of the same id. The record must not be changed afterwards.
func (t *Table[T]) Insert(x *Txn, r *T) {
	id := t.ID(r)
	if id == "" {
		panic("state: table " + t.Name + ": a record without an id")
	}
	t.write(x, id, r)
}

// Delete takes the record of an id out and tells whether it was there.
func (t *Table[T]) Delete(x *Txn, id string) bool {
	if r, _ := t.rowsIn(x.tables).ids.get(id); r == nil {
		return false
	}
	t.write(x, id, nil)
	return true
}

func (t *Table[T]) write(x *Txn, id string, after *T) {
	x.writable(t.Name)
	before := t.set(x, id, after)
	x.changes = append(x.changes, change{t, id, before})
	if t.Written != nil {
		t.Written(x, before, after)
	}
}

func (t *Table[T]) undo(x *Txn, id string, before any) { t.set(x, id, before.(*T)) }

// set makes the table have a record, or none, under an id, and answers what it had.
func (t *Table[T]) set(x *Txn, id string, after *T) (before *T) {
	if x.walks > 0 {
		x.floor = nodes.Load() // whoever is walking goes on in the nodes as they are
	}
	c := t.writable(x)
	had := false
	if after == nil {
		c.ids, before, had = c.ids.take(id, x.floor)
		if had {
			c.n--
		}
	} else {
		c.ids, before, had = c.ids.put(id, after, x.floor)
		if !had {
			c.n++
		}
	}
	t.reindex(c, id, before, after, x.floor)
	return before
}

// writable answers the rows of the table for changes by the transaction, which copies them before its first change.
func (t *Table[T]) writable(x *Txn) *rows[T] {
	c := t.rowsIn(x.tables)
	if c.changed == x.seq {
		return c
	}
	if !x.own {
		x.tables, x.own = slices.Clone(x.tables), true
	}
	next := *c
	next.changed, next.by = x.seq, slices.Clone(c.by)
	x.tables[t.at] = &next
	return &next
}
