// Package control lets a test steer a mock cloud: reset, snapshots, time, faults on demand, and the journal. Control is the Go
// interface; Handler is the same over HTTP.
package control

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"plumbline/internal/mockcloud/faults"
	"plumbline/internal/mockcloud/journal"
	"plumbline/internal/mockcloud/machineclock"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/mockcloud/clock"
	"plumbline/mockcloud/seed"
	"plumbline/mockcloud/settings"
)

// aside are the tables that reset and restore do not change: tokens belong to the callers, and choices are restored one by one.
var aside = append(tokenTables[:len(tokenTables):len(tokenTables)], "choices")

var tokenTables = []string{"tokens", "revoked-tokens"}

// Control steers one mock cloud. It is safe for concurrent use.
type Control struct {
	env     *pipeline.Env
	archive Archive // nil: snapshots are kept in memory only

	mu        sync.Mutex
	seed      *seed.Seed // nobody changes what it refers to
	given     string     // the seed at the first start (YAML), "" for the built-in one
	start     *state.Snapshot
	snapshots map[string]*state.Snapshot
	last      int
	settings  settings.Settings // at the start
	maxima    maxima            // at the start, as far as they were given
	failure   atomic.Pointer[error]

	// changeCount counts the changes of clock, settings, microversions and snapshots.
	changeCount atomic.Uint64
	drawn       drawn
	streams     streams
}

// New plants the seed in the environment's store, which must be empty; the zero seed stands for the built-in one.
func New(env *pipeline.Env, s seed.Seed) (*Control, error) { return Open(env, s, nil, nil) }

// Open is New for a store that may have been loaded from a disk; earlier choices stay in force. A seed other than the one that the
// store was planted with is an error. began is the beginning that the store was loaded with, or nil.
func Open(env *pipeline.Env, s seed.Seed, archive Archive, began *Beginning) (*Control, error) {
	c := &Control{
		env: env, archive: archive, snapshots: map[string]*state.Snapshot{}, settings: env.Settings(), maxima: maps.Clone(env.Maxima),
	}
	planted := builtin()
	if len(s.Users) > 0 {
		c.given, planted = string(s.YAML()), &s
	}
	known, err := c.restoreChoices(began)
	if err == nil && !known {
		err = c.begin(planted)
	}
	if err != nil {
		return nil, err
	}
	if env.Faults != nil {
		env.Faults.Place = env.CheckPlace
	}
	if env.Store.Saved() && env.Faults != nil {
		env.Faults.Keep = c.keepFaults
	}
	return c, nil
}

// builtin is the built-in seed, which all clouds of a process share.
var builtin = sync.OnceValue(func() *seed.Seed {
	s := seed.Default()
	return &s
})

// begin plants the seed for the first time.
func (c *Control) begin(s *seed.Seed) error {
	now := c.env.Clock.Now()
	err := plant(c.env.Store, s, now, func(x *state.Txn) { c.writeSeed(x, s, now) })
	c.seed, c.start = s, c.env.Store.Snapshot()
	return err
}

// plant plants a seed in an empty store, and runs also in the same transaction.
func plant(into *state.Store, s *seed.Seed, now time.Time, also func(*state.Txn)) error {
	x := into.Write()
	defer x.Abort()
	if err := s.Plant(x, now); err != nil {
		return fmt.Errorf("seed: %w", err)
	}
	also(x)
	return x.Commit()
}

// Reset restores the state of the start: records, journal, fault rules, settings. Tokens stay valid. Snapshots stay.
func (c *Control) Reset() {
	defer c.changeCount.Add(1)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reset(c.start, func(*state.Txn) {})
}

// reset restores the snapshot of a start; the caller holds the lock.
func (c *Control) reset(to *state.Snapshot, also func(*state.Txn)) bool {
	x := c.env.Store.Write()
	defer x.Abort()
	x.Restore(to, aside...)
	state.Choices.Delete(x, choiceSettings)
	state.Choices.Delete(x, choiceFaults)
	also(x)
	if !c.reportSaveError(x.Commit()) {
		return false
	}
	c.env.Journal.Clear()
	c.env.Faults.Clear()
	c.env.Choose(c.settings)
	c.env.FindNextDue()
	return true
}

