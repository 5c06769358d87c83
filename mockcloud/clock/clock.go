// Package clock gives the mock its time: what now is, and when accepted work is finished.
package clock

import (
	"sync/atomic"
	"time"
)

// Clock tells the time. Everything in the mock that looks at time asks one.
type Clock interface {
	Now() time.Time
	// Advance moves the clock forward; work that becomes due runs before the next request.
	Advance(d time.Duration)
}

// Stoppable is a clock that can stand still for a while.
type Stoppable interface {
	Clock
	Freeze()
	Thaw()
	Frozen() bool
}

// Real is the machine's clock plus what it was advanced by. It can be stopped; then only Advance moves it. The zero
// value is ready.
type Real struct{ setting atomic.Pointer[Setting] }

// Setting is how a clock differs from the machine's. It is immutable.
type Setting struct {
	// Ahead is by how much the clock is ahead of the machine's while it goes.
	Ahead time.Duration
	// Stopped is where it stands, zero while it goes.
	Stopped time.Time
}

// Now is the machine's time plus what the clock was advanced by, in UTC; or where it was stopped.
func (c *Real) Now() time.Time {
	s := c.setting.Load()
	switch {
	case s == nil:
		return time.Now().UTC()
	case s.Stopped.IsZero():
		return time.Now().UTC().Add(s.Ahead)
	}
	return s.Stopped
}

// Setting is how the clock differs from the machine's, for another one to go on from.
func (c *Real) Setting() Setting {
	if s := c.setting.Load(); s != nil {
		return *s
	}
	return Setting{}
}

// Set makes the clock differ from the machine's as another one did.
func (c *Real) Set(s Setting) { c.setting.Store(&s) }

// Advance moves the clock ahead of the machine's.
func (c *Real) Advance(d time.Duration) {
	c.change(func(s Setting) Setting {
		if s.Stopped.IsZero() {
			s.Ahead += d
		} else {
			s.Stopped = s.Stopped.Add(d)
		}
		return s
	})
}

// Freeze stops the clock where it is; Thaw lets it go on from there.
func (c *Real) Freeze() {
	c.change(func(s Setting) Setting {
		if s.Stopped.IsZero() {
			s.Stopped = time.Now().UTC().Add(s.Ahead).Round(0)
		}
		return s
	})
}

// Thaw lets a clock that was stopped go on from where it stands.
func (c *Real) Thaw() {
	c.change(func(s Setting) Setting {
		if s.Stopped.IsZero() {
			return s
		}
		return Setting{Ahead: time.Until(s.Stopped)}
	})
}

// Frozen tells whether the clock stands still.
func (c *Real) Frozen() bool {
	s := c.setting.Load()
	return s != nil && !s.Stopped.IsZero()
}

func (c *Real) change(to func(Setting) Setting) {
	for {
		old, from := c.setting.Load(), Setting{}
		if old != nil {
			from = *old
		}
		next := to(from)
		if c.setting.CompareAndSwap(old, &next) {
			return
		}
	}
}

// Manual stands still until it is advanced. It is safe for concurrent use.
type Manual struct{ at atomic.Int64 }

// NewManual answers a clock standing at the given time.
func NewManual(at time.Time) *Manual {
	c := &Manual{}
	c.at.Store(at.UnixNano())
	return c
}

// Now is where the clock stands, in UTC.
func (c *Manual) Now() time.Time { return time.Unix(0, c.at.Load()).UTC() }

// Set moves the clock to a time, which may be behind where it stands.
func (c *Manual) Set(at time.Time) { c.at.Store(at.UnixNano()) }

// Advance moves the clock.
func (c *Manual) Advance(d time.Duration) { c.at.Add(int64(d)) }
