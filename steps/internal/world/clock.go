package world

import (
	"context"
	"time"
)

// Clock is time as the suite sees it. Sleep on an embedded mock advances the mock's clock.
type Clock interface {
	Now() time.Time
	Sleep(context.Context, time.Duration) error
}

// Machine is the machine's clock.
type Machine struct{}

// Now is the machine's time.
func (Machine) Now() time.Time { return time.Now() }

// Sleep waits, or ends with ctx.
func (Machine) Sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