// Seed answers the seed that Reset goes back to. The built-in one is the caller's own.
func (c *Control) Seed() seed.Seed {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.seed == builtin() {
		return seed.Default()
	}
	return *c.seed
}

// PresentSeed is Seed for callers that do not change it.
func (c *Control) PresentSeed() *seed.Seed {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.seed
}

// Plant replaces the seed and resets to it.
func (c *Control) Plant(s seed.Seed) error {
	fresh, now := state.New(), c.env.Clock.Now()
	if err := plant(fresh, &s, now, func(*state.Txn) {}); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	start := fresh.Snapshot()
	if !c.reset(start, func(x *state.Txn) { c.writeSeed(x, &s, now) }) {
		return c.SaveError()
	}
	c.seed, c.start = &s, start
	return nil
}

// Snapshot stores a snapshot of the present records and answers its id.
func (c *Control) Snapshot() string {
	defer c.changeCount.Add(1)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last++
	id := fmt.Sprintf("snapshot-%d", c.last)
	snap := c.env.Store.Snapshot()
	if c.archive == nil || c.reportSaveError(c.archive.KeepSnapshot(id, snap)) {
		c.snapshots[id] = snap
	}
	return id
}

// Snapshots lists the ids of all snapshots, oldest first.
func (c *Control) Snapshots() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := make([]string, 0, len(c.snapshots))
	for id := range c.snapshots {
		out = append(out, id)
	}
	slices.SortFunc(out, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) })
	return out
}

// Restore restores the records of a snapshot; false when there is no such snapshot. Tokens stay valid.
func (c *Control) Restore(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	snap := c.snapshots[id]
	if snap == nil {
		return false
	}
	c.reportSaveError(c.env.Store.Restore(snap, aside...))
	c.env.FindNextDue()
	return true
}

// Drop deletes a snapshot; false when there is no such snapshot.
func (c *Control) Drop(id string) bool {
	defer c.changeCount.Add(1)
	c.mu.Lock()
	defer c.mu.Unlock()
	_, known := c.snapshots[id]
	if known && (c.archive == nil || c.reportSaveError(c.archive.DropSnapshot(id))) {
		delete(c.snapshots, id)
	}
	return known
}

// Clock is the cloud's clock.
func (c *Control) Clock() clock.Clock { return c.env.Clock }

// Advance moves the clock and performs the work that has become due.
func (c *Control) Advance(d time.Duration) {
	defer c.changeCount.Add(1)
	c.env.Clock.Advance(d)
	c.keepClock()
	c.env.RunDue()
}

// Freeze stops the clock, so that only Advance moves it, or lets it go on. It is false for a clock that cannot be stopped because it
// never moves by itself.
func (c *Control) Freeze(still bool) bool {
	at, can := c.env.Clock.(machineclock.Stoppable)
	switch {
	case !can:
		return false
	case still:
		at.Freeze()
	default:
		at.Thaw()
	}
	c.keepClock()
	c.changeCount.Add(1)
	return true
}

// Faults are the rules by which the mock misbehaves.
func (c *Control) Faults() *faults.Rules { return c.env.Faults }

// Journal is the record of the last exchanges.
func (c *Control) Journal() *journal.Journal { return c.env.Journal }

// Records counts the records of each kind.
func (c *Control) Records() map[string]int { return c.env.Store.Read().Count() }

// Read starts a reading transaction, with which tests can see data that no API shows.
func (c *Control) Read() *state.Txn { return c.env.Store.Read() }

// Notifications lists the notifications sent since the last reset, oldest first: those of the given types, or all.
func (c *Control) Notifications(types ...string) []*state.Notification {
	return c.notificationsAfter(0, types)
}

// notificationsAfter are those with a greater serial number: payloads are made of them alone.
func (c *Control) notificationsAfter(serial int64, types []string) []*state.Notification {
	c.env.RunDue()
	out := []*state.Notification{}
	x := c.env.Store.Read()
	for n := range state.Notifications.All(x) {
		if n.Serial > serial && (len(types) == 0 || slices.Contains(types, n.Type)) {
			out = append(out, n.Made())
		}
	}
	return out
}
