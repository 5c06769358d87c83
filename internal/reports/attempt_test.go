package reports_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/xeipuuv/gojsonschema"

	"plumbline/internal/openapi/exchange"
	"plumbline/internal/reports"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/verdict"
	published "plumbline/reports"
)

// try is one attempt at a case: a subject exchange, a Then and what the case says of itself.
func (tp *tape) try(c eventlog.CaseInfo, number int, outcome, reason string) *tape {
	if number == 1 {
		number = 0
	}
	tp.xs++
	then := map[string]string{"pass": "passed", "fail": "failed", "error": "error"}[outcome]
	return tp.add(&eventlog.CaseStarted{CaseInfo: c, Attempt: number}).
		add(&eventlog.Exchanged{
			Case:    c.Case,
			Attempt: number,
			ID:      "x" + string(rune('0'+tp.xs)),
			Exchange: eventlog.Exchange{
				Role:     "subject",
				Request:  exchange.Request{Method: "GET"},
				Response: exchange.Response{Status: 200},
			},
		}).
		add(&eventlog.StepDone{Case: c.Case, Attempt: number, Keyword: "Then", Text: "it is so", Status: then}).
		add(&eventlog.CaseDone{Case: c.Case, Attempt: number, Outcome: outcome, Reason: reason})
}

func TestAttemptsOfARepeatedCase(t *testing.T) {
	c := info("A-1", "A-1")
	tests := []struct {
		name   string
		tell   func(*tape) *tape
		want   verdict.Verdict
		reason string
		flaky  bool
		ran    int
	}{
		{"all pass", func(tp *tape) *tape {
			return tp.try(c, 1, "pass", "").try(c, 2, "pass", "").try(c, 3, "pass", "").end()
		}, verdict.Pass, "", false, 3},
		{"one fails", func(tp *tape) *tape {
			return tp.try(c, 1, "pass", "").try(c, 2, "fail", "answered 409").try(c, 3, "pass", "").end()
		}, verdict.Fail, "flaky in 3 attempts (2 pass, 1 fail): answered 409", true, 3},
		{"one breaks", func(tp *tape) *tape {
			return tp.try(c, 1, "error", "set-up refused").try(c, 2, "pass", "").try(c, 3, "pass", "").end()
		}, verdict.Error, "flaky in 3 attempts (2 pass, 1 error): set-up refused", true, 3},
		{"fail outvotes error", func(tp *tape) *tape {
			return tp.try(c, 1, "error", "set-up refused").try(c, 2, "fail", "answered 409").try(c, 3, "error", "again").end()
		}, verdict.Fail, "flaky in 3 attempts (1 fail, 2 error): answered 409", true, 3},
		{"all fail alike", func(tp *tape) *tape {
			return tp.try(c, 1, "fail", "no").try(c, 2, "fail", "no").try(c, 3, "fail", "no").end()
		}, verdict.Fail, "no", false, 3},
		{"an attempt that is missing at the end", func(tp *tape) *tape {
			return tp.try(c, 1, "pass", "").try(c, 2, "pass", "").end()
		}, verdict.Error, "attempt 3 of 3 was never run", false, 2},
		{"an attempt that a killed run did not reach", func(tp *tape) *tape {
			return tp.try(c, 1, "pass", "").try(c, 2, "pass", "")
		}, verdict.NotRun, "attempt 3 of 3 was not reached: the run was killed: its event log has no end", false, 2},
		{"killed in an attempt", func(tp *tape) *tape {
			return tp.try(c, 1, "pass", "").add(&eventlog.CaseStarted{CaseInfo: c, Attempt: 2})
		}, verdict.Error, "the case started but never finished: the run was killed: its event log has no end", false, 2},
		{"interrupted in an attempt", func(tp *tape) *tape {
			return tp.try(c, 1, "pass", "").add(&eventlog.CaseStarted{CaseInfo: c, Attempt: 2}).add(&eventlog.CaseDone{
				Case: "A-1", Attempt: 2, Outcome: "error", Reason: "context canceled", Interrupted: true,
			}).add(&eventlog.RunEnded{Interrupted: true, Reason: "SIGINT"})
		}, verdict.NotRun, "interrupted while it was under way: the run was interrupted before every case had its turn: SIGINT", false, 2},
		{"an attempt that failed before the run was interrupted", func(tp *tape) *tape {
			return tp.try(c, 1, "fail", "answered 409").add(&eventlog.CaseStarted{CaseInfo: c, Attempt: 2}).add(&eventlog.CaseDone{
				Case: "A-1", Attempt: 2, Outcome: "error", Reason: "context canceled", Interrupted: true,
			}).add(&eventlog.RunEnded{Interrupted: true})
		}, verdict.Fail, "answered 409", false, 2},
		{"an error that claims an interruption in a run that came to its end", func(tp *tape) *tape {
			return tp.try(c, 1, "pass", "").try(c, 2, "pass", "").add(&eventlog.CaseStarted{CaseInfo: c, Attempt: 3}).add(&eventlog.CaseDone{
				Case: "A-1", Attempt: 3, Outcome: "error", Reason: "refused", Interrupted: true,
			}).end()
		}, verdict.Error, "refused", false, 3},
		{"interrupted before an attempt", func(tp *tape) *tape {
			return tp.try(c, 1, "pass",
				"").add(&eventlog.Gated{Case: "A-1", Verdict: "not-run", Reason: "interrupted", Interrupted: true}).add(
				&eventlog.RunEnded{Interrupted: true})
		}, verdict.NotRun, "interrupted", false, 1},
		{"gated", func(tp *tape) *tape { return tp.gate(c, "unsupported", "needs 2.99").end() }, verdict.Unsupported, "needs 2.99", false, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := tt.tell(newTape(t, eventlog.RunStarted{Repeat: 3})).build(small("A-1"))
			row := only(t, r).Rows[0]
			assert.Equal(t, tt.want, row.Verdict)
			assert.Equal(t, tt.reason, row.Reason)
			assert.Equal(t, tt.flaky, row.Flaky)
			assert.Len(t, row.Attempts, tt.ran)
			assert.Equal(t, 3, r.Run.Repeat)
			if tt.want == verdict.Fail {
				require.NotEmpty(t, row.Steps)
				assert.Equal(t, "failed", row.Steps[0].Status, "the steps of the attempt that decided")
			}
		})
	}
}

