package engine

import (
	"strings"
	"sync/atomic"
)

// width is how many entries a node has at most: what is copied when one of them changes, so it is small.
const width = 16

// node is a node of a B+ tree: an ordered map from texts to values. All leaves are equally deep; nil is the
// empty tree. A node that readers may see is never changed: a change copies the nodes on its path, except
// those that the same transaction made, which it changes in place.
type node[V any] struct {
	// id tells nodes apart, and which of them a transaction has made: those above its floor.
	id uint64
	n  int
	// all are the entries of a leaf, in the order of their keys. In other nodes all[i] is not above any entry of
	// children[i], and above all those of children[i-1].
	all      [width]*entry[V]
	children *[width]*node[V] // nil in leaves
	summary  summary
}

// entry is a key with its value. It is immutable.
type entry[V any] struct {
	key string
	v   V
}

// branch is a node that is no leaf, with the slots for its children.
type branch[V any] struct {
	node[V]
	slots [width]*node[V]
}

func newBranch[V any]() *node[V] {
	b := &branch[V]{}
	b.id, b.children = nodes.Add(1), &b.slots
	return &b.node
}

// nodes counts the nodes that were ever made, in all stores: snapshots go from one store to another.
var nodes atomic.Uint64

// at is where a key is in a leaf, or where it would be.
func (n *node[V]) at(key string) (int, bool) {
	lo, hi := 0, n.n
	for lo < hi {
		mid := (lo + hi) / 2
		switch c := strings.Compare(n.all[mid].key, key); {
		case c == 0:
			return mid, true
		case c < 0:
			lo = mid + 1
		default:
			hi = mid
		}
	}
	return lo, false
}

// childOf is the child that has a key, if any has.
func (n *node[V]) childOf(key string) int {
	i, found := n.at(key)
	if found {
		return i
	}
	return max(0, i-1)
}

// get answers the value of a key.
func (n *node[V]) get(key string) (v V, found bool) {
	if n == nil {
		return v, false
	}
	for n.children != nil {
		n = n.children[n.childOf(key)]
	}
	i, found := n.at(key)
	if found {
		v = n.all[i].v
	}
	return v, found
}

// own is the node if it was made above the floor, and a copy that was otherwise.
func (n *node[V]) own(floor uint64) *node[V] {
	if n.id > floor {
		n.summary.forget()
		return n
	}
	var c *node[V]
	if n.children == nil {
		c = &node[V]{id: nodes.Add(1)}
	} else {
		c = newBranch[V]()
		copy(c.children[:n.n], n.children[:n.n])
	}
	c.n = n.n
	copy(c.all[:n.n], n.all[:n.n])
	return c
}

// put answers the tree with a value under a key, and the value that was there.
func (n *node[V]) put(key string, v V, floor uint64) (root *node[V], before V, had bool) {
	e := &entry[V]{key, v}
	if n == nil {
		root = &node[V]{id: nodes.Add(1), n: 1}
		root.all[0] = e
		return root, before, false
	}
	root, right, before, had := n.set(e, floor)
	if right != nil {
		left := root
		root = newBranch[V]()
		root.n = 2
		root.all[0], root.all[1] = left.all[0], right.all[0]
		root.children[0], root.children[1] = left, right
	}
	return root, before, had
}

// set is put in a tree that is not empty; a node that became too full has its upper half in right.
func (n *node[V]) set(e *entry[V], floor uint64) (self, right *node[V], before V, had bool) {
	self = n.own(floor)
	if self.children == nil {
		i, found := self.at(e.key)
		if found {
			before, self.all[i] = self.all[i].v, e
			return self, nil, before, true
		}
		return self, self.insert(i, e, nil), before, false
	}
	i := self.childOf(e.key)
	child, second, before, had := self.children[i].set(e, floor)
	self.children[i] = child
	if e.key <= self.all[i].key {
		self.all[i] = e
	}
	if second != nil {
		right = self.insert(i+1, second.all[0], second)
	}
	return self, right, before, had
}

// insert makes room at i in a node that may be changed. A node that was full has its upper half in right then.
func (n *node[V]) insert(i int, e *entry[V], child *node[V]) (right *node[V]) {
	if n.n == width {
		right = n.split()
		if i > n.n {
			right.insert(i-n.n, e, child)
			return right
		}
	}
	copy(n.all[i+1:n.n+1], n.all[i:n.n])
	n.all[i] = e
	if n.children != nil {
		copy(n.children[i+1:n.n+1], n.children[i:n.n])
		n.children[i] = child
	}
	n.n++
	return right
}

// split moves the upper half of a full node into a new one.
func (n *node[V]) split() *node[V] {
	const half = width / 2
	var right *node[V]
	if n.children == nil {
		right = &node[V]{id: nodes.Add(1)}
	} else {
		right = newBranch[V]()
		copy(right.children[:], n.children[half:])
		clear(n.children[half:])
	}
	right.n = width - half
	copy(right.all[:], n.all[half:])
	clear(n.all[half:])
	n.n = half
	return right
}

// take answers the tree without a key, and the value that was there.
func (n *node[V]) take(key string, floor uint64) (root *node[V], before V, had bool) {
	if _, had = n.get(key); !had {
		return n, before, false
	}
	root, before = n.remove(key, floor)
	for root != nil && root.children != nil && root.n == 1 {
		root = root.children[0]
	}
	return root, before, true
}

// remove takes a key out that is there. A node that became empty is nil; nodes are not joined otherwise.
func (n *node[V]) remove(key string, floor uint64) (self *node[V], before V) {
	self = n.own(floor)
	var i int
	if self.children == nil {
		i, _ = self.at(key)
		before = self.all[i].v
	} else {
		i = self.childOf(key)
		if self.children[i], before = self.children[i].remove(key, floor); self.children[i] != nil {
			return self, before
		}
	}
	self.n--
	if self.n == 0 {
		return nil, before
	}
	copy(self.all[i:], self.all[i+1:self.n+1])
	self.all[self.n] = nil
	if self.children != nil {
		copy(self.children[i:], self.children[i+1:self.n+1])
		self.children[self.n] = nil
	}
	return self, before
}

// walk goes through the values whose keys begin with a prefix, in the order of the keys, until yield answers
// false; so does walk then.
func (n *node[V]) walk(prefix string, yield func(V) bool) bool {
	if n == nil {
		return true
	}
	if n.children != nil {
		for i := n.childOf(prefix); i < n.n && (n.all[i].key <= prefix || strings.HasPrefix(n.all[i].key, prefix)); i++ {
			if !n.children[i].walk(prefix, yield) {
				return false
			}
		}
		return true
	}
	for i, _ := n.at(prefix); i < n.n && strings.HasPrefix(n.all[i].key, prefix); i++ {
		if !yield(n.all[i].v) {
			return false
		}
	}
	return true
}

// first is the first value whose key begins with a prefix.
func (n *node[V]) first(prefix string) (v V, found bool) {
	n.walk(prefix, func(each V) bool {
		v, found = each, true
		return false
	})
	return v, found
}

// covering identifies the smallest node with all keys that begin with a prefix: as long as it is the same, so
// is what it has.
func (n *node[V]) covering(prefix string) uint64 {
	if n == nil {
		return 0
	}
	for n.children != nil {
		i := n.childOf(prefix)
		if i+1 < n.n && strings.HasPrefix(n.all[i+1].key, prefix) {
			break
		}
		n = n.children[i]
	}
	return n.id
}
