// Package memory tunes the garbage collector for a process that is a mock cloud.
package memory

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"time"
)

// smallHeap is the heap size below which nothing is collected (bytes): a mock's own data is small, so that by Go's default it would
// be collected again every few hundred requests. Go's own bound is 4 MiB at a growth of 100 %, and more in proportion.
const (
	smallHeap  = 20 << 20
	goSmallest = 4 << 20
)

// mostGarbage is the greatest growth of a large heap before a collection (bytes): five times the size is too much for a hundred
// thousand servers.
const mostGarbage = 128 << 20

// rest is the time without a collection after which a process counts as idle.
const rest = 5 * time.Second

// SpareTheCollector makes the garbage collector of this process run when the heap is five times the live data, but not below 20 MiB,
// and at the latest after a growth of 128 MiB (or of half the live data, if that is more): otherwise writes spend a third of their
// time on it. When the process is idle, unused memory is returned to the system. It is for processes that are a mock cloud, not for
// tests that contain one.
func SpareTheCollector() {
	var again func()
	var givingBack atomic.Bool
	idle := time.AfterFunc(rest, func() {
		givingBack.Store(true) // this call is a collection too, which must not count as work
		debug.FreeOSMemory()
	})
	again = func() {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		percent := 400.0
		if live[0].Value.Kind() == metrics.KindUint64 && live[0].Value.Uint64() > 0 {
			lives := float64(live[0].Value.Uint64())
			percent = max(percent, 100*min(smallHeap/lives-1, smallHeap/goSmallest))
			percent = min(percent, max(50, 100*mostGarbage/lives))
		}
		debug.SetGCPercent(int(percent))
		if !givingBack.Swap(false) {
			idle.Reset(rest)
		}
		// A finalizer runs after each collection, when the size of the live data is known.
		runtime.SetFinalizer(&sentinel{}, func(*sentinel) { again() })
	}
	again()
}

// sentinel is an object that is never referenced. It has a size because objects of size zero share an address.
type sentinel struct{ _ [16]byte }
