package state

import (
	"errors"
	"fmt"

	"github.com/hashicorp/go-memdb"
)

func (t *Table[T]) schema() *memdb.TableSchema {
	s := &memdb.TableSchema{Name: t.Name, Indexes: map[string]*memdb.IndexSchema{
		"id": {Name: "id", Unique: true, Indexer: single[T]{t.ID}},
	}}
	for _, i := range t.Indexes {
		if i.Scan {
			continue
		}
		s.Indexes[i.Name] = &memdb.IndexSchema{Name: i.Name, Unique: i.Unique, AllowMissing: true, Indexer: multiple[T]{i.Of}}
	}
	return s
}

// single indexes by one key that each record has; multiple by any number of keys.
type (
	single[T any]   struct{ of func(*T) string }
	multiple[T any] struct{ of func(*T) []string }
)

var errNoID = errors.New("a record without an id")

func (s single[T]) FromArgs(args ...any) ([]byte, error) { return keyOf(args...) }

func (s single[T]) PrefixFromArgs(args ...any) ([]byte, error) {
	k, err := keyOf(args...)
	if err != nil {
		return nil, err
	}
	return k[:len(k)-1], nil
}

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
