package steps

import (
	"context"
	"fmt"
	"sync"
	"time"

	"plumbline/internal/steps/target"
)

// outage ends a run whose target no longer answers. The run counts as interrupted: cases that did not run can be resumed.
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
	// outageCleanUp bounds the clean-up of a run whose target no longer answers.
	outageCleanUp = 15 * time.Second
)

// watch checks, after a case without an answer, whether the target still answers. Cases that run at the same time share
// one check after the other.
type watch struct{ mu sync.Mutex }

// awaitTarget waits until the target answers. It answers an outage when that takes too long; nil also when ctx ends.
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
