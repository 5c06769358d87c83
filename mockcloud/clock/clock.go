// Package clock provides the mock's time: the present time, and when accepted work is finished.
package clock

import (
	"sync/atomic"
	"time"
)

// Clock is the source of time for everything in the mock.
type Clock interface {
	Now() time.Time
	// Advance moves the clock forward; work that becomes due runs before the next request.
	Advance(d time.Duration)
}

// Stoppable is a clock that can be stopped and started again.
type Stoppable interface {
	Clock
	Freeze()
	Thaw()
	Frozen() bool
}

// Real is the machine's clock plus the time by which it was advanced. It can be stopped; then only Advance moves it. The zero value
// is ready.
type Real struct{ setting atomic.Pointer[Setting] }

// Setting is the difference of a clock from the machine's. It is immutable.
type Setting struct {
	// Ahead is the time by which a running clock is ahead of the machine's.
	Ahead time.Duration
	// Stopped is the time at which it was stopped, zero while it runs.
	Stopped time.Time
}

// Now is the machine's time plus the advance, in UTC; for a stopped clock the time at which it was stopped.
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

// Setting answers the difference from the machine's clock, so that another clock can continue with it.
func (c *Real) Setting() Setting {
	if s := c.setting.Load(); s != nil {
		return *s
	}
	return Setting{}
}

// Set sets the difference from the machine's clock to that of another one.
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

// Thaw starts a stopped clock again, from the time at which it stands.
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

// Now is the time at which the clock stands, in UTC.
func (c *Manual) Now() time.Time { return time.Unix(0, c.at.Load()).UTC() }

// Set moves the clock to a time, which may be earlier than the present one.
func (c *Manual) Set(at time.Time) { c.at.Store(at.UnixNano()) }

// Advance moves the clock.
func (c *Manual) Advance(d time.Duration) { c.at.Add(int64(d)) }
