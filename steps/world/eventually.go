package world

import (
	"fmt"
	"time"

	"plumbline/features"
	"plumbline/steps/target"
)

const (
	firstPause = 250 * time.Millisecond
	longPause  = 2 * time.Second
)

// ProbeFunc looks once. done ends the waiting; an error ends it, too; seen says what was there, for the
// message when time runs out.
type ProbeFunc func() (done bool, seen string, err error)

// Eventually probes until done or until the time-out of that name (Timeouts) is over. Running out is a
// Failure in a Then sentence and an error elsewhere. On an embedded mock it advances the mock's clock
// instead of sleeping.
func (w *World) Eventually(timeout, what string, probe ProbeFunc) error {
	most, ok := w.env.Timeouts[timeout]
	if !ok {
		return fmt.Errorf("there is no time-out called %q", timeout)
	}
	began := w.env.Clock.Now()
	deadline := began.Add(most)
	// Looking costs an embedded mock nothing; there, what a case asks must not depend on the cases before it.
	if head := w.env.pace.head(what); head > 0 && w.env.Target.Kind != target.Embedded {
		if err := w.env.Clock.Sleep(w.ctx, min(head, most)); err != nil {
			return err
		}
	}
	for pause := firstPause; ; pause = min(pause*3/2, longPause) {
		asked := w.env.Clock.Now()
		done, seen, err := probe()
		if done {
			w.env.pace.learn(what, w.env.Clock.Now().Sub(began))
		}
		if done || err != nil {
			return err
		}
		// What was asked before the time was over does not tell what was there at its end, however late the answer came.
		if !asked.Before(deadline) {
			return w.ranOut(timeout, most, what, seen)
		}
		if err := w.env.Clock.Sleep(w.ctx, min(pause, max(0, deadline.Sub(w.env.Clock.Now())))); err != nil {
			return err
		}
	}
}

func (w *World) ranOut(timeout string, most time.Duration, what, seen string) error {
	message := fmt.Sprintf("%s: not within %s (time-out %s)", what, most, timeout)
	if w.kind == features.Observation {
		return &Failure{Message: message, Expected: what, Got: seen}
	}
	return fmt.Errorf("%s; last seen: %s", message, seen)
}