func TestARepeatedCaseNamesTheExchangesOfAllAttempts(t *testing.T) {
	c := info("A-1", "A-1")
	r := newTape(t, eventlog.RunStarted{Repeat: 2}).try(c, 1, "pass", "").try(c, 2, "pass", "").end().build(small("A-1"))
	row := only(t, r).Rows[0]
	assert.Equal(t, []string{"x1", "x2"}, row.Exchanges)
	assert.Equal(t, []string{"x2"}, row.Attempts[1].Exchanges)
	assert.InDelta(t, row.Millis, row.Attempts[0].Millis+row.Attempts[1].Millis, 1e-9)
}

func TestAttemptsThatCannotBeAreRefused(t *testing.T) {
	c := info("A-1", "A-1")
	for name, row := range map[string]struct {
		start eventlog.RunStarted
		tell  func(*tape) *tape
		says  string
	}{
		"more than the run makes": {
			eventlog.RunStarted{},
			func(tp *tape) *tape { return tp.try(c, 1, "pass", "").try(c, 2, "pass", "") }, "attempt 2 of case A-1, which runs 1 times",
		},
		"out of order": {
			eventlog.RunStarted{Repeat: 3},
			func(tp *tape) *tape { return tp.try(c, 3, "pass", "") },
			"attempt 3 of case A-1 comes before attempt 1",
		},
		"twice": {
			eventlog.RunStarted{Repeat: 3},
			func(tp *tape) *tape { return tp.try(c, 1, "pass", "").try(c, 1, "pass", "") }, "case A-1 starts twice",
		},
		"a number that is none": {
			eventlog.RunStarted{Repeat: 3},
			func(tp *tape) *tape { return tp.step("A-1", "Then", "passed") }, `step-done of case "A-1", which was never announced`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := reports.Build(small("A-1"), row.tell(newTape(t, row.start)).events())
			require.ErrorIs(t, err, reports.ErrLog)
			assert.ErrorContains(t, err, row.says)
		})
	}
}

