package main

import "runtime/debug"

// spareTheCollector has the garbage collector of a run wait until the heap is five times what lives, or 1 GiB: a
// run is over soon, and collecting was a third of its time. GOGC in the environment decides where it is set.
func spareTheCollector(env map[string]string) {
	if env["GOGC"] != "" {
		return
	}
	debug.SetGCPercent(400)
	debug.SetMemoryLimit(1 << 30)
}
