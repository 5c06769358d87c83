package reports_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/openapi"
	"plumbline/internal/openapi/exchange"
	"plumbline/internal/reports"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/verdict"
)

func only(t *testing.T, r *reports.Report) reports.Requirement {
	t.Helper()
	require.Len(t, r.Requirements, 1)
	return r.Requirements[0]
}

func TestRowVerdicts(t *testing.T) {
	c := info("A-1", "A-1")
	tests := []struct {
		name   string
		tell   func(*tape) *tape
		want   verdict.Verdict
		reason string
	}{
		{"a case that passed", func(tp *tape) *tape { return tp.run(c, "pass", "").end() }, verdict.Pass, ""},
		{"a case that failed", func(tp *tape) *tape { return tp.run(c, "fail", "answered 409").end() }, verdict.Fail, "answered 409"},
		{"a case that broke", func(tp *tape) *tape { return tp.run(c, "error", "set-up refused").end() }, verdict.Error, "set-up refused"},
		{
			"a failed Given of an error is not a fail", func(tp *tape) *tape {
				return tp.start(c).step("A-1", "Given", "failed").add(&eventlog.CaseDone{Case: "A-1", Outcome: "error"}).end()
			}, verdict.Error, "Given something given: failed",
		},
		{
			"no subject exchange", func(tp *tape) *tape {
				return tp.start(c).exchange("A-1", "setup").step("A-1", "Then", "passed").add(&eventlog.CaseDone{Case: "A-1", Outcome: "pass"}).end()
			}, verdict.Error, "nothing was proven: the case passed without a subject exchange",
		},
		{
			"an unanswered subject exchange", func(tp *tape) *tape {
				return tp.start(c).add(&eventlog.Exchanged{
					Case: "A-1",
					ID:   "x",
					Exchange: eventlog.Exchange{
						Role: "subject",
					},
					Error: "reset",
				}).step("A-1", "Then", "passed").
					add(&eventlog.CaseDone{Case: "A-1", Outcome: "pass"}).end()
			}, verdict.Error, "nothing was proven: no subject exchange of the case was answered",
		},
		{
			"a client program that ran has no status", func(tp *tape) *tape {
				return tp.start(c).add(&eventlog.Exchanged{
					Case: "A-1",
					ID:   "x",
					Exchange: eventlog.Exchange{
						Role:    "subject",
						Request: exchange.Request{Method: eventlog.ProgramRun},
					},
				}).step("A-1", "Then",
					"passed").
					add(&eventlog.CaseDone{Case: "A-1", Outcome: "pass"}).end()
			}, verdict.Pass, "",
		},
		{
			"no Then", func(tp *tape) *tape {
				return tp.start(c).exchange("A-1", "subject").step("A-1", "When", "passed").step("A-1", "And", "passed").
					add(&eventlog.CaseDone{Case: "A-1", Outcome: "pass"}).end()
			}, verdict.Error, "nothing was proven: the case passed without one Then step that passed",
		},
		{
			"an And after a Then observes", func(tp *tape) *tape {
				return tp.start(c).exchange("A-1", "subject").step("A-1", "Then", "passed").step("A-1", "And", "passed").
					add(&eventlog.CaseDone{Case: "A-1", Outcome: "pass"}).end()
			}, verdict.Pass, "",
		},
		{
			"a pass with a failed step is a fail", func(tp *tape) *tape {
				return tp.start(c).exchange("A-1", "subject").step("A-1", "Then", "passed").step("A-1", "And", "failed").
					add(&eventlog.CaseDone{Case: "A-1", Outcome: "pass"}).end()
			}, verdict.Fail, "And something and: failed",
		},
		{
			"a pass with a skipped step is an error", func(tp *tape) *tape {
				return tp.start(c).exchange("A-1", "subject").step("A-1", "Then", "passed").step("A-1", "And", "skipped").
					add(&eventlog.CaseDone{Case: "A-1", Outcome: "pass"}).end()
			}, verdict.Error, "And something and: skipped",
		},
		{
			"an unknown outcome", func(tp *tape) *tape { return tp.run(c, "passed", "").end() },
			verdict.Error, `the case ended with the unknown outcome "passed"`,
		},
		{"unsupported", func(tp *tape) *tape { return tp.gate(c, "unsupported", "needs 2.99").end() }, verdict.Unsupported, "needs 2.99"},
		{
			"unobservable", func(tp *tape) *tape { return tp.gate(c, "unobservable", "needs the guest").end() },
			verdict.Unobservable, "needs the guest",
		},
		{
			"not-run", func(tp *tape) *tape { return tp.gate(c, "not-run", "no reader: --actor reader=CLOUD").end() },
			verdict.NotRun, "no reader: --actor reader=CLOUD",
		},
		{"a gate without a reason", func(tp *tape) *tape { return tp.gate(c, "unsupported", "").end() }, verdict.NotRun, "no reason was given"},
		{"a gate cannot pass", func(tp *tape) *tape { return tp.gate(c, "pass", "sure").end() }, verdict.Error, `a gate said "pass": sure`},
		{
			"a gate cannot invent verdicts", func(tp *tape) *tape { return tp.gate(c, "skipped", "why not").end() }, verdict.Error,
			`a gate said "skipped": why not`,
		},
		{
			"the worst of gate and outcome", func(tp *tape) *tape {
				return tp.gate(c, "not-run", "no zone").exchange("A-1", "subject").step("A-1", "Then", "passed").
					add(&eventlog.CaseDone{Case: "A-1", Outcome: "pass"}).end()
			}, verdict.NotRun, "no zone",
		},
		{
			"planned, never run, run complete", func(tp *tape) *tape { return tp.add(&eventlog.CasePlanned{CaseInfo: c}).end() },
			verdict.Error, "the case was planned but never run",
		},
		{
			"planned, run interrupted", func(tp *tape) *tape {
				return tp.add(&eventlog.CasePlanned{CaseInfo: c}).add(&eventlog.RunEnded{Interrupted: true})
			}, verdict.NotRun, "not reached: the run was interrupted before every case had its turn",
		},
		{
			"planned, run killed", func(tp *tape) *tape { return tp.add(&eventlog.CasePlanned{CaseInfo: c}) },
			verdict.NotRun, "not reached: the run was killed: its event log has no end",
		},
		{
			"killed in the middle", func(tp *tape) *tape { return tp.start(c).step("A-1", "Given", "passed") },
			verdict.Error, "the case started but never finished: the run was killed: its event log has no end (last step: Given something given)",
		},
		{
			"started and forgotten", func(tp *tape) *tape { return tp.start(c).end() },
			verdict.Error, "the case started but never finished: the run ended without it",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			row := only(t, tt.tell(newTape(t, eventlog.RunStarted{})).build(small("A-1"))).Rows[0]
			assert.Equal(t, tt.want, row.Verdict)
			assert.Equal(t, tt.reason, row.Reason)
		})
	}
}

