// Package control is how a test steers a mock cloud: reset, snapshots, time, faults on demand, and what
// happened. The Go face is Control; Handler is the same over HTTP.
package control

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"plumbline/mockcloud/clock"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/seed"
	"plumbline/mockcloud/state"
)

// credentials are the tables that reset and restore leave alone: a token is the caller's, not the cloud's.
var credentials = []string{"tokens", "revoked-tokens"}

// Control steers one mock cloud. It is safe for concurrent use.
type Control struct {
	env *pipeline.Env

	mu        sync.Mutex
	seed      seed.Seed
	start     *state.Snapshot
	snapshots map[string]*state.Snapshot
	last      int
	settings  pipeline.Settings // at the start

	// turns counts what was steered: clock, settings, microversions, snapshots.
	turns   atomic.Uint64
	drawn   drawn
	streams streams
}

// New plants the seed into the environment's store, which must be empty.
func New(env *pipeline.Env, s seed.Seed) (*Control, error) {
	c := &Control{env: env, snapshots: map[string]*state.Snapshot{}, settings: env.Settings()}
	if err := c.plant(env.Store, s); err != nil {
		return nil, err
	}
	c.seed, c.start = s, env.Store.Snapshot()
	return c, nil
}

func (c *Control) plant(into *state.Store, s seed.Seed) error {
	x := into.Write()
	defer x.Abort()
	if err := s.Plant(x, c.env.Clock.Now()); err != nil {
		return fmt.Errorf("seed: %w", err)
	}
	x.Commit()
	return nil
}

// Reset makes everything as it was at the start: records, journal, fault rules, settings. Tokens stay good. Snapshots stay.
func (c *Control) Reset() {
	defer c.turns.Add(1)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.env.Store.Restore(c.start, credentials...)
	c.env.Journal.Clear()
	c.env.Faults.Clear()
	c.env.Choose(c.settings)
	c.env.Settle()
}

// Seed answers the seed that Reset goes back to.
func (c *Control) Seed() seed.Seed {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.seed
}

// Plant replaces the seed and resets to it.
func (c *Control) Plant(s seed.Seed) error {
	fresh := state.New()
	if err := c.plant(fresh, s); err != nil {
		return err
	}
	c.mu.Lock()
	c.seed, c.start = s, fresh.Snapshot()
	c.mu.Unlock()
	c.Reset()
	return nil
}

// Snapshot remembers the present moment and answers its id.
func (c *Control) Snapshot() string {
	defer c.turns.Add(1)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last++
	id := fmt.Sprintf("snapshot-%d", c.last)
	c.snapshots[id] = c.env.Store.Snapshot()
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

// Restore makes the records as they were at a snapshot; false when there is no such snapshot. Tokens stay good.
func (c *Control) Restore(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	snap := c.snapshots[id]
	if snap == nil {
		return false
	}
	c.env.Store.Restore(snap, credentials...)
	c.env.Settle()
	return true
}

// Drop forgets a snapshot; false when there is no such snapshot.
func (c *Control) Drop(id string) bool {
	defer c.turns.Add(1)
	c.mu.Lock()
	defer c.mu.Unlock()
	_, known := c.snapshots[id]
	delete(c.snapshots, id)
	return known
}

// Clock is the cloud's clock.
func (c *Control) Clock() clock.Clock { return c.env.Clock }

// Advance moves the clock and does the work that has become due.
func (c *Control) Advance(d time.Duration) {
	defer c.turns.Add(1)
	c.env.Clock.Advance(d)
	c.env.RunDue()
}

// Freeze stops the clock, so that only Advance moves it, or lets it go on from where it stands. It is false for a clock
// that cannot do that: one that stands still anyway.
func (c *Control) Freeze(still bool) bool {
	at, can := c.env.Clock.(clock.Stoppable)
	switch {
	case !can:
		return false
	case still:
		at.Freeze()
	default:
		at.Thaw()
	}
	c.turns.Add(1)
	return true
}

// Faults are the rules by which the mock misbehaves.
func (c *Control) Faults() *pipeline.Faults { return c.env.Faults }

// Journal is the record of the last exchanges.
func (c *Control) Journal() *pipeline.Journal { return c.env.Journal }

// Records counts the records of each kind.
func (c *Control) Records() map[string]int { return c.env.Store.Read().Count() }

// Read starts a reading transaction: tests can look at what no API shows.
func (c *Control) Read() *state.Txn { return c.env.Store.Read() }

// Notifications lists what services have sent since the last reset, oldest first: those of the types given, or all.
func (c *Control) Notifications(types ...string) []*state.Notification {
	c.env.RunDue()
	out := []*state.Notification{}
	x := c.env.Store.Read()
	for n := range state.Notifications.All(x) {
		if len(types) == 0 || slices.Contains(types, n.Type) {
			out = append(out, n.Made())
		}
	}
	return out
}
