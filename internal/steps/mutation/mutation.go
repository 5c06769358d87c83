// Package mutation proves that scenarios notice broken rules. For each mutant, a mock with one broken rule, it runs the
// scenarios of that rule's requirements until one of them fails.
//
// Only the verdict fail kills a mutant. An error proves nothing, and neither does a scenario that also fails on the unbroken mock.
package mutation

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"plumbline/internal/features"
	"plumbline/internal/steps/plan"
	"plumbline/steps"
)

// Mutant is a mock with one rule broken.
type Mutant struct {
	ID, Class, Broken string
	Requirements      []string
	// Equivalent is the reason why no request can show the fault; "" for a mutant that must be killed.
	Equivalent string
	// At are the microversions (as text) at which the rule applies: cases that name one of them run first.
	At []string
	// About are words of the rule's subject: cases whose sentences have one of them run first.
	About []string
	// Make makes the broken cloud from the bench's unbroken one, with the same users, tokens, images and flavors.
	Make func(whole http.Handler) (http.Handler, error)
}

// Bench is an unbroken mock that has been probed, and the switch that puts broken ones in its place.
type Bench struct {
	Options steps.Options
	// Switch is the handler of Options.Target. Whole is the unbroken mock.
	Switch *Switch
	Whole  http.Handler
	// Rewind sets the clock back after a mutant. It answers true when the clock had moved so far that tokens may have been
	// renewed: the bench is then prepared anew. It may be nil.
	Rewind func() bool
}

// Switch is a handler that passes requests to another one.
type Switch struct {
	mu sync.RWMutex
	to http.Handler
}

// To sets the handler that requests go to.
func (s *Switch) To(h http.Handler) {
	s.mu.Lock()
	s.to = h
	s.mu.Unlock()
}

// ServeHTTP implements http.Handler.
func (s *Switch) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.RLock()
	to := s.to
	s.mu.RUnlock()
	to.ServeHTTP(w, r)
}

// Verdict is the result of a mutant.
type Verdict struct {
	Mutant Mutant
	// Killed is the id of the case that failed, Why its message.
	Killed, Why string
	// Ran are the cases that ran, in order, with the results of those that did not kill.
	Ran []Attempt
	// Err is the reason why nothing was proven: the mutant could not be made.
	Err error
	// Took is the time of the machine's clock that it took.
	Took time.Duration
}

// Attempt is the result of a case that did not kill.
type Attempt struct{ Case, Outcome, Reason string }

// Run tries all mutants, as many at once as there are benches, and answers their verdicts in the order of the mutants. tell
// is called with each verdict as it comes; it may be nil.
func Run(ctx context.Context, benches []Bench, mutants []Mutant, tell func(Verdict)) ([]Verdict, error) {
	out := make([]Verdict, len(mutants))
	next := make(chan int)
	var all sync.WaitGroup
	var mu sync.Mutex
	var failed error
	sound := &sync.Map{}
	for _, b := range benches {
		all.Go(func() {
			w := &worker{Bench: b, sound: sound}
			for i := range next {
				began := time.Now()
				v, err := w.try(ctx, mutants[i])
				v.Took = time.Since(began)
				out[i] = v
				mu.Lock()
				if err != nil && failed == nil {
					failed = err
				}
				if tell != nil {
					tell(v)
				}
				mu.Unlock()
			}
		})
	}
	for i := range mutants {
		next <- i
	}
	close(next)
	all.Wait()
	return out, failed
}

// worker tries mutants one after the other.
type worker struct {
	Bench
	prepared *steps.Prepared
	// by maps a requirement to its cases; sound remembers for all workers which cases pass on the unbroken mock.
	by    map[string][]plan.Case
	sound *sync.Map
}

func (w *worker) prepare(ctx context.Context) error {
	if w.prepared != nil {
		return nil
	}
	w.Switch.To(w.Whole)
	p, err := steps.Prepare(ctx, w.Options)
	if err != nil {
		return fmt.Errorf("the unbroken mock: %w", err)
	}
	w.prepared, w.by = p, map[string][]plan.Case{}
	for _, c := range p.Cases() {
		if c.Gate != nil {
			continue
		}
		for _, id := range c.Scenario.Requirements {
			// A requirement that is our decision (LCK-45D) notices a broken rule of the requirement it belongs to, too.
			id = strings.TrimSuffix(id, "D")
			w.by[id] = append(w.by[id], c)
		}
	}
	return nil
}

func (w *worker) try(ctx context.Context, m Mutant) (Verdict, error) {
	v := Verdict{Mutant: m}
	if err := ctx.Err(); err != nil {
		return v, err
	}
	if err := w.prepare(ctx); err != nil {
		return v, err
	}
	broken, err := m.Make(w.Whole)
	if err != nil {
		v.Err = err
		return v, nil
	}
	defer func() {
		if w.Rewind != nil && w.Rewind() {
			w.prepared = nil
		}
	}()
	for _, c := range w.order(m) {
		w.Switch.To(broken)
		got, err := w.prepared.Run(ctx, c)
		if err != nil {
			return v, err
		}
		if got.Outcome == "fail" {
			sound, err := w.isSound(ctx, c)
			if err != nil {
				return v, err
			}
			if sound {
				v.Killed, v.Why = c.ID, got.Reason
				return v, nil
			}
			got.Outcome = "fails on the unbroken mock, too"
		}
		v.Ran = append(v.Ran, Attempt{c.ID, got.Outcome, got.Reason})
	}
	return v, nil
}

// isSound tells whether a case passes on the unbroken mock.
func (w *worker) isSound(ctx context.Context, c plan.Case) (bool, error) {
	if sound, known := w.sound.Load(c.ID); known {
		return sound.(bool), nil
	}
	w.Switch.To(w.Whole)
	got, err := w.prepared.Run(ctx, c)
	w.sound.Store(c.ID, got.Outcome == "pass")
	return got.Outcome == "pass", err
}

// order lists the cases of a mutant's requirements: those at its microversions first, then those that need no server, which
// are quick, then the rest; each group with original scenarios before their variants.
func (w *worker) order(m Mutant) []plan.Case {
	var out []plan.Case
	seen := map[string]bool{}
	for _, id := range m.Requirements {
		for _, c := range w.by[strings.TrimSuffix(id, "D")] {
			if !seen[c.ID] {
				seen[c.ID] = true
				out = append(out, c)
			}
		}
	}
	rank := func(c plan.Case) int {
		n := len(c.Steps)
		if c.Variant != plan.Original {
			n += 100
		}
		if len(m.At) > 0 && !slices.Contains(m.At, c.At.String()) {
			n += 10
		}
		if len(m.About) > 0 && !speaks(c, m.About) {
			n += 50
		}
		return n
	}
	slices.SortStableFunc(out, func(a, b plan.Case) int { return rank(a) - rank(b) })
	return out
}

// speaks tells whether a sentence of the case, or the text block under it, has one of the words.
func speaks(c plan.Case, words []string) bool {
	return slices.ContainsFunc(c.Steps, func(s features.Step) bool {
		text := s.Text
		if s.DocString != nil {
			text += "\n" + s.DocString.Content
		}
		return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) })
	})
}