func TestEveryRequirementOfTheCatalogueAppears(t *testing.T) {
	with := func(change func(*features.Requirement)) *features.RequirementCatalogue {
		c := small("A-1")
		change(&c.Specifications[0].Requirements[0])
		return c
	}
	plain := func(*features.Requirement) {}
	tests := []struct {
		name    string
		change  func(*features.Requirement)
		start   eventlog.RunStarted
		ended   bool
		want    verdict.Verdict
		reason  string
		conform verdict.Conformance
	}{
		{"no scenario", plain, eventlog.RunStarted{}, true, verdict.NotRun, "no scenario of this run carries it", verdict.Inconclusive},
		{
			"not in this profile", func(r *features.Requirement) { r.Profiles = both(false, true) },
			eventlog.RunStarted{},
			true,
			verdict.NotApplicable, "never shipped", verdict.NotOffered,
		},
		{
			"not in the other profile", func(r *features.Requirement) { r.Profiles = both(true, false) },
			eventlog.RunStarted{Profile: "specified"},
			true, verdict.NotApplicable, "only in the release", verdict.NotOffered,
		},
		{
			"not visible", func(r *features.Requirement) { r.Class = features.NotObservable },
			eventlog.RunStarted{},
			true,
			verdict.Unobservable, "not visible through the REST API alone, and no scenario observes it another way", verdict.Inconclusive,
		},
		{
			"too new for the target", func(r *features.Requirement) { r.Since = openapi.MustVersion("2.96") },
			eventlog.RunStarted{},
			true, verdict.Unsupported, "needs compute 2.96; the target says its newest is 2.93", verdict.NotOffered,
		},
		{
			"another specification selected", plain,
			eventlog.RunStarted{Selection: eventlog.Selection{Specs: []string{"beta"}}},
			true, verdict.Excluded, "outside the selection of this run: beta", verdict.NotSelected,
		},
		{
			"other requirements selected", plain,
			eventlog.RunStarted{Selection: eventlog.Selection{
				Requirements: []string{"A-2"},
				Rows:         []string{"A-3a"},
			}},
			true, verdict.Excluded, "outside the selection of this run: A-2, A-3a", verdict.NotSelected,
		},
		{
			"tags that mean others", plain,
			eventlog.RunStarted{Selection: eventlog.Selection{Tags: "@op:x"}},
			true,
			verdict.Excluded, "outside the selection of this run: @op:x", verdict.NotSelected,
		},
		{
			"excluded", plain,
			eventlog.RunStarted{Selection: eventlog.Selection{Exclude: []string{"A-1"}}},
			true,
			verdict.Excluded, "excluded by the operator", verdict.Inconclusive,
		},
		{
			"its specification excluded", plain,
			eventlog.RunStarted{Selection: eventlog.Selection{Exclude: []string{"alpha"}}},
			true,
			verdict.Excluded, "excluded by the operator", verdict.NotSelected,
		},
		{
			"killed before", plain,
			eventlog.RunStarted{},
			false, verdict.NotRun,
			"not reached: the run was killed: its event log has no end", verdict.Inconclusive,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tp := newTape(t, tt.start).add(
				&eventlog.TargetDescribed{Name: "zed", Kind: "real", Services: []eventlog.Service{{Type: "compute", Min: "2.1", Max: "2.93"}}})
			if tt.ended {
				tp.end()
			}
			r := tp.build(with(tt.change))
			req := only(t, r)
			assert.Equal(t, tt.want, req.Verdict)
			assert.Equal(t, tt.reason, req.Reason)
			assert.Empty(t, req.Rows)
			assert.Equal(t, tt.conform, r.Specifications[0].Verdict)
			assert.Equal(t, 1, r.Summary.Requirements[tt.want])
			assert.NotZero(t, reports.ExitCode(false, r), "nothing was proven")
		})
	}
}

