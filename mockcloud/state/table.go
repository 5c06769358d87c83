package state

import (
	"fmt"
	"iter"
	"slices"

	"github.com/hashicorp/go-memdb"
)

// Table is where the records of one noun are.
type Table[T any] struct {
	Name string
	// ID is the record's identity, never empty.
	ID      func(*T) string
	Indexes []Index[T]
	// Under names an index that costs nothing: the records whose id begins with the key and a slash.
	Under string
	// Written is told of each record that is written, before and after (nil: there is none).
	Written func(x *Txn, before, after *T)
}

// Index finds records by something else than their id. Records with the same key are in the order of their ids.
type Index[T any] struct {
	Name string
	// Of answers the keys the record is found under; none, and it is not found here.
	Of func(*T) []string
	// Unique keys belong to one record at most.
	Unique bool
	// Scan finds records by going through all of them: less work for a table that is written more often
	// than it is listed.
	Scan bool
}

// tabled is a table without its record type.
type tabled interface {
	name() string
	schema() *memdb.TableSchema
	restore(to *Txn, from *Txn)
	count(x *Txn) int
	write(x *Txn, id string, row any)
	put(x *Txn, id string, row any)
}

func register[T any](t Table[T]) *Table[T] {
	tables = append(tables, &t)
	return &t
}

func (t *Table[T]) name() string { return t.Name }

// Get answers the record of an id, nil when there is none.
func (t *Table[T]) Get(x *Txn, id string) *T {
	if w := x.waiting(t, id); w != nil {
		r, _ := w.row.(*T)
		return r
	}
	return t.first(x, "id", id)
}

// First answers the first record under a key of an index, nil when there is none.
func (t *Table[T]) First(x *Txn, index, key string) *T {
	for r := range t.walk(x, index, key) {
		return r
	}
	return nil
}

func (t *Table[T]) first(x *Txn, index, key string) *T {
	channel, found, err := x.txn.FirstWatch(t.Name, index, key)
	t.must(err)
	if x.watch != nil {
		x.watch.add(channel)
	}
	if found == nil {
		return nil
	}
	return found.(*T)
}

// Each goes through the records under a key of an index, in the order of their ids.
// The transaction must not write while it goes on.
func (t *Table[T]) Each(x *Txn, index, key string) iter.Seq[*T] {
	return t.walk(x, index, key)
}

// All goes through all records in the order of their ids. The transaction must not write while it goes on.
func (t *Table[T]) All(x *Txn) iter.Seq[*T] { return t.walk(x, "id") }

// Ordered goes through all records in the order of the keys of an index. The transaction must not
// write while it goes on.
func (t *Table[T]) Ordered(x *Txn, index string) iter.Seq[*T] { return t.walk(x, index) }

// List answers the records under a key of an index, in the order of their ids.
func (t *Table[T]) List(x *Txn, index, key string) []*T {
	var out []*T
	for r := range t.walk(x, index, key) {
		out = append(out, r)
	}
	return out
}

func (t *Table[T]) walk(x *Txn, index string, key ...string) iter.Seq[*T] {
	if len(key) == 1 {
		if of := t.scanned(index); of != nil {
			return t.filter(x, of, key[0])
		}
	}
	return func(yield func(*T) bool) {
		x.flush(t)
		args := make([]any, 0, 1)
		for _, k := range key {
			if index == t.Under && index != "" {
				index, k = "id_prefix", k+"/"
			}
			args = append(args, k)
		}
		found, err := x.txn.Get(t.Name, index, args...)
		t.must(err)
		if x.watch != nil {
			x.watch.add(found.WatchCh())
		}
		for r := found.Next(); r != nil; r = found.Next() {
			if !yield(r.(*T)) {
				return
			}
		}
	}
}

func (t *Table[T]) scanned(index string) func(*T) []string {
	for i := range t.Indexes {
		if t.Indexes[i].Scan && t.Indexes[i].Name == index {
			return t.Indexes[i].Of
		}
	}
	return nil
}

func (t *Table[T]) filter(x *Txn, of func(*T) []string, key string) iter.Seq[*T] {
	return func(yield func(*T) bool) {
		for r := range t.walk(x, "id") {
			if slices.Contains(of(r), key) && !yield(r) {
				return
			}
		}
	}
}

// Insert puts a record in, replacing the one of the same id. The record must not be changed afterwards.
func (t *Table[T]) Insert(x *Txn, r *T) {
	id := t.ID(r)
	if id == "" {
		panic("state: table " + t.Name + ": a record without an id")
	}
	if t.Written != nil {
		t.Written(x, t.Get(x, id), r)
	}
	x.later(t, id, r)
}

// Delete takes the record of an id out and tells whether it was there.
func (t *Table[T]) Delete(x *Txn, id string) bool {
	before := t.Get(x, id)
	if before == nil {
		return false
	}
	if t.Written != nil {
		t.Written(x, before, nil)
	}
	x.later(t, id, nil)
	return true
}

// write does what Insert and Delete put off.
func (t *Table[T]) write(x *Txn, id string, row any) {
	after, _ := row.(*T)
	var before *T
	if after == nil || x.saved {
		found, err := x.txn.First(t.Name, "id", id)
		t.must(err)
		before, _ = found.(*T)
	}
	if before == nil && after == nil {
		return
	}
	if x.saved {
		var was any
		if before != nil {
			was = before
		}
		x.undos = append(x.undos, undo{t, id, was})
	}
	t.put(x, id, row)
}

// put makes the store have a row, or none, under an id.
func (t *Table[T]) put(x *Txn, id string, row any) {
	if r, _ := row.(*T); r != nil {
		t.must(x.txn.Insert(t.Name, r))
		return
	}
	if found, err := x.txn.First(t.Name, "id", id); found != nil || err != nil {
		t.must(err)
		t.must(x.txn.Delete(t.Name, found))
	}
}

// observe records that what is under an index (or a key of it) was looked at.
func (t *Table[T]) observe(x *Txn, index string, key ...any) {
	found, err := x.txn.Get(t.Name, index, key...)
	t.must(err)
	x.watch.add(found.WatchCh())
}

func (t *Table[T]) count(x *Txn) (n int) {
	for range t.walk(x, "id") {
		n++
	}
	return n
}

// must panics: the arguments of the store's own calls are constants of this module, so an error is a bug.
func (t *Table[T]) must(err error) {
	if err != nil {
		panic(fmt.Sprintf("state: table %s: %v", t.Name, err))
	}
}
