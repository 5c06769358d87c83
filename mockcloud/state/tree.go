package state

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
	id   uint64
	n    int
	keys [width]string
	vals [width]V
	// kids is nil in leaves; otherwise keys[i] is not above any key in kids[i], and above all in kids[i-1].
	kids *[width]*node[V]
}

// nodes counts the nodes that were ever made, in all stores: snapshots go from one store to another.
var nodes atomic.Uint64

// at is where a key is in a leaf, or where it would be.
func (n *node[V]) at(key string) (int, bool) {
	lo, hi := 0, n.n
	for lo < hi {
		mid := (lo + hi) / 2
		switch c := strings.Compare(n.keys[mid], key); {
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

// kid is the child that has a key, if any has.
func (n *node[V]) kid(key string) int {
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
	for n.kids != nil {
		n = n.kids[n.kid(key)]
	}
	i, found := n.at(key)
	if found {
		v = n.vals[i]
	}
	return v, found
}

// own is the node if it was made above the floor, and a copy that was otherwise.
func (n *node[V]) own(floor uint64) *node[V] {
	if n.id > floor {
		return n
	}
	c := *n
	c.id = nodes.Add(1)
	if n.kids != nil {
		kids := *n.kids
		c.kids = &kids
	}
	return &c
}

// put answers the tree with a value under a key, and the value that was there.
func (n *node[V]) put(key string, v V, floor uint64) (root *node[V], before V, had bool) {
	if n == nil {
		root = &node[V]{id: nodes.Add(1), n: 1}
		root.keys[0], root.vals[0] = key, v
		return root, before, false
	}
	root, right, before, had := n.set(key, v, floor)
	if right != nil {
		left := root
		root = &node[V]{id: nodes.Add(1), n: 2, kids: &[width]*node[V]{left, right}}
		root.keys[0], root.keys[1] = left.keys[0], right.keys[0]
	}
	return root, before, had
}

// set is put in a tree that is not empty; a node that became too full has its upper half in right.
func (n *node[V]) set(key string, v V, floor uint64) (self, right *node[V], before V, had bool) {
	self = n.own(floor)
	if self.kids == nil {
		i, found := self.at(key)
		if found {
			before, self.vals[i] = self.vals[i], v
			return self, nil, before, true
		}
		self, right = self.insert(i, key, v, nil)
		return self, right, before, false
	}
	i := self.kid(key)
	kid, second, before, had := self.kids[i].set(key, v, floor)
	self.kids[i] = kid
	if key < self.keys[i] {
		self.keys[i] = key
	}
	if second != nil {
		var none V
		self, right = self.insert(i+1, second.keys[0], none, second)
	}
	return self, right, before, had
}

// insert makes room at i in a node that may be changed.
func (n *node[V]) insert(i int, key string, v V, kid *node[V]) (self, right *node[V]) {
	if n.n == width {
		right = n.split()
		if i > n.n {
			right.insert(i-n.n, key, v, kid)
			return n, right
		}
	}
	copy(n.keys[i+1:n.n+1], n.keys[i:n.n])
	n.keys[i] = key
	if n.kids != nil {
		copy(n.kids[i+1:n.n+1], n.kids[i:n.n])
		n.kids[i] = kid
	} else {
		copy(n.vals[i+1:n.n+1], n.vals[i:n.n])
		n.vals[i] = v
	}
	n.n++
	return n, right
}

// split moves the upper half of a full node into a new one.
func (n *node[V]) split() *node[V] {
	const half = width / 2
	right := &node[V]{id: nodes.Add(1), n: width - half}
	copy(right.keys[:], n.keys[half:])
	clear(n.keys[half:])
	if n.kids != nil {
		right.kids = new([width]*node[V])
		copy(right.kids[:], n.kids[half:])
		clear(n.kids[half:])
	} else {
		copy(right.vals[:], n.vals[half:])
		clear(n.vals[half:])
	}
	n.n = half
	return right
}

// take answers the tree without a key, and the value that was there.
func (n *node[V]) take(key string, floor uint64) (root *node[V], before V, had bool) {
	if _, had = n.get(key); !had {
		return n, before, false
	}
	root, before = n.remove(key, floor)
	for root != nil && root.kids != nil && root.n == 1 {
		root = root.kids[0]
	}
	return root, before, true
}

// remove takes a key out that is there. A node that became empty is nil; nodes are not joined otherwise.
func (n *node[V]) remove(key string, floor uint64) (self *node[V], before V) {
	self = n.own(floor)
	var i int
	if self.kids == nil {
		i, _ = self.at(key)
		before = self.vals[i]
	} else {
		i = self.kid(key)
		if self.kids[i], before = self.kids[i].remove(key, floor); self.kids[i] != nil {
			return self, before
		}
	}
	self.n--
	if self.n == 0 {
		return nil, before
	}
	copy(self.keys[i:], self.keys[i+1:self.n+1])
	self.keys[self.n] = ""
	if self.kids != nil {
		copy(self.kids[i:], self.kids[i+1:self.n+1])
		self.kids[self.n] = nil
		return self, before
	}
	copy(self.vals[i:], self.vals[i+1:self.n+1])
	var none V
	self.vals[self.n] = none
	return self, before
}

// walk goes through the values whose keys begin with a prefix, in the order of the keys, until yield answers
// false; so does walk then.
func (n *node[V]) walk(prefix string, yield func(V) bool) bool {
	if n == nil {
		return true
	}
	if n.kids != nil {
		for i := n.kid(prefix); i < n.n && (n.keys[i] <= prefix || strings.HasPrefix(n.keys[i], prefix)); i++ {
			if !n.kids[i].walk(prefix, yield) {
				return false
			}
		}
		return true
	}
	for i, _ := n.at(prefix); i < n.n && strings.HasPrefix(n.keys[i], prefix); i++ {
		if !yield(n.vals[i]) {
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
	for n.kids != nil {
		i := n.kid(prefix)
		if i+1 < n.n && strings.HasPrefix(n.keys[i+1], prefix) {
			break
		}
		n = n.kids[i]
	}
	return n.id
}
