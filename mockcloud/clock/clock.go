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

// Real is the machine's clock plus what it was advanced by. The zero value is ready.
type Real struct{ ahead atomic.Int64 }

// Now is the machine's time plus what the clock was advanced by, in UTC.
func (c *Real) Now() time.Time { return time.Now().UTC().Add(time.Duration(c.ahead.Load())) }

// Advance moves the clock ahead of the machine's.
func (c *Real) Advance(d time.Duration) { c.ahead.Add(int64(d)) }

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

// Advance moves the clock.
func (c *Manual) Advance(d time.Duration) { c.at.Add(int64(d)) }
