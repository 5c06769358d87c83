package mockcloud

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// smallHeap is up to where the heap may grow before anything is collected (bytes): a mock's own data is small,
// so that by Go's default it would be gone through again every few hundred requests.
const smallHeap = 32 << 20

// SpareTheCollector has the garbage collector of this process run when the heap has trebled, and
// not before it is 32 MiB. It is for processes that are a mock cloud, not for tests that contain one.
func SpareTheCollector() {
	var again func()
	again = func() {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		percent := 200.0
		if live[0].Value.Kind() == metrics.KindUint64 && live[0].Value.Uint64() > 0 {
			percent = max(percent, 100*(smallHeap/float64(live[0].Value.Uint64())-1))
		}
		debug.SetGCPercent(int(math.Min(percent, 2000)))
		// A finalizer runs after each collection: that is when what is live is known anew.
		runtime.SetFinalizer(&sentinel{}, func(*sentinel) { again() })
	}
	again()
}

// sentinel is garbage from the start. It has a size: objects without one share an address.
type sentinel struct{ _ [16]byte }
