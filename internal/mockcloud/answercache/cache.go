// Package answercache caches answers as long as the records that they were made from are unchanged.
package answercache

import "sync"

// Answer is an answer that can be cached.
type Answer interface {
	comparable
	// IsFresh tells whether all records that the answer was made from are unchanged.
	IsFresh() bool
	// Size is the memory that the answer takes (bytes).
	Size() int
}

// Most is the greatest total size of cached answers (bytes).
const Most = 6 << 20

// largest is the size of the largest answer that is cached (bytes): the details of 1,000 servers are 2 MB.
const largest = Most / 2

// Cache caches answers by their keys. The zero value is empty.
type Cache[K comparable, A Answer] struct {
	mu   sync.RWMutex
	all  map[K]A
	size int
}

// overhead is the memory that a cached answer takes in addition to its body (bytes).
const overhead = 1024

// Get answers the cached answer that is still valid, the zero value when there is none.
func (k *Cache[K, A]) Get(key K) (none A) {
	k.mu.RLock()
	a := k.all[key]
	k.mu.RUnlock()
	if a == none || !a.IsFresh() {
		return none
	}
	return a
}

// Put caches an answer; if the total size is exceeded, other answers are dropped, in no particular order.
func (k *Cache[K, A]) Put(key K, a A) {
	if a.Size() > largest {
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

// Forget drops all answers.
func (k *Cache[K, A]) Forget() {
	k.mu.Lock()
	k.all, k.size = nil, 0
	k.mu.Unlock()
}
