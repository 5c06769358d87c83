package engine

import (
	"hash/maphash"
	"iter"
	"sync/atomic"
)

// Mark stands for a value of a field by which records are found: see Table.Marks. Two values may have the same mark.
type Mark uint16

// markCount is how many marks there are.
const markCount = 512

var markSeed = maphash.MakeSeed()

// MarkOf is the mark of a value of a field, which has a number. It is another one in each process.
func MarkOf(field uint8, value string) Mark {
	return Mark((maphash.String(markSeed, value) + uint64(field)*0x9e3779b97f4a7c15) % markCount)
}

// marks are a set of marks: those of all records below a node.
type marks [markCount / 64]uint64

func (m *marks) add(k Mark) { m[k/64] |= 1 << (k % 64) }

func (m *marks) unite(other *marks) {
	for i := range m {
		m[i] |= other[i]
	}
}

// match tells whether there is one mark of each group.
func (m *marks) match(groups [][]Mark) bool {
	for _, group := range groups {
		found := false
		for _, k := range group {
			found = found || m[k/64]&(1<<(k%64)) != 0
		}
		if !found {
			return false
		}
	}
	return true
}

// summary are the marks of a node, once somebody has asked for them.
type summary struct{ atomic.Pointer[marks] }

// forget is for a node that is about to change.
func (s *summary) forget() {
	if s.Load() != nil {
		s.Store(nil)
	}
}

// marked answers the marks of the records below a node. A node keeps them: it is never changed once readers see it.
func (n *node[V]) marked(of func(V, func(Mark))) *marks {
	if known := n.summary.Load(); known != nil {
		return known
	}
	all := &marks{}
	for i := range n.n {
		if n.children == nil {
			of(n.all[i].v, all.add)
		} else {
			all.unite(n.children[i].marked(of))
		}
	}
	n.summary.Store(all)
	return all
}

// walkMarked goes through the leaves that have one mark of each group, until yield answers false; so does walkMarked then.
func (n *node[V]) walkMarked(groups [][]Mark, of func(V, func(Mark)), yield func(V) bool) bool {
	if n == nil || len(groups) > 0 && !n.marked(of).match(groups) {
		return true
	}
	for i := range n.n {
		if n.children != nil && !n.children[i].walkMarked(groups, of, yield) || n.children == nil && !yield(n.all[i].v) {
			return false
		}
	}
	return true
}

// Marked goes through records, in the order of their ids, among which are all that have one mark of each group. Others may be among
// them: who asks looks at each. What is found costs about a leaf for each record, and what is not found next to nothing; an index
// would have to be written with each record, and take memory where nobody lists.
func (t *Table[T]) Marked(x *Txn, groups ...[]Mark) iter.Seq[*T] {
	return func(yield func(*T) bool) {
		c := t.rowsIn(x.tables)
		t.observe(x, c, ids, "")
		if x.writes {
			x.walks++
			defer func() { x.walks-- }()
		}
		c.ids.walkMarked(groups, t.Marks, yield)
	}
}
