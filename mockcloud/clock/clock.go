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

// Advance moves the clock.
func (c *Manual) Advance(d time.Duration) { c.at.Add(int64(d)) }
