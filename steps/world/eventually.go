package world

// Probe looks once. done ends the waiting; an error ends it, too; seen says what was there, for the
// message when time runs out.
type ProbeFunc func() (done bool, seen string, err error)

// Eventually probes until done or until the time-out of that name (Timeouts) is over. Running out is a
// Failure in a Then sentence and an error elsewhere. On an embedded mock it advances the mock's clock
// instead of sleeping.
func (w *World) Eventually(timeout, what string, probe ProbeFunc) error { panic("pending") }
