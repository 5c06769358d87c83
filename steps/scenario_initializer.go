package steps

import (
	"context"
	"io"
	"path"
	"strings"
	"sync"

	"github.com/cucumber/godog"

	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/world"
)

// GodogRun is a run in a godog runner of the caller's, which reads the scenarios from the feature files: the godog command, or
// a TestSuite in another test. Its scenarios have the same plan and log as the cases of Run; a scenario that does not apply
// to the target is skipped. There is no boundary sweep, because that runner only has scenarios.
type GodogRun struct {
	run    *run
	ctx    context.Context
	cancel context.CancelCauseFunc

	mu sync.Mutex
	// open are the cases that may run, by file and name, in the order of the plan; begun those that have begun.
	open  []plan.Case
	begun map[string]bool
}

// NewGodogRun connects and plans. Close must follow.
func NewGodogRun(ctx context.Context, o Options) (*GodogRun, error) {
	o.Selection.Sweep, o.Repeat = false, 1
	r, err := connect(ctx, o)
	if err != nil {
		return nil, err
	}
	d := &GodogRun{run: r, begun: map[string]bool{}}
	d.ctx, d.cancel = context.WithCancelCause(ctx)
	failed := r.prepare(ctx)
	if failed == nil {
		d.open, failed = r.planCases()
	}
	if failed == nil {
		_, failed = r.makeLanes(d.ctx, len(d.open))
	}
	if failed != nil {
		d.cancel(failed)
		_, err := r.end(ctx, failed)
		return nil, err
	}
	return d, nil
}

// InitializeScenario is the function for godog.TestSuite.ScenarioInitializer.
func (d *GodogRun) InitializeScenario(sc *godog.ScenarioContext) {
	d.run.register(d.ctx, d.cancel, sc, d.find)
}

// find answers the case of a scenario, and its position in the log: after the cases that began before it.
func (d *GodogRun) find(s *godog.Scenario) (plan.Case, turnOf, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range d.open {
		if c.Scenario.Name == s.Name && sameFile(s.Uri, c.Scenario.URI) && !d.begun[c.ID] {
			d.begun[c.ID] = true
			return c, turnOf{place: len(d.begun) - 1}, true
		}
	}
	return plan.Case{}, turnOf{}, false
}

// sameFile tells whether the path given to a runner is of the suite's file, in whatever folder.
func sameFile(given, uri string) bool {
	given = path.Clean(strings.ReplaceAll(given, `\`, "/"))
	return given == uri || strings.HasSuffix(given, "/"+uri) || given == path.Base(uri)
}

// Close logs the cases that the runner did not run as left out, cleans up and closes the log.
func (d *GodogRun) Close() (Outcome, error) {
	r := d.run
	var ran []plan.Case
	failed := r.inOrder(d.ctx)
	for _, c := range d.open {
		if d.begun[c.ID] {
			ran = append(ran, c)
			continue
		}
		if failed == nil {
			failed = r.recordGated(r.Log, c, plan.Gate{Verdict: plan.Excluded, Reason: "it was not among the scenarios that the runner was given"})
		}
	}
	if failed == nil {
		failed = context.Cause(d.ctx)
	}
	if failed == nil {
		failed = r.recordUnfinished(ran)
	}
	defer d.cancel(nil)
	return r.end(d.ctx, failed)
}

// Definitions prints every sentence of the suite, as godog's --definitions does.
func Definitions(w io.Writer) {
	godog.TestSuite{
		Name: "plumbline",
		ScenarioInitializer: func(sc *godog.ScenarioContext) {
			vocabulary(nil).register(sc, &world.World{})
		},
		Options: &godog.Options{Format: silentName, Output: w, ShowStepDefinitions: true, FeatureContents: []godog.Feature{{}}},
	}.Run()
}
