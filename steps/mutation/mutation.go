// Package mutation proves that scenarios notice broken rules: it runs, against one broken mock after the
// other, the scenarios that carry the requirements of the broken rule, until one of them fails.
//
// Only the verdict fail kills. An error proves nothing, and neither does a scenario that fails on the
// unbroken mock, too.
package mutation

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"plumbline/features"
	"plumbline/steps"
	"plumbline/steps/plan"
)

// Mutant is a mock with one rule broken.
type Mutant struct {
	ID, Class, Broken string
	Requirements      []string
	// Equivalent says why nobody can notice; "" for a mutant that must be killed.
	Equivalent string
	// At are microversions (as text) at which the rule is asked for: cases that name one of them run first.
	At []string
	// About are words that the rule is about: cases that speak of one run first.
	About []string
	// Make makes the broken cloud out of the bench's whole one: it knows the same users, tokens, images and flavors.
	Make func(whole http.Handler) (http.Handler, error)
}

// Bench is an unbroken mock that was found out, and the switch that puts broken ones in its place.
type Bench struct {
	Options steps.Options
	// Switch is the handler of Options.Target. Whole is the unbroken mock.
	Switch *Switch
	Whole  http.Handler
	// Rewind sets the clock back after a mutant. It is true when the clock had gone so far that tokens may
	// have been renewed: the bench is prepared anew then. It may be nil.
	Rewind func() bool
}

// Switch is a handler that passes requests to another one.
type Switch struct {
	mu sync.RWMutex
	to http.Handler
}

// To changes where requests go.
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

// Verdict is what became of a mutant.
type Verdict struct {
	Mutant Mutant
	// Killed names the case that failed, Why what it said.
	Killed, Why string
	// Ran are the cases that ran, in order, with what came of those that did not kill.
	Ran []Attempt
	// Err is why nothing could be proven: the mutant could not be made.
	Err error
	// Took is how long it took, of the time that goes by outside.
	Took time.Duration
}

// Attempt is a case that did not kill.
type Attempt struct{ Case, Outcome, Reason string }

// Run tries all mutants, as many at once as there are benches, and answers verdicts in the order of the
// mutants. tell hears of each as it comes; it may be nil.
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
	// by finds the cases of a requirement; sound remembers for all workers which cases pass on the unbroken mock.
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
			// What was decided about a requirement (LCK-45D) notices what breaks it, too.
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

// order lists the cases of a mutant's requirements: those at its microversions first, then those that need no
// server, which are quick, then the rest; the scenarios as they are written before their variants.
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

// speaks tells whether a sentence of the case, or the text under it, has one of the words.
func speaks(c plan.Case, words []string) bool {
	return slices.ContainsFunc(c.Steps, func(s features.Step) bool {
		text := s.Text
		if s.DocString != nil {
			text += "\n" + s.DocString.Content
		}
		return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) })
	})
}