func resumed(reason string) *eventlog.RunResumed {
	return &eventlog.RunResumed{RunID: "pl-7f3a", Tool: "plumbline v0.1.0", Reason: reason}
}

func TestAResumedRunSupersedesWhatTheInterruptionSpoilt(t *testing.T) {
	a, b, c := info("A-1", "A-1"), info("A-2", "A-2"), info("A-3", "A-3")
	plan := func(tp *tape) *tape {
		for _, i := range []eventlog.CaseInfo{a, b, c} {
			tp.add(&eventlog.CasePlanned{CaseInfo: i})
		}
		return tp.add(&eventlog.PlanMade{Cases: 3, Digest: eventlog.PlanDigest([]string{"A-1", "A-2", "A-3"})})
	}
	interrupted := func(id string) *eventlog.Gated {
		return &eventlog.Gated{Case: id, Verdict: "not-run", Reason: "the run was interrupted before", Interrupted: true}
	}
	tests := []struct {
		name string
		tell func(*tape) *tape
		want [3]verdict.Verdict
	}{
		{"killed in the middle of a case", func(tp *tape) *tape {
			return plan(tp).run(a, "pass", "").start(b).exchange("A-2", "setup").add(resumed("killed")).run(b, "pass", "").run(c, "pass", "").end()
		}, [3]verdict.Verdict{verdict.Pass, verdict.Pass, verdict.Pass}},
		{"interrupted in the middle of a case", func(tp *tape) *tape {
			tp = plan(tp).run(a, "fail", "answered 409").start(b).step("A-2", "Given", "error").
				add(&eventlog.CaseDone{Case: "A-2", Outcome: "error", Reason: "context canceled", Interrupted: true})
			return tp.add(interrupted("A-3")).add(&eventlog.RunEnded{Interrupted: true}).add(resumed("interrupted")).run(b, "pass",
				"").run(c, "pass", "").end()
		}, [3]verdict.Verdict{verdict.Fail, verdict.Pass, verdict.Pass}},
		{"what was done is not done again", func(tp *tape) *tape {
			return plan(tp).run(a, "error", "broke").add(resumed("killed")).run(b, "pass", "").gate2(c).end()
		}, [3]verdict.Verdict{verdict.Error, verdict.Pass, verdict.Unsupported}},
		{"killed again before the case had its turn", func(tp *tape) *tape {
			return plan(tp).run(a, "pass", "").start(b).add(resumed("killed")).run(b, "pass", "")
		}, [3]verdict.Verdict{verdict.Pass, verdict.Pass, verdict.NotRun}},
		{"resumed twice", func(tp *tape) *tape {
			return plan(tp).run(a, "pass", "").start(b).add(resumed("killed")).start(b).step("A-2", "Given",
				"passed").add(resumed("killed")).run(b, "fail", "no").run(c, "pass", "").end()
		}, [3]verdict.Verdict{verdict.Pass, verdict.Fail, verdict.Pass}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := tt.tell(newTape(t, eventlog.RunStarted{})).build(small("A-1", "A-2", "A-3"))
			for i, want := range tt.want {
				assert.Equal(t, want, r.Requirements[i].Verdict, r.Requirements[i].Reason)
			}
			assert.NotEmpty(t, r.Run.Resumed)
		})
	}
}

