package steps

import (
	"context"
	"fmt"
	"sync"
	"time"

	"plumbline/steps/internal/target"
)

// outage ends a run whose target does not answer any more. The run counts as interrupted: what had no turn can
// be resumed.
type outage struct {
	after time.Duration
	cause error
}

func (o *outage) Error() string {
	return fmt.Sprintf("the target did not answer for %s (time-out outage): %v", o.after, o.cause)
}

func (o *outage) Unwrap() error { return o.cause }

const (
	outagePause = 2 * time.Second
	// outageCleanUp bounds the clean-up of a run whose target is gone.
	outageCleanUp = 15 * time.Second
)

// watch finds out, after a case without an answer, whether the target is still there. Cases that run at the
// same time wait for one another's look.
type watch struct{ mu sync.Mutex }

// awaitTarget waits until the target answers, and answers an outage when it does not in time; nil also when ctx ends.
func (w *watch) awaitTarget(
	ctx context.Context, t *target.Target, sleep func(context.Context, time.Duration) error, most time.Duration,
) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	var waited time.Duration
	for {
		err := t.Alive(ctx)
		if err == nil || ctx.Err() != nil {
			return nil
		}
		if waited >= most {
			return &outage{most, err}
		}
		if sleep(ctx, outagePause) != nil {
			return nil
		}
		waited += outagePause
	}
}
