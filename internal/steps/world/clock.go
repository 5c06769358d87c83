package world

import (
	"context"
	"time"
)

// Clock tells the time and sleeps. Sleep on an embedded mock advances the mock's clock.
type Clock interface {
	Now() time.Time
	Sleep(context.Context, time.Duration) error
}

// Machine is the clock of the machine.
type Machine struct{}

// Now is the time of the machine's clock.
func (Machine) Now() time.Time { return time.Now() }

// Sleep waits until d has passed or ctx ends.
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
