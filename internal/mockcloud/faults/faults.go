// Package faults holds the rules by which a mock cloud fails on demand.
package faults

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"plumbline/mockcloud/faults"
)

// Rule makes the mock fail.
type Rule = faults.Rule

// Rules are a cloud's fault rules. The zero value has none.
type Rules struct {
	count atomic.Int64
	// changes counts the changes of the rules: added, replaced, removed, matched.
	changes atomic.Uint64
	mu      sync.Mutex
	rules   []*Rule
	last    int
	// Keep, if set, is called when rules were added, replaced or removed, to save them.
	Keep func() error
	// Place, if set, tells what is wrong with where a rule is to strike; a rule that never strikes would hide what a test is about.
	Place func(operation, step string) error
}

// Add adds a rule and answers its id.
func (f *Rules) Add(r Rule) (string, error) {
	if err := f.check(&r); err != nil {
		return "", err
	}
	id := f.add(r)
	if err := f.kept(); err != nil {
		f.remove(id)
		return "", err
	}
	return id, nil
}

// Replace replaces the rule of an id, in its place among the others; the new one has the same id and counts its matches anew.
// It is false when there is no such rule.
func (f *Rules) Replace(id string, r Rule) (known bool, err error) {
	r.ID, r.Matched = id, 0
	invalid := f.check(&r)
	old := f.swap(&r, invalid == nil)
	if old == nil || invalid != nil {
		return old != nil, invalid
	}
	if err := f.kept(); err != nil {
		f.swap(old, true)
		return true, err
	}
	return true, nil
}

// swap finds the rule with the id of another, nil when there is none, and puts the other in its place if it is to be replaced.
func (f *Rules) swap(r *Rule, replace bool) (old *Rule) {
	f.mu.Lock()
	defer f.mu.Unlock()
	at := slices.IndexFunc(f.rules, func(known *Rule) bool { return known.ID == r.ID })
	if at < 0 {
		return nil
	}
	old = f.rules[at]
	if replace {
		f.rules[at] = r
		f.changes.Add(1)
	}
	return old
}

// check refuses a rule that does nothing, one with a status that is no failure, and one that strikes nowhere.
func (f *Rules) check(r *Rule) error {
	if r.Status == 0 && r.Delay == 0 {
		return fmt.Errorf("a fault rule needs a status or a delay")
	}
	if r.Status != 0 && (r.Status < 400 || r.Status > 599) {
		return fmt.Errorf("the status of a fault rule is between 400 and 599, not %d", r.Status)
	}
	if f.Place != nil {
		return f.Place(r.Operation, r.Step)
	}
	return nil
}

func (f *Rules) kept() error {
	if f.Keep == nil {
		return nil
	}
	return f.Keep()
}

func (f *Rules) add(r Rule) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.last++
	if r.ID == "" {
		r.ID = fmt.Sprintf("fault-%d", f.last)
	}
	r.Matched = 0
	f.rules = slices.DeleteFunc(f.rules, func(old *Rule) bool { return old.ID == r.ID })
	f.rules = append(f.rules, &r)
	f.count.Store(int64(len(f.rules)))
	f.changes.Add(1)
	return r.ID
}

// RestoreMatched adds saved rules with their numbers of matches.
func (f *Rules) RestoreMatched(rules []Rule) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, r := range rules {
		f.rules = append(f.rules, &r)
		var n int
		if _, err := fmt.Sscanf(r.ID, "fault-%d", &n); err == nil {
			f.last = max(f.last, n)
		}
	}
	f.count.Store(int64(len(f.rules)))
}

// Checkpoint remembers the rules with their numbers of matches; the function that it answers restores them.
func (f *Rules) Checkpoint() (back func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := copied(f.rules)
	return func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.rules = copied(now)
		f.count.Store(int64(len(f.rules)))
		f.changes.Add(1)
	}
}

func copied(rules []*Rule) []*Rule {
	out := make([]*Rule, len(rules))
	for i, r := range rules {
		again := *r
		out[i] = &again
	}
	return out
}

// Remove removes a rule and tells whether it existed.
func (f *Rules) Remove(id string) bool {
	there := f.remove(id)
	_ = f.kept() // Keep reports its own errors
	return there
}

func (f *Rules) remove(id string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	before := len(f.rules)
	f.rules = slices.DeleteFunc(f.rules, func(r *Rule) bool { return r.ID == id })
	f.count.Store(int64(len(f.rules)))
	f.changes.Add(1)
	return len(f.rules) < before
}

// Clear removes all rules.
func (f *Rules) Clear() {
	f.mu.Lock()
	f.rules = nil
	f.count.Store(0)
	f.changes.Add(1)
	f.mu.Unlock()
	_ = f.kept() // Keep reports its own errors
}

// List answers copies of all rules, sorted by id.
func (f *Rules) List() []Rule {
	f.mu.Lock()
	defer f.mu.Unlock()
	out := make([]Rule, 0, len(f.rules))
	for _, r := range f.rules {
		out = append(out, *r)
	}
	slices.SortFunc(out, func(a, b Rule) int { return cmp.Compare(a.ID, b.ID) })
	return out
}

// Revision changes whenever the rules change.
func (f *Rules) Revision() uint64 { return f.changes.Load() }

// Any tells whether there are any rules.
func (f *Rules) Any() bool { return f != nil && f.count.Load() > 0 }

// Match answers the rule that applies at an operation (or kind of work) and step, with whether there is one; step is "" for the
// operation as a whole. about tells whether a rule's resource is the one concerned.
func (f *Rules) Match(operation, step string, about func(resource string) bool) (Rule, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, r := range f.rules {
		if r.Step != step || r.Operation != operation && (r.Operation != "" || step != "") || r.Resource != "" && !about(r.Resource) {
			continue
		}
		r.Matched++
		f.changes.Add(1)
		if r.Matched > r.Skip && (r.Times == 0 || r.Matched <= r.Skip+r.Times) {
			return *r, true
		}
	}
	return Rule{}, false
}