// A specification that the operator excluded by its own name does not affect the run, unless a row of it has a verdict after all.
func TestSpecificationExcludedWhole(t *testing.T) {
	c := info("A-1", "A-1")
	for _, tt := range []struct {
		name    string
		exclude string
		tell    func(*tape) *tape
		want    verdict.Conformance
	}{
		{"left out", "alpha", func(tp *tape) *tape { return tp.gate(c, "excluded", "--exclude alpha") }, verdict.NotSelected},
		{"absent as well", "alpha", func(tp *tape) *tape { return tp.gate(c, "unsupported", "needs 2.96") }, verdict.NotSelected},
		{"row by row", "A-1", func(tp *tape) *tape { return tp.gate(c, "excluded", "--exclude A-1") }, verdict.Inconclusive},
		{"failed all the same", "alpha", func(tp *tape) *tape { return tp.run(c, "fail", "answered 409") }, verdict.NotConformant},
		{"an error all the same", "alpha", func(tp *tape) *tape { return tp.run(c, "error", "no answer") }, verdict.Inconclusive},
	} {
		r := tt.tell(newTape(t, eventlog.RunStarted{Selection: eventlog.Selection{Exclude: []string{tt.exclude}}})).end().build(small("A-1"))
		assert.Equal(t, tt.want, r.Specifications[0].Verdict, tt.name)
	}
}

func TestWaivers(t *testing.T) {
	tests := []struct {
		name   string
		waiver eventlog.Waiver
		want   verdict.Verdict
		reason string
	}{
		{
			"by requirement",
			eventlog.Waiver{ID: "A-1", Reason: "ticket 7", Until: "2026-05-01"},
			verdict.Waived,
			"waived until 2026-05-01, because: ticket 7. What failed: answered 409",
		},
		{
			"by row",
			eventlog.Waiver{ID: "A-1a", Reason: "ticket 7", Until: "2026-12-31"},
			verdict.Waived,
			"waived until 2026-12-31, because: ticket 7. What failed: answered 409",
		},
		{
			"expired the day before",
			eventlog.Waiver{ID: "A-1", Reason: "ticket 7", Until: "2026-04-30"},
			verdict.Fail,
			"answered 409 (the waiver of A-1 expired on 2026-04-30)",
		},
		{
			"without a date",
			eventlog.Waiver{ID: "A-1", Reason: "ticket 7"},
			verdict.Fail,
			`answered 409 (the waiver of A-1 has no valid date of expiry: "")`,
		},
		{"without a reason", eventlog.Waiver{ID: "A-1", Until: "2026-12-31"}, verdict.Fail, "answered 409 (the waiver of A-1 gives no reason)"},
		{"of something else", eventlog.Waiver{ID: "A-2", Reason: "ticket 7", Until: "2026-12-31"}, verdict.Fail, "answered 409"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := newTape(t, eventlog.RunStarted{Waivers: []eventlog.Waiver{tt.waiver}}).
				run(info("A-1a", "A-1"), "fail", "answered 409").run(info("A-2", "A-2"), "pass", "").end().build(small("A-1", "A-2"))
			row := r.Requirements[0].Rows[0]
			assert.Equal(t, tt.want, row.Verdict)
			assert.Equal(t, tt.reason, row.Reason)
			if tt.want == verdict.Waived {
				assert.Equal(t, verdict.Partial, r.Summary.Verdict)
				assert.Equal(t, 0, reports.ExitCode(false, r))
				assert.Equal(t, 1, reports.ExitCode(true, r), "--no-partial")
			} else {
				assert.Equal(t, 1, reports.ExitCode(false, r))
			}
		})
	}
	r := newTape(t, eventlog.RunStarted{Waivers: []eventlog.Waiver{{ID: "A-1", Reason: "x", Until: "2026-12-31"}}}).
		run(info("A-1", "A-1"), "error", "broke").end().build(small("A-1"))
	assert.Equal(t, verdict.Error, only(t, r).Verdict, "an error has proven nothing that could be waived")
}

