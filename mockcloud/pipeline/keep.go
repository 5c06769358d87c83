package pipeline

import (
	"net/http"
	"sync"

	"plumbline/openapi"
)

// wholeKey identifies an answer to a reading request: same operation and version, same path and query,
// same caller up to the token, same links.
type wholeKey struct {
	op          *openapi.Operation
	path, query string
	base        string
	who         *identity
}

// pieceKey identifies a rendered item of a list.
type pieceKey struct {
	op     *openapi.Operation
	record any
	grants uint64
	base   string
}

// mostKept bounds the bytes of kept bodies.
const mostKept = 6 << 20

// keeper keeps rendered answers as long as nothing that they were made from has changed.
type keeper[K comparable] struct {
	off  bool
	mu   sync.RWMutex
	all  map[K]*rendered
	size int
}

// overhead is what a kept answer costs beside its body.
const overhead = 1024

// mostAsked bounds path and query of a request whose answer is kept: they are kept with it.
const mostAsked = 1024

// get answers what is kept and still good, nil when there is nothing.
func (k *keeper[K]) get(key K) *rendered {
	k.mu.RLock()
	r := k.all[key]
	k.mu.RUnlock()
	if r == nil || !r.watch.Valid() {
		return nil
	}
	return r
}

// put keeps an answer; when there is too much, others go, in no particular order.
func (k *keeper[K]) put(key K, r *rendered) {
	if k.off || r.watch == nil || len(r.body) > mostKept/8 {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.all == nil {
		k.all = map[K]*rendered{}
	}
	if old := k.all[key]; old != nil {
		k.size -= len(old.body) + overhead
	}
	k.all[key] = r
	k.size += len(r.body) + overhead
	for other, o := range k.all {
		if k.size <= mostKept {
			return
		}
		delete(k.all, other)
		k.size -= len(o.body) + overhead
	}
}

// forget drops everything.
func (k *keeper[K]) forget() {
	k.mu.Lock()
	k.all, k.size = nil, 0
	k.mu.Unlock()
}

// Forget drops all kept answers; the next ones are rendered afresh.
func (e *Env) Forget() {
	e.kept.forget()
	e.pieces.forget()
}

// keepable tells whether a request's answer may be a kept one, or become one.
func (x *Exchange) keepable() bool {
	return x.Request.Method == http.MethodGet && x.Operation != nil && x.token != nil && len(x.Request.URL.Path)+len(x.Request.URL.RawQuery) <= mostAsked &&
		len(x.Raw) == 0 && x.Env.reads.Load() == 0 && !x.Env.Faults.any()
}

func (x *Exchange) wholeKey() wholeKey {
	return wholeKey{op: x.Operation, path: x.Request.URL.Path, query: x.Request.URL.RawQuery, base: x.Base, who: x.token.who}
}

// recall takes the kept answer if there is a good one.
func (s *serving) recall(x *Exchange) {
	x.recalled = true
	if x.keepable() {
		x.hit = x.Env.kept.get(x.wholeKey())
	}
}

// keep keeps an answer that depends on records alone.
func (s *serving) keep(x *Exchange, out *rendered) {
	if x.watch == nil || x.volatile || out.status >= 300 || !x.keepable() {
		return
	}
	out.watch = x.watch
	x.Env.kept.put(x.wholeKey(), out)
}
