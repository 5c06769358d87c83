package state

import "sync/atomic"

// Watch is what a reading transaction read: it tells whether any of it has changed since.
type Watch struct {
	channels []<-chan struct{}
	store    *Store
	// good is one more than the number of commits at which nothing of it had changed.
	good atomic.Uint64
}

// Watch begins to record what the transaction reads. It is for reading transactions only: what a
// writing one sees may never become true.
func (x *Txn) Watch() *Watch {
	if x.writes {
		panic("state: a writing transaction cannot be watched")
	}
	x.watch = &Watch{store: x.store}
	return x.watch
}

// Resume makes the transaction record into w again (nil: into nothing) and answers what it recorded
// into before, so that the parts of an answer can be watched apart.
func (x *Txn) Resume(w *Watch) (before *Watch) {
	before, x.watch = x.watch, w
	return before
}

// Valid tells whether nothing that was read has changed.
func (w *Watch) Valid() bool {
	// While nobody commits there is nothing to look at again.
	commits := w.store.commits.Load()
	if w.good.Load() == commits+1 {
		return true
	}
	for _, c := range w.channels {
		select {
		case <-c:
			return false
		default:
		}
	}
	w.good.Store(commits + 1)
	return true
}

// Join adds what another watch recorded.
func (w *Watch) Join(other *Watch) {
	for _, c := range other.channels {
		w.add(c)
	}
}

func (w *Watch) add(c <-chan struct{}) {
	for _, known := range w.channels[max(0, len(w.channels)-8):] {
		if known == c {
			return
		}
	}
	w.channels = append(w.channels, c)
}
