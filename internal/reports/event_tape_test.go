package reports_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/openapi"
	"plumbline/internal/openapi/exchange"
	"plumbline/internal/reports"
	"plumbline/internal/reports/eventlog"
)

// tape writes the event log of a run that never happened, one sentence at a time.
type tape struct {
	t   *testing.T
	out bytes.Buffer
	w   *eventlog.Writer
	xs  int
}

var epoch = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func newTape(t *testing.T, start eventlog.RunStarted) *tape {
	tp := &tape{t: t}
	now := epoch
	tp.w = eventlog.NewWriter(&tp.out, func() time.Time { now = now.Add(3 * time.Millisecond); return now })
	if start.Profile == "" {
		start.Profile = "shipped"
	}
	start.RunID, start.Tool = "pl-7f3a", "plumbline v0.1.0"
	tp.add(&start)
	return tp
}

func (tp *tape) add(p eventlog.Payload) *tape {
	tp.t.Helper()
	require.NoError(tp.t, tp.w.Append(p))
	return tp
}

func (tp *tape) events() []eventlog.Event {
	tp.t.Helper()
	events, err := eventlog.Read(bytes.NewReader(tp.out.Bytes()))
	require.NoError(tp.t, err)
	return events
}

func (tp *tape) build(c *features.RequirementCatalogue) *reports.Report {
	tp.t.Helper()
	r, err := reports.Build(c, tp.events())
	require.NoError(tp.t, err)
	return r
}

// info is a case named id for one requirement.
func info(id string, requirements ...string) eventlog.CaseInfo {
	return eventlog.CaseInfo{
		Case: id, Scenario: id, Name: id + " does what it says", Row: strings.Split(id, "@")[0], Requirements: requirements, Spec: "alpha",
		Feature: "alpha/basics.feature", Line: 10, At: "2.54", Actor: "member",
	}
}

func (tp *tape) start(c eventlog.CaseInfo) *tape {
	return tp.add(&eventlog.CaseStarted{CaseInfo: c})
}

func (tp *tape) exchange(id, role string) *tape {
	tp.xs++
	return tp.add(&eventlog.Exchanged{
		Case: id,
		ID:   fmt.Sprintf("x%d", tp.xs),
		Exchange: eventlog.Exchange{
			Role: role, Actor: "member", Service: "compute",
			Request: exchange.Request{
				Method: "POST", URL: "http://cloud/compute/v2.1/servers/1/action",
				RequestHeader: http.Header{"X-Auth-Token": {"[redacted sha256:00000000]"}},
			},
			Response: exchange.Response{Status: 202, ResponseHeader: http.Header{"X-Openstack-Request-Id": {"req-1"}}},
		},
		Millis: 2,
	})
}

func (tp *tape) step(id, keyword, status string) *tape {
	return tp.add(&eventlog.StepDone{Case: id, Keyword: keyword, Text: "something " + strings.ToLower(keyword), Status: status})
}

// run is a whole case with one setup, one subject exchange and three steps; outcome is what it says of itself.
func (tp *tape) run(c eventlog.CaseInfo, outcome, reason string) *tape {
	then := map[string]string{"pass": "passed", "fail": "failed", "error": "error"}[outcome]
	return tp.start(c).exchange(c.Case, "setup").step(c.Case, "Given", "passed").
		exchange(c.Case, "subject").step(c.Case, "When", "passed").step(c.Case, "Then", then).
		add(&eventlog.CaseDone{Case: c.Case, Outcome: outcome, Reason: reason})
}

func (tp *tape) gate(c eventlog.CaseInfo, v, reason string) *tape {
	return tp.start(c).add(&eventlog.Gated{Case: c.Case, Verdict: v, Reason: reason, Probe: "GET /"})
}

func (tp *tape) end() *tape { return tp.add(&eventlog.RunEnded{}) }

func both(holdsShipped, holdsSpecified bool) map[openapi.Profile]features.Applies {
	return map[openapi.Profile]features.Applies{
		openapi.Shipped: {Holds: holdsShipped, Reason: "never shipped"}, openapi.Specified: {
			Holds:  holdsSpecified,
			Reason: "only in the release",
		},
	}
}

func requirement(id string, class features.Class) features.Requirement {
	return features.Requirement{
		ID: id, Spec: "alpha", Statement: "the statement of " + id, Source: "section 1",
		Class: class, Standing: features.Own, Profiles: both(true, true),
	}
}

// small is a catalogue of one specification with as many requirements as a test names.
func small(ids ...string) *features.RequirementCatalogue {
	s := features.Specification{ID: "alpha", Prefix: "A", Title: "Alpha", Document: "alpha.rst", Service: "compute"}
	for _, id := range ids {
		s.Requirements = append(s.Requirements, requirement(id, features.AsSpecified))
	}
	return &features.RequirementCatalogue{Specifications: []features.Specification{s}}
}
