package ways_test

import (
	"context"
	"sync"
	"time"

	"plumbline/internal/steps/plan"
	"plumbline/mockcloud"
	"plumbline/mockcloud/clock"
	"plumbline/steps"
)

// stepped is the clock of an embedded mock: it stands still until the one case that it has waits.
type stepped struct {
	clock.Clock
	cloud *mockcloud.Cloud
}

func (c *stepped) Sleep(ctx context.Context, d time.Duration) error {
	c.cloud.Control().Advance(d)
	return ctx.Err()
}

// together is the clock of a mock that serves several cases at once. It goes on when all of them wait, to the moment at
// which the first has waited enough: nobody's time passes while another works, however slow the machine is.
type together struct {
	mu   sync.Mutex
	now  time.Time
	busy map[string]bool
	wait []*sleeper
	woke int
}

type sleeper struct {
	until time.Time
	up    chan struct{}
}

// stuck is how long a clock stands still for cases that neither wait nor work, but wait for one another.
const stuck = 200 * time.Millisecond

// follow has the clock hear which cases are under way.
func (c *together) follow(o *steps.Options) {
	c.busy = map[string]bool{}
	o.Begun = func(p plan.Case) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.busy[p.TryID()] = true
	}
	ends := func(p plan.Case) {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.busy, p.TryID())
		c.goOn(false)
	}
	o.SetAside, o.Progress = ends, func(p steps.Progress) { ends(p.Case) }
}

func (c *together) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *together) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	c.wake()
}

func (c *together) Sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	s := &sleeper{c.now.Add(d), make(chan struct{})}
	c.wait = append(c.wait, s)
	c.goOn(false)
	c.mu.Unlock()
	for {
		c.mu.Lock()
		woke := c.woke
		c.mu.Unlock()
		timer := time.NewTimer(stuck)
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-s.up:
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
		}
		c.mu.Lock()
		c.goOn(woke == c.woke)
		c.mu.Unlock()
	}
}

// goOn moves the clock to the first who waits, when all do or when it has to.
func (c *together) goOn(must bool) {
	if len(c.wait) == 0 || !must && len(c.wait) < len(c.busy) {
		return
	}
	first := c.wait[0].until
	for _, s := range c.wait {
		if s.until.Before(first) {
			first = s.until
		}
	}
	if first.After(c.now) {
		c.now = first
	}
	c.wake()
}

func (c *together) wake() {
	var still []*sleeper
	for _, s := range c.wait {
		if s.until.After(c.now) {
			still = append(still, s)
			continue
		}
		close(s.up)
		c.woke++
	}
	c.wait = still
}
