package cli

import "runtime/debug"

// SpareTheCollector makes the garbage collector wait until the heap is five times the live data, or 2 GiB: a run is short,
// and garbage collection took a third of its time. GOGC in the environment takes precedence.
func SpareTheCollector(env map[string]string) {
	if env["GOGC"] != "" {
		return
	}
	debug.SetGCPercent(400)
	debug.SetMemoryLimit(2 << 30)
}
