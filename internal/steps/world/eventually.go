package world

import (
	"fmt"
	"strings"
	"time"

	"plumbline/internal/features"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/wire"
)

// ProbeFunc looks once. done ends the waiting, and so does an error; seen describes the present state, for the
// message when time runs out.
type ProbeFunc func() (done bool, seen string, err error)

// Eventually probes until done or until the time-out of that name (Timeouts) is over. Running out is a
// Failure in a Then sentence and an error elsewhere. On an embedded mock it advances the mock's clock
// instead of sleeping.
func (w *World) Eventually(timeout, what string, probe ProbeFunc) error {
	if w.env.Target.Kind == target.Embedded {
		return w.eventually(timeout, what, steppedHead, probe)
	}
	if w.env.Target.Control.CountsLooks() {
		return w.eventually(timeout, what, 0, probe)
	}
	return w.eventually(timeout, what, w.env.pace.head(w.work(what)), probe)
}

// AtOnce is Eventually with a first look before any wait: for states that may end soon, and for a probe that begins
// with a request of its own.
func (w *World) AtOnce(timeout, what string, probe ProbeFunc) error {
	return w.eventually(timeout, what, 0, probe)
}

func (w *World) eventually(timeout, what string, head time.Duration, probe ProbeFunc) error {
	most, ok := w.env.Timeouts[timeout]
	if !ok {
		return fmt.Errorf("there is no time-out called %q", timeout)
	}
	defer func(before bool) { w.waiting = before }(w.waiting)
	w.waiting = true
	began := w.env.Clock.Now()
	deadline := began.Add(most)
	head = min(head, most)
	// The waits in a case on an embedded mock must not depend on the cases before it.
	first := steppedPause
	if w.env.Target.Kind != target.Embedded {
		first = pauseAfter(head)
	}
	if head > 0 {
		w.LookAnew()
		if err := w.env.Clock.Sleep(w.Ctx, head); err != nil {
			return err
		}
	}
	looks := 0
	for pause := first; ; pause = min(pause*3/2, longPause) {
		asked := w.env.Clock.Now()
		done, seen, err := probe()
		now := w.env.Clock.Now()
		if looks++; done {
			w.env.pace.learn(w.work(what), head, now.Sub(began), looks)
		}
		if done || err != nil {
			return err
		}
		w.LookAnew() // what was seen before the wait is over may be of no use after it
		// A request sent before the deadline does not show the state at the deadline, however late its answer came.
		if !asked.Before(deadline) {
			return w.ranOut(timeout, most, what, seen)
		}
		rest := max(pause, w.restAfter(now.Sub(asked)))
		if err := w.env.Clock.Sleep(w.Ctx, min(rest, max(0, deadline.Sub(now)))); err != nil {
			return err
		}
	}
}

// restAfter is the shortest pause after a look that took that long: none where time does not pass by itself.
func (w *World) restAfter(took time.Duration) time.Duration {
	if w.env.Target.Kind == target.Embedded || w.env.Target.Control.CountsLooks() {
		return 0
	}
	return min(lookShare*took, longPause)
}

// work names what a wait waits for, with the last change that was asked for: a server becomes ACTIVE at one pace when it is created, and
// at another when it is rebuilt, with a volume or without.
func (w *World) work(what string) string {
	if len(w.changes) == 0 {
		return what
	}
	last := w.changes[len(w.changes)-1]
	changed := wire.ActionOf(last.sent)
	if changed == "" || !strings.HasSuffix(last.Asked.Path, "/action") {
		path := strings.Split(strings.Trim(last.Asked.Path, "/"), "/") // a kind of thing, an id, a kind of thing below it
		changed = last.Asked.Method + " " + path[min(2, len(path)-1)/2*2]
	}
	for _, n := range w.nouns {
		if n.Kind == "volume" {
			changed += " with a volume"
			break
		}
	}
	return what + " after " + changed
}

func (w *World) ranOut(timeout string, most time.Duration, what, seen string) error {
	message := fmt.Sprintf("%s: not within %s (time-out %s)", what, most, timeout)
	if w.Kind == features.Observation {
		return &Failure{Message: message, Expected: what, Got: seen}
	}
	return fmt.Errorf("%s; last seen: %s", message, seen)
}
