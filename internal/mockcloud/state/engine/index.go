package engine

import (
	"fmt"
	"slices"
)

// Index finds records by something else than their id. Records with the same key are in the order of their ids.
type Index[T any] struct {
	Name string
	// Of answers the keys the record is found under; none, and it is not found here.
	Of func(*T) []string
	// Scan finds records by going through all of them: less work for a table that is written more often
	// than it is listed.
	Scan bool
}

// ids is where the records by their ids are, among the indexes.
const ids = -1

// indexed is the key of a record in an index: no key is the beginning of another.
func indexed(key, id string) string { return key + "\x00" + id }

// tree is one of the trees of a table's contents.
func (c *rows[T]) tree(index int) *node[*T] {
	if index == ids {
		return c.ids
	}
	return c.by[index]
}

// find answers the tree in which to look for the records under a key of an index (by id, for "id" itself), and
// the prefix that they have there. of is set instead when all records have to be looked at.
func (t *Table[T]) find(index string, key ...string) (tree int, prefix string, of func(*T) []string) {
	switch {
	case index == "id" && len(key) == 0:
		return ids, "", nil
	case index == t.Under && index != "" && len(key) == 1:
		return ids, key[0] + "/", nil
	}
	for i := range t.Indexes {
		if t.Indexes[i].Name != index {
			continue
		}
		switch {
		case len(key) == 0 && t.Indexes[i].Scan:
			panic("state: table " + t.Name + ": index " + index + " has no order")
		case len(key) == 0:
			return i, "", nil
		case t.Indexes[i].Scan:
			return ids, "", t.Indexes[i].Of
		}
		return i, indexed(key[0], ""), nil
	}
	panic("state: table " + t.Name + " has no index " + index)
}

// reindex makes the indexes show a record as it is after a change.
func (t *Table[T]) reindex(c *rows[T], id string, before, after *T, floor uint64) {
	for i := range t.Indexes {
		if t.Indexes[i].Scan {
			continue
		}
		var old, now []string
		if before != nil {
			old = t.Indexes[i].Of(before)
		}
		if after != nil {
			now = t.Indexes[i].Of(after)
		}
		for _, key := range old {
			if !slices.Contains(now, key) {
				c.by[i], _, _ = c.by[i].take(indexed(key, id), floor)
			}
		}
		for _, key := range now {
			c.by[i], _, _ = c.by[i].put(indexed(key, id), after, floor)
		}
	}
}

// SerialKey writes a serial number so that keys are in the order of the numbers.
func SerialKey(n int64) string { return fmt.Sprintf("%020d", n) }
