// Package kept keeps answers as long as nothing that they were made from has changed.
package kept

import "sync"

// Answer is what can be kept.
type Answer interface {
	comparable
	// IsFresh tells that nothing has changed that it was made from.
	IsFresh() bool
	// Size is what it takes (bytes).
	Size() int
}

// Most bounds the bytes of what is kept.
const Most = 6 << 20

// Keeper keeps answers by their keys. The zero value has none.
type Keeper[K comparable, A Answer] struct {
	mu   sync.RWMutex
	all  map[K]A
	size int
}

// overhead is what a kept answer costs beside its body.
const overhead = 1024

// Get answers what is kept and still good, the zero value when there is nothing.
func (k *Keeper[K, A]) Get(key K) (none A) {
	k.mu.RLock()
	a := k.all[key]
	k.mu.RUnlock()
	if a == none || !a.IsFresh() {
		return none
	}
	return a
}

// Put keeps an answer; when there is too much, others go, in no particular order.
func (k *Keeper[K, A]) Put(key K, a A) {
	if a.Size() > Most/8 {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.all == nil {
		k.all = map[K]A{}
	}
	if old, there := k.all[key]; there {
		k.size -= old.Size() + overhead
	}
	k.all[key] = a
	k.size += a.Size() + overhead
	for other, o := range k.all {
		if k.size <= Most {
			return
		}
		delete(k.all, other)
		k.size -= o.Size() + overhead
	}
}

// Forget drops everything.
func (k *Keeper[K, A]) Forget() {
	k.mu.Lock()
	k.all, k.size = nil, 0
	k.mu.Unlock()
}
