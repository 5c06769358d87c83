package state

import (
	"errors"
	"fmt"
	"iter"

	"github.com/hashicorp/go-memdb"
)

// Table is where the records of one noun are.
type Table[T any] struct {
	Name string
	// ID is the record's identity, never empty.
	ID      func(*T) string
	Indexes []Index[T]
}

// Index finds records by something else than their id. Records with the same key are in the order of their ids.
type Index[T any] struct {
	Name string
	// Of answers the keys the record is found under; none, and it is not found here.
	Of func(*T) []string
	// Unique keys belong to one record at most.
	Unique bool
}

// tabled is a table without its record type.
type tabled interface {
	name() string
	schema() *memdb.TableSchema
	restore(to *Txn, from *Txn)
	count(x *Txn) int
}

func register[T any](t Table[T]) *Table[T] {
	tables = append(tables, &t)
	return &t
}

func (t *Table[T]) name() string { return t.Name }

func (t *Table[T]) schema() *memdb.TableSchema {
	s := &memdb.TableSchema{Name: t.Name, Indexes: map[string]*memdb.IndexSchema{
		"id": {Name: "id", Unique: true, Indexer: single[T]{t.ID}},
	}}
	for _, i := range t.Indexes {
		s.Indexes[i.Name] = &memdb.IndexSchema{Name: i.Name, Unique: i.Unique, AllowMissing: true, Indexer: multiple[T]{i.Of}}
	}
	return s
}

// Get answers the record of an id, nil when there is none.
func (t *Table[T]) Get(x *Txn, id string) *T { return t.First(x, "id", id) }

// First answers the first record under a key of an index, nil when there is none.
func (t *Table[T]) First(x *Txn, index, key string) *T {
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

func (t *Table[T]) walk(x *Txn, index string, key ...any) iter.Seq[*T] {
	return func(yield func(*T) bool) {
		found, err := x.txn.Get(t.Name, index, key...)
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

// Insert puts a record in, replacing the one of the same id. The record must not be changed afterwards.
func (t *Table[T]) Insert(x *Txn, r *T) {
	x.changed = true
	t.must(x.txn.Insert(t.Name, r))
}

// Delete takes the record of an id out and tells whether it was there.
func (t *Table[T]) Delete(x *Txn, id string) bool {
	found, err := x.txn.First(t.Name, "id", id)
	t.must(err)
	if found == nil {
		return false
	}
	x.changed = true
	t.must(x.txn.Delete(t.Name, found))
	return true
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

// single indexes by one key that each record has; multiple by any number of keys.
type (
	single[T any]   struct{ of func(*T) string }
	multiple[T any] struct{ of func(*T) []string }
)

var errNoID = errors.New("a record without an id")

func (s single[T]) FromArgs(args ...any) ([]byte, error) { return keyOf(args...) }

func (s single[T]) FromObject(raw any) (bool, []byte, error) {
	id := s.of(raw.(*T))
	if id == "" {
		return false, nil, errNoID
	}
	return true, key(id), nil
}

func (m multiple[T]) FromArgs(args ...any) ([]byte, error) { return keyOf(args...) }

func (m multiple[T]) FromObject(raw any) (bool, [][]byte, error) {
	keys := m.of(raw.(*T))
	out := make([][]byte, 0, len(keys))
	for _, k := range keys {
		out = append(out, key(k))
	}
	return len(out) > 0, out, nil
}

func keyOf(args ...any) ([]byte, error) {
	if len(args) != 1 {
		return nil, fmt.Errorf("%d keys where one is needed", len(args))
	}
	s, ok := args[0].(string)
	if !ok {
		return nil, fmt.Errorf("a key of type %T", args[0])
	}
	return key(s), nil
}

// key ends with a zero byte, so that no key is the beginning of another.
func key(s string) []byte {
	out := make([]byte, len(s)+1)
	copy(out, s)
	return out
}
