// Package memory tunes the garbage collector of a process that is a mock cloud.
package memory

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"time"
)

// smallHeap is up to where the heap may grow before anything is collected (bytes): a mock's own data is small,
// so that by Go's default it would be gone through again every few hundred requests.
const smallHeap = 32 << 20

// mostGarbage is what the heap may grow by where a lot lives (bytes): five times a hundred thousand servers is too much.
const mostGarbage = 128 << 20

// rest is how long nothing is collected before a process counts as idle.
const rest = 5 * time.Second

// SpareTheCollector has the garbage collector of this process run when the heap is five times what lives, but not
// before it is 32 MiB, and when it has grown by 128 MiB (or by half, where more lives): writes spend a third of their time
// on it otherwise. What the heap grew by is given back once
// the process is idle. It is for processes that are a mock cloud, not for tests that contain one.
func SpareTheCollector() {
	var again func()
	var givingBack atomic.Bool
	idle := time.AfterFunc(rest, func() {
		givingBack.Store(true) // this is a collection, too, which is not to be taken for work
		debug.FreeOSMemory()
	})
	again = func() {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		percent := 400.0
		if live[0].Value.Kind() == metrics.KindUint64 && live[0].Value.Uint64() > 0 {
			lives := float64(live[0].Value.Uint64())
			percent = max(percent, 100*(smallHeap/lives-1))
			percent = min(percent, max(50, 100*mostGarbage/lives))
		}
		debug.SetGCPercent(int(math.Min(percent, 2000)))
		if !givingBack.Swap(false) {
			idle.Reset(rest)
		}
		// A finalizer runs after each collection: that is when what is live is known anew.
		runtime.SetFinalizer(&sentinel{}, func(*sentinel) { again() })
	}
	again()
}

// sentinel is garbage from the start. It has a size: objects without one share an address.
type sentinel struct{ _ [16]byte }
