// Package machineclock is the clock of a cloud that was given none: the machine's, which can be moved ahead and stopped.
package machineclock

import (
	"sync/atomic"
	"time"
)

// Stoppable is a clock that can be stopped and started again.
type Stoppable interface {
	Now() time.Time
	Advance(d time.Duration)
	Freeze()
	Thaw()
	Frozen() bool
}

// Clock is the machine's clock plus the time by which it was advanced. It can be stopped; then only Advance moves it. The zero value
// is ready.
type Clock struct{ setting atomic.Pointer[Setting] }

// Setting is the difference of a clock from the machine's. It is immutable.
type Setting struct {
	// Ahead is the time by which a running clock is ahead of the machine's.
	Ahead time.Duration
	// Stopped is the time at which it was stopped, zero while it runs.
	Stopped time.Time
}

// Now is the machine's time plus the advance, in UTC; for a stopped clock the time at which it was stopped.
func (c *Clock) Now() time.Time {
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
func (c *Clock) Setting() Setting {
	if s := c.setting.Load(); s != nil {
		return *s
	}
	return Setting{}
}

// Set sets the difference from the machine's clock to that of another one.
func (c *Clock) Set(s Setting) { c.setting.Store(&s) }

// Advance moves the clock ahead of the machine's.
func (c *Clock) Advance(d time.Duration) {
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
func (c *Clock) Freeze() {
	c.change(func(s Setting) Setting {
		if s.Stopped.IsZero() {
			s.Stopped = time.Now().UTC().Add(s.Ahead).Round(0)
		}
		return s
	})
}

// Thaw starts a stopped clock again, from the time at which it stands.
func (c *Clock) Thaw() {
	c.change(func(s Setting) Setting {
		if s.Stopped.IsZero() {
			return s
		}
		return Setting{Ahead: time.Until(s.Stopped)}
	})
}

// Frozen tells whether the clock stands still.
func (c *Clock) Frozen() bool {
	s := c.setting.Load()
	return s != nil && !s.Stopped.IsZero()
}

func (c *Clock) change(to func(Setting) Setting) {
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
