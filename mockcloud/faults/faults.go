// Package faults has the rules by which a mock cloud misbehaves on demand.
package faults

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Rule makes the mock misbehave: the operations (or the steps of them) that it matches are
// answered with a status, late, or both.
type Rule struct {
	ID string `json:"id"`
	// Operation is an operation's id ("servers.rebuild") or a kind of work that is due ("servers.rebuilt"); "" is any operation.
	Operation string `json:"operation,omitempty"`
	// Step is a step of it; "" is the operation as a whole, before its first step.
	Step string `json:"step,omitempty"`
	// Resource is a path parameter's value, or the resource of the work; "" is any.
	Resource string `json:"resource,omitempty"`
	// Skip lets so many matches go by; then Times are struck, 0 being all.
	Skip  int `json:"skip,omitempty"`
	Times int `json:"times,omitempty"`
	// Status answers a fault, with Message; 0 does not. Work that is due fails with any status.
	Status  int    `json:"status,omitempty"`
	Message string `json:"message,omitempty"`
	// Delay waits first, on the machine's clock.
	Delay Duration `json:"delay,omitempty"`
	// Matched counts the matches so far.
	Matched int `json:"matched"`
}

// Duration is a time.Duration that JSON has as text: "1.5s".
type Duration time.Duration

// MarshalText writes what time.Duration.String does.
func (d Duration) MarshalText() ([]byte, error) { return []byte(time.Duration(d).String()), nil }

// UnmarshalText reads what time.ParseDuration does.
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	*d = Duration(v)
	return err
}

// Rules are the rules by which the mock misbehaves on demand. The zero value has none.
type Rules struct {
	count atomic.Int64
	// turns counts what has happened to the rules: added, removed, matched.
	turns atomic.Uint64
	mu    sync.Mutex
	rules []*Rule
	last  int
	// Keep, where it is set, is told when rules were put in or taken out.
	Keep func() error
}

// Add puts a rule in and answers its id.
func (f *Rules) Add(r Rule) (string, error) {
	if r.Status == 0 && r.Delay == 0 {
		return "", fmt.Errorf("a fault rule needs a status or a delay")
	}
	if r.Status != 0 && (r.Status < 400 || r.Status > 599) {
		return "", fmt.Errorf("the status of a fault rule is between 400 and 599, not %d", r.Status)
	}
	id := f.add(r)
	if err := f.kept(); err != nil {
		f.remove(id)
		return "", err
	}
	return id, nil
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
	f.turns.Add(1)
	return r.ID
}

// RestoreMatched puts rules in that were there before, with what they have matched.
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

// Checkpoint answers what brings the rules back as they are now, with what they have matched.
func (f *Rules) Checkpoint() (back func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := copied(f.rules)
	return func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.rules = copied(now)
		f.count.Store(int64(len(f.rules)))
		f.turns.Add(1)
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

// Remove takes a rule out and tells whether it was there.
func (f *Rules) Remove(id string) bool {
	there := f.remove(id)
	_ = f.kept() // whoever keeps rules says so when it cannot
	return there
}

func (f *Rules) remove(id string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	before := len(f.rules)
	f.rules = slices.DeleteFunc(f.rules, func(r *Rule) bool { return r.ID == id })
	f.count.Store(int64(len(f.rules)))
	f.turns.Add(1)
	return len(f.rules) < before
}

// Clear takes all rules out.
func (f *Rules) Clear() {
	f.mu.Lock()
	f.rules = nil
	f.count.Store(0)
	f.turns.Add(1)
	f.mu.Unlock()
	_ = f.kept() // whoever keeps rules says so when it cannot
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

// Revision is another number whenever anything has happened to the rules.
func (f *Rules) Revision() uint64 { return f.turns.Load() }

// Any tells whether there is any rule.
func (f *Rules) Any() bool { return f != nil && f.count.Load() > 0 }

// Match answers the rule that strikes here, with whether there is one: at an operation (a kind of work), at a step of it, ""
// being the operation as a whole. About tells whether a resource is what it is about.
func (f *Rules) Match(operation, step string, about func(resource string) bool) (Rule, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, r := range f.rules {
		if r.Step != step || r.Operation != operation && (r.Operation != "" || step != "") || r.Resource != "" && !about(r.Resource) {
			continue
		}
		r.Matched++
		f.turns.Add(1)
		if r.Matched > r.Skip && (r.Times == 0 || r.Matched <= r.Skip+r.Times) {
			return *r, true
		}
	}
	return Rule{}, false
}
