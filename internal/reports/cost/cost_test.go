package cost_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi/exchange"
	"plumbline/internal/reports/cost"
	"plumbline/internal/reports/eventlog"
)

var began = time.Date(2026, 1, 2, 3, 4, 0, 0, time.UTC)

// tape is the log of a run: each event at a second after its begin.
type tape []eventlog.Event

func (t *tape) at(second int, e eventlog.Event) {
	e.Time = began.Add(time.Duration(second) * time.Second)
	*t = append(*t, e)
}

func asked(id, role, actor, operation string, status int, millis float64) eventlog.Event {
	return eventlog.Event{Exchanged: &eventlog.Exchanged{
		Case: id, Operation: operation, Millis: millis,
		Exchange: eventlog.Exchange{
			Role: role, Actor: actor, Request: exchange.Request{Method: "POST"}, Response: exchange.Response{Status: status},
		},
	}}
}

func start(id string) eventlog.Event {
	return eventlog.Event{CaseStarted: &eventlog.CaseStarted{CaseInfo: eventlog.CaseInfo{Case: id}}}
}

func done(id string) eventlog.Event {
	return eventlog.Event{CaseDone: &eventlog.CaseDone{Case: id, Outcome: "pass"}}
}

func TestABillCountsWhatTheLogHas(t *testing.T) {
	var log tape
	log.at(0, eventlog.Event{RunStarted: &eventlog.RunStarted{RunID: "r", Profile: "shipped"}})
	log.at(0, eventlog.Event{TargetDescribed: &eventlog.TargetDescribed{Name: "zed\x1b[31m"}})
	log.at(1, asked("", "probe", "admin", "servers.create", 202, 100))
	log.at(2, start("b/one#B-1"))
	log.at(3, asked("b/one#B-1", "setup", "member", "volumes.create", 202, 500))
	log.at(4, asked("b/one#B-1", "setup", "member", "servers.create", 202, 1000))
	log.at(4, start("a/two#A-1"))
	log.at(5, asked("a/two#A-1", "subject", "outsider-admin", "servers.create", 403, 10))
	log.at(6, asked("a/two#A-1", "subject", "member", "stacks.create", 201, 10))
	log.at(6, done("a/two#A-1"))
	log.at(7, asked("b/one#B-1", "subject", "member", "images.create", 201, 10))
	log.at(8, done("b/one#B-1"))
	log.at(12, eventlog.Event{CleanedUp: &eventlog.CleanedUp{Case: "b/one#B-1", Kind: "server"}})
	log.at(13, start("b/one#B-2"))
	log.at(14, asked("b/one#B-2", "setup", "member", "servers.create", 202, 10))
	// The run is interrupted here, goes on an hour later, and the case begins again.
	log.at(3600, eventlog.Event{RunResumed: &eventlog.RunResumed{RunID: "r"}})
	log.at(3601, start("b/one#B-2"))
	log.at(3602, asked("b/one#B-2", "setup", "member", "servers.create", 202, 10))
	log.at(3602, eventlog.Event{Exchanged: &eventlog.Exchanged{
		Case: "b/one#B-2", Exchange: eventlog.Exchange{Role: "subject", Request: exchange.Request{Method: eventlog.ProgramRun}},
	}})
	log.at(3603, done("b/one#B-2"))
	b := cost.Of(log)
	assert.Equal(t, 17*time.Second, b.Wall, "without the hour in between")
	assert.Equal(t, []cost.Work{
		{
			Name: "a", Cases: 1, Stacks: 1, Refused: 1, Requests: 2, ByAdmin: 1,
			Waited: 20 * time.Millisecond, Took: 2 * time.Second,
		},
		{
			Name: "b", Cases: 2, Servers: 3, Volumes: 1, Images: 1, Requests: 5,
			Waited: 1530 * time.Millisecond, Took: (10 + 1 + 2) * time.Second,
		},
		{Name: "outside of cases", Servers: 1, Requests: 1, ByAdmin: 1, Waited: 100 * time.Millisecond},
	}, b.Specifications)
	assert.Equal(t, cost.Work{
		Name: "total", Cases: 3, Servers: 4, Volumes: 1, Images: 1, Stacks: 1, Refused: 1, Requests: 8, ByAdmin: 2,
		Waited: 1650 * time.Millisecond, Took: 15 * time.Second,
	}, b.Total)
	var names []string
	for _, r := range b.Roles {
		names = append(names, r.Name)
	}
	assert.Equal(t, []string{"probe", "setup", "subject"}, names)
	var out strings.Builder
	require.NoError(t, b.Print(&out))
	assert.NotContains(t, out.String(), "\x1b")
	assert.Contains(t, out.String(), ", profile shipped: 0:17, 0.9 cases at the same time on average\n")
	assert.Contains(t, out.String(), "    3        4        1        1       1       1         8            2    0:02      0:15  total\n")
}

func TestALogWithoutEventsCostsNothing(t *testing.T) {
	var out strings.Builder
	require.NoError(t, cost.Of(nil).Print(&out))
	assert.Contains(t, out.String(), "0.0 cases at the same time")
}

func TestABillSaysWhyServersServedNoOtherCase(t *testing.T) {
	spent := func(why string) eventlog.Event {
		return eventlog.Event{CleanedUp: &eventlog.CleanedUp{Case: "b/one#B-1", Kind: "server", Spent: why}}
	}
	const id = "3ce54c28-8a43-4240-a12e-b81dc20abe3a"
	b := cost.Of([]eventlog.Event{
		spent("the run was over"), spent("DELETE /servers/" + id + " answers 409\nand more"), spent(""),
		spent("DELETE /servers/" + strings.ReplaceAll(id, "3", "4") + " answers 409"), spent("\x1b[31m" + strings.Repeat("é", 200)),
	})
	require.Len(t, b.Spent, 3)
	assert.Equal(t, cost.Reason{Why: "DELETE /servers/{id} answers 409", Servers: 2}, b.Spent[0])
	var out strings.Builder
	require.NoError(t, b.Print(&out))
	assert.Contains(t, out.String(), "servers  why they served no other case\n        2  DELETE /servers/{id} answers 409\n")
	assert.NotContains(t, out.String(), "\x1b")
	assert.NotContains(t, out.String(), strings.Repeat("é", 121))
}