func (tp *tape) gate2(c eventlog.CaseInfo) *tape {
	return tp.add(&eventlog.Gated{Case: c.Case, Verdict: "unsupported", Reason: "needs 2.99", Probe: "GET /"})
}

func TestAResumedRunTellsAnewWhatIsLeft(t *testing.T) {
	a := info("A-1", "A-1")
	tp := newTape(t, eventlog.RunStarted{}).run(a, "pass", "").
		add(&eventlog.CleanedUp{Kind: "server", ID: "1", Name: "n", Error: "no route"}).add(
		&eventlog.CleanedUp{Kind: "server", ID: "2", Name: "m", Error: "no route"}).
		add(&eventlog.Leaked{Kind: "server", ID: "1", Name: "n"}).add(&eventlog.RunEnded{Interrupted: true}).add(resumed("interrupted")).
		add(&eventlog.CleanedUp{Kind: "server", ID: "1", Name: "n"}).end()
	r := tp.build(small("A-1"))
	assert.Empty(t, r.Leaks, "the leak check after the end says what is left")
	assert.Equal(t, []reports.Cleanup{{Kind: "server", ID: "2", Name: "m", Error: "no route"}}, r.Cleanup, "what was made good is no failure")
	assert.True(t, r.Run.Complete)
	assert.Len(t, r.Run.Resumed, 1)
	assert.Equal(t, tp.w.Head(), r.Run.Head)
	assert.Zero(t, r.Run.Resumed[0].Nanosecond()%int(time.Millisecond))
}

func TestResumesThatCannotBeAreRefused(t *testing.T) {
	a := info("A-1", "A-1")
	for name, row := range map[string]struct {
		tell func(*tape) *tape
		says string
	}{
		"of a complete run": {
			func(tp *tape) *tape { return tp.run(a, "pass", "").end().add(resumed("why not")) },
			"a run that came to its end is resumed",
		},
		"of another run": {
			func(tp *tape) *tape { return tp.add(&eventlog.RunResumed{RunID: "pl-0000"}) },
			"run pl-0000 resumes run pl-7f3a",
		},
		"what was done again": {func(tp *tape) *tape { return tp.run(a, "pass", "").add(resumed("killed")).start(a) }, "case A-1 starts twice"},
		"after a second end": {
			func(tp *tape) *tape { return tp.add(&eventlog.RunEnded{Interrupted: true}).end() },
			"something follows run-ended",
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := reports.Build(small("A-1"), row.tell(newTape(t, eventlog.RunStarted{})).events())
			require.ErrorIs(t, err, reports.ErrLog)
			assert.ErrorContains(t, err, row.says)
		})
	}
}

func TestTheSchemaKnowsEveryField(t *testing.T) {
	c := info("A-1", "A-1")
	head := eventlog.PlanDigest(nil)
	tp := newTape(t, eventlog.RunStarted{
		Repeat: 2, StrictSchema: true, Shard: &eventlog.Shard{Index: 1, Count: 2},
		Merged: []eventlog.MergedLog{{Shard: eventlog.Shard{Alone: true, Count: 2}, RunID: "r", Head: head, Events: 3}},
	}).add(&eventlog.CasePlanned{CaseInfo: c}).add(&eventlog.PlanMade{Cases: 1, Digest: head}).
		try(c, 1, "fail", "no").add(resumed("killed")).try(c, 2, "pass", "").end()
	document, err := json.Marshal(tp.build(small("A-1")))
	require.NoError(t, err)
	for _, field := range []string{"head", "plan", "resumed", "shard", "shards", "repeat", "strict_schema", "attempts", "flaky"} {
		assert.Contains(t, string(document), `"`+field+`":`)
	}
	result, err := gojsonschema.Validate(gojsonschema.NewBytesLoader(published.SchemaV1), gojsonschema.NewBytesLoader(document))
	require.NoError(t, err)
	assert.Empty(t, result.Errors())
}
