package steps

import (
	"context"

	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/probe"
	"plumbline/internal/steps/target"
)

// Planned is the plan of a run.
type Planned struct {
	Target *eventlog.TargetDescribed
	Facts  plan.Facts
	Cases  []plan.Case
	// Resources are the images and the flavor that would be used.
	Resources target.Resources
}

// Plan answers what Run would do with the same options. It only reads: it creates no users, probes nothing that needs a
// change, and writes no log.
func Plan(ctx context.Context, o Options) (*Planned, error) {
	o.Log = discardLog{}
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	selected, err := plan.Build(o.Scenarios, plan.Facts{Profile: o.Profile}, o.Selection)
	if err != nil {
		return nil, err
	}
	o.Target.ReadOnly, o.Target.Needs = true, needs(selected, o.Profile)
	t, facts, err := o.probe(ctx)
	if err != nil {
		return nil, err
	}
	cases, err := plan.Build(o.Scenarios, facts, o.Selection)
	if err != nil {
		return nil, err
	}
	return &Planned{Target: t.Describe(), Facts: facts, Cases: cases, Resources: t.Resources}, nil
}

// probe logs in to the target, and finds out what it offers.
func (o Options) probe(ctx context.Context) (*target.Target, plan.Facts, error) {
	t, err := target.Connect(ctx, o.Target, o.tools())
	if err != nil {
		return nil, plan.Facts{}, err
	}
	if err := probe.Prepare(ctx, t); err != nil {
		return nil, plan.Facts{}, err
	}
	facts, err := factsOf(t, o.Profile)
	return t, facts, err
}

// discardLog is a wire.Log that drops every event.
type discardLog struct{}

// Append implements wire.Log.
func (discardLog) Append(eventlog.Payload) error { return nil }
