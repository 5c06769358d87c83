// Package sweeping removes from a cloud what killed runs left there.
package sweeping

import (
	"cmp"
	"context"

	"plumbline/internal/openapi"
	"plumbline/internal/openapi/redact"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/world"
)

// Sweep is one sweep of a cloud.
type Sweep struct {
	Target   target.Config
	Timeouts world.Timeouts
	Clock    world.Clock
	Redact   *redact.Redactor
	// Run is the run whose things are removed, "" is every run. Dry removes nothing.
	Run string
	Dry bool
	// Gone is called with each thing that is removed, would be removed, or could not be removed.
	Gone func(target.Swept)
}

// Do logs in and sweeps.
func (s Sweep) Do(ctx context.Context) error {
	timeouts, err := s.Timeouts.WithDefaults()
	if err != nil {
		return err
	}
	c := s.Target
	c.Profile = cmp.Or(c.Profile, openapi.Shipped)
	c.Patience, c.AnswerTime = max(timeouts["delete"], c.Patience), timeouts["answer"]
	t, err := target.Connect(ctx, c, target.MakeTools(discard{}, s.Redact, s.Clock))
	if err != nil {
		return err
	}
	return t.Sweep(ctx, s.Run, s.Dry, s.Gone)
}

// discard is a log that drops every event.
type discard struct{}

// Append implements wire.Log.
func (discard) Append(eventlog.Payload) error { return nil }
