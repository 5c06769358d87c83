package steps

import (
	"context"
	"regexp"

	"plumbline/features"
	"plumbline/reports/eventlog"
	"plumbline/steps/plan"
	"plumbline/steps/target"
)

// Planned is what a run would do.
type Planned struct {
	Target *eventlog.TargetDescribed
	Facts  plan.Facts
	Cases  []plan.Case
	// Resources are the images and the flavor that would be used.
	Resources target.Resources
	// Creates counts, by noun, what the cases that would run would create, one after the other.
	Creates map[string]int
}

// Plan finds out what Run would do with the same options. It only reads: nobody is created, nothing is
// probed by trying, and no log is written.
func Plan(ctx context.Context, o Options) (*Planned, error) {
	o.Log = nowhere{}
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	if _, err := plan.Build(o.Scenarios, plan.Facts{Profile: o.Profile}, o.Selection); err != nil {
		return nil, err
	}
	o.Target.ReadOnly = true
	t, err := target.Connect(ctx, o.Target, o.tools())
	if err != nil {
		return nil, &configurationError{err}
	}
	if err := t.Prepare(ctx); err != nil {
		return nil, err
	}
	facts, err := factsOf(t, o.Profile)
	if err != nil {
		return nil, err
	}
	cases, err := plan.Build(o.Scenarios, facts, o.Selection)
	if err != nil {
		return nil, err
	}
	p := &Planned{Target: t.Describe(), Facts: facts, Cases: cases, Resources: t.Resources, Creates: map[string]int{}}
	for _, c := range cases {
		if c.Gate == nil {
			count(p.Creates, c)
		}
	}
	return p, nil
}

// creations recognises the sentences that bring something into being.
var creations = map[string]*regexp.Regexp{
	"server":   regexp.MustCompile(`(?i)^an? (?:[\w-]+ )?server\b|^a stack with a server\b`),
	"key pair": regexp.MustCompile(`\bhas an? key pair\b`),
	"image":    regexp.MustCompile(`^an image\b`),
	"network":  regexp.MustCompile(`\bnetwork of its own\b`),
	"stack":    regexp.MustCompile(`^a stack\b`),
	"volume":   regexp.MustCompile(`\bvolume-backed\b`),
}

func count(into map[string]int, c plan.Case) {
	for _, step := range c.Steps {
		for noun, sentence := range creations {
			if step.Kind == features.State && sentence.MatchString(step.Text) {
				into[noun]++
			}
		}
	}
}

// nowhere is a log that keeps nothing.
type nowhere struct{}

// Append implements Log.
func (nowhere) Append(eventlog.Payload) error { return nil }
