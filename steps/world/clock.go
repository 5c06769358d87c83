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