func TestAKilledRunWithoutAPlanProvesNoRequirement(t *testing.T) {
	c := info("A-1a", "A-1")
	killed := newTape(t, eventlog.RunStarted{}).run(c, "pass", "").build(small("A-1"))
	assert.Equal(t, verdict.NotRun, only(t, killed).Verdict)
	assert.Equal(t, "not every row was reached: the run was killed: its event log has no end", only(t, killed).Reason)

	planned := newTape(t, eventlog.RunStarted{}).add(&eventlog.CasePlanned{CaseInfo: c}).add(
		&eventlog.CasePlanned{CaseInfo: info("A-1b", "A-1")}).run(c, "pass", "").build(small("A-1"))
	assert.Equal(t, verdict.NotRun, only(t, planned).Verdict)
	assert.Equal(t, "A-1b at 2.54: not reached: the run was killed: its event log has no end", only(t, planned).Reason)

	reached := newTape(t, eventlog.RunStarted{}).add(&eventlog.CasePlanned{CaseInfo: c}).run(c, "pass", "").build(small("A-1"))
	assert.Equal(t, verdict.Pass, only(t, reached).Verdict, "every planned row was reached")
	assert.False(t, reached.Run.Complete)
}

func TestACaseWithTwoRequirementsStandsUnderBothAndCountsOnce(t *testing.T) {
	r := newTape(t, eventlog.RunStarted{}).run(info("A-1", "A-1", "A-2"), "pass", "").end().build(small("A-1", "A-2"))
	assert.Equal(t, 2, r.Summary.Requirements[verdict.Pass])
	assert.Equal(t, 1, r.Summary.Rows[verdict.Pass])
	assert.Equal(t, 1, r.Specifications[0].Rows[verdict.Pass])
	assert.Equal(t, "1 row passed", r.Requirements[1].Reason)
	assert.Equal(t, []string{"x1", "x2"}, r.Requirements[0].Rows[0].Exchanges)
}

func TestLogsThatContradictThemselvesAreRefused(t *testing.T) {
	c := info("A-1", "A-1")
	tests := []struct {
		name string
		tell func(*tape) *tape
		want string
	}{
		{
			"a case never announced", func(tp *tape) *tape { return tp.step("A-9", "Given", "passed") },
			`line 2: step-done of case "A-9", which was never announced`,
		},
		{"a case started twice", func(tp *tape) *tape { return tp.start(c).start(c) }, "line 3: case A-1 starts twice"},
		{"a case done twice", func(tp *tape) *tape {
			return tp.run(c, "fail", "").add(&eventlog.CaseDone{Case: "A-1", Outcome: "pass"})
		}, "line 9: case A-1 is done twice"},
		{"done without a start", func(tp *tape) *tape {
			return tp.add(&eventlog.CasePlanned{CaseInfo: c}).add(&eventlog.CaseDone{Case: "A-1", Outcome: "pass"})
		}, "line 3: case A-1 is done but never started"},
		{"a second run", func(tp *tape) *tape { return tp.add(&eventlog.RunStarted{}) }, "line 2: a second run-started"},
		{"something after the end", func(tp *tape) *tape { return tp.end().end() }, "line 3: something follows run-ended"},
		{
			"an unknown requirement", func(tp *tape) *tape { return tp.start(info("B-1", "B-1")) },
			"case B-1 carries B-1, which the catalogue does not have",
		},
		{"no requirement", func(tp *tape) *tape { return tp.start(info("A-1")) }, "case A-1 carries no requirement"},
		{"no case id", func(tp *tape) *tape { return tp.start(info("", "A-1")) }, "line 2: a case without an id"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := reports.Build(small("A-1"), tt.tell(newTape(t, eventlog.RunStarted{})).events())
			require.ErrorIs(t, err, reports.ErrLog)
			assert.ErrorContains(t, err, tt.want)
		})
	}
	_, err := reports.Build(small(), nil)
	assert.ErrorContains(t, err, "it is empty")
	_, err = reports.Build(small(), newTape(t, eventlog.RunStarted{}).events()[:0])
	assert.ErrorIs(t, err, reports.ErrLog)
	_, err = reports.Build(small(), newTape(t, eventlog.RunStarted{Profile: "other"}).events())
	assert.ErrorContains(t, err, `unknown profile "other"`)
}
