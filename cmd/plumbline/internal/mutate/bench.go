package mutate

import (
	"context"
	"net/http"
	"time"

	"plumbline/cmd/plumbline/internal/certify"
	"plumbline/internal/features"
	"plumbline/internal/mockcloud/mutants"
	"plumbline/internal/openapi"
	"plumbline/internal/steps/mutation"
	"plumbline/internal/steps/plan"
	"plumbline/mockcloud"
	"plumbline/mockcloud/clock"
	"plumbline/steps"
)

// Bench makes an unbroken mock, prepared for trying mutants.
func Bench(p openapi.Profile, scenarios []features.Scenario) (mutation.Bench, error) {
	start := time.Now().Truncate(time.Second) // whole seconds, so that all benches have times of the same form
	now := &benchClock{clock.NewManual(start), start.UTC()}
	o := steps.Options{Profile: p, Scenarios: scenarios, Selection: plan.Selection{Sweep: true, Disruptive: true}}
	if err := certify.Embed(&o, append(now.options(), mockcloud.WithJournal(64))...); err != nil {
		return mutation.Bench{}, err
	}
	whole := o.Target.Handler
	turn := &mutation.Switch{}
	turn.To(whole)
	o.Clock, o.Target.Handler = now, turn
	o.Target.Listen = nil // client programs would take a second for each mutant
	return mutation.Bench{Options: o, Switch: turn, Whole: benchCloud{whole.(*mockcloud.Cloud), now}, Rewind: now.rewind}, nil
}

// benchCloud is a mock and its clock.
type benchCloud struct {
	*mockcloud.Cloud
	clock *benchClock
}

// asMutation converts a mutant for the suite. The broken mock accepts the tokens of the unbroken one.
func asMutation(m mutants.Mutant) mutation.Mutant {
	out := mutation.Mutant{
		ID: m.ID, Class: string(m.Class), Broken: m.Broken, Requirements: m.Requirements, Equivalent: m.Equivalent, About: m.About,
		Make: func(whole http.Handler) (http.Handler, error) {
			b := whole.(benchCloud)
			planted, err := mutants.SeedOf(b.Cloud)
			if err != nil {
				return nil, err
			}
			return m.Cloud(append(b.clock.options(), mockcloud.WithBaseURL(certify.EmbeddedURL), mockcloud.WithSeed(planted))...)
		},
	}
	for _, v := range m.At {
		out.At = append(out.At, v.String())
	}
	return out
}

// benchClock is the clock of a bench: it moves only in waits, and can be set back.
type benchClock struct {
	*clock.Manual
	start time.Time
}

// options make a mock use the clock: its work is finished at the first wait.
func (c *benchClock) options() []mockcloud.Option {
	return []mockcloud.Option{mockcloud.WithClock(c), mockcloud.WithLifecycle(clock.After(time.Millisecond))}
}

// tokenTime is how far the clock may move before tokens come near their expiry.
const tokenTime = 40 * time.Minute

// Sleep moves the clock instead of waiting.
func (c *benchClock) Sleep(ctx context.Context, d time.Duration) error {
	c.Advance(d)
	return ctx.Err()
}

// rewind sets the clock back to its start.
func (c *benchClock) rewind() bool {
	gone := c.Now().Sub(c.start)
	c.Advance(-gone)
	return gone > tokenTime
}
