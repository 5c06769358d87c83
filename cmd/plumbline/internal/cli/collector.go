package cli

import "runtime/debug"

// SpareTheCollector has the garbage collector of a run wait until the heap is five times what lives, or 2 GiB: a
// run is over soon, and collecting was a third of its time. GOGC in the environment decides where it is set.
func SpareTheCollector(env map[string]string) {
	if env["GOGC"] != "" {
		return
	}
	debug.SetGCPercent(400)
	debug.SetMemoryLimit(2 << 30)
}
