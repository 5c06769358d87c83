package reports_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/openapi/exchange"
	"plumbline/internal/reports"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/verdict"
)

func outlineRow(row string, line int, examples string, cells ...string) eventlog.CaseInfo {
	c := info(row, "A-1")
	c.Line, c.Examples, c.Columns, c.Cells = line, examples, []string{"row", "state", "status"}, append([]string{row}, cells...)
	return c
}

func TestDecisionTables(t *testing.T) {
	c := small("A-1")
	c.Specifications[0].Tables = []features.Table{
		{Title: "States", Source: "section 2", Examples: []string{"second", "first"}, Columns: []string{"row", "status", "pin"}},
		{Title: "Empty", Examples: []string{"nowhere"}, Columns: []string{"row"}},
	}
	early := outlineRow("A-1b", 21, "first", "active", "409")
	early.Case, early.Variant, early.At = "A-1b@since-1", "since-1", "2.53"
	r := newTape(t, eventlog.RunStarted{}).
		run(outlineRow("A-1b", 21, "first", "active", "409"), "pass", "").
		run(outlineRow("A-1c", 30, "second", "error", "202"), "pass", "").
		run(early, "fail", "the field was there").
		run(outlineRow("A-1a", 20, "first", "stopped", "202"), "pass", "").
		run(outlineRow("A-1d", 40, "", "x", "y"), "pass", "").
		run(info("A-1z", "A-1"), "pass", "").
		end().build(c)
	require.Len(t, r.Specifications[0].Tables, 3)
	assert.Equal(t, reports.Table{
		Title: "States", Source: "section 2", Columns: []string{"row", "status", "pin"},
		Rows: []reports.Line{
			{Row: "A-1c", Cells: []string{"A-1c", "202", ""}, Verdict: verdict.Pass, Cases: []string{"A-1c"}},
			{Row: "A-1a", Cells: []string{"A-1a", "202", ""}, Verdict: verdict.Pass, Cases: []string{"A-1a"}},
			{Row: "A-1b", Cells: []string{"A-1b", "409", ""}, Verdict: verdict.Fail, Cases: []string{"A-1b", "A-1b@since-1"}},
		},
	}, r.Specifications[0].Tables[0])
	assert.Empty(t, r.Specifications[0].Tables[1].Rows, "a table of the catalogue stays, also without rows")
	assert.Equal(t, []string{"row", "state", "status"}, r.Specifications[0].Tables[2].Columns,
		"an outline the catalogue does not name has its own table")
	assert.Equal(t, "alpha/basics.feature", r.Specifications[0].Tables[2].Title)
	rows := r.Requirements[0].Rows
	var order []string
	for _, row := range rows {
		order = append(order, row.Case)
	}
	assert.Equal(t, []string{"A-1z", "A-1a", "A-1b", "A-1b@since-1", "A-1c", "A-1d"}, order, "rows stand in the order of the feature file")
	assert.Equal(t, "A-1b at 2.53 (since-1): the field was there", r.Requirements[0].Reason)
}

func TestDriftIsJoinedAndDecidesNothing(t *testing.T) {
	c := info("A-1", "A-1")
	tp := newTape(t, eventlog.RunStarted{}).start(c)
	for i := range 7 {
		tp.add(&eventlog.Exchanged{
			Case: "A-1",
			ID:   string(rune('a' + i)),
			Exchange: eventlog.Exchange{
				Role: "subject", Service: "compute",
				Request:  exchange.Request{Method: "GET"},
				Response: exchange.Response{Status: 200},
			},
			Drift: []eventlog.Drift{
				{Operation: "servers.show", Pointer: "/server/x", Expected: "absent", Got: "1"},
				{Pointer: "status", Expected: "202", Got: "200"},
			},
		})
	}
	r := tp.step("A-1", "Then", "passed").add(&eventlog.CaseDone{Case: "A-1", Outcome: "pass"}).
		add(&eventlog.CleanedUp{Kind: "server", ID: "1"}).add(&eventlog.CleanedUp{Kind: "server", ID: "2", Error: "409"}).
		add(&eventlog.Leaked{Kind: "server", ID: "2", Name: "pl-7f3a-1"}).end().build(small("A-1"))
	assert.Equal(t, []reports.Drift{
		{
			Service: "compute", Operation: "GET", Pointer: "status", Expected: "202", Got: "200", Count: 7,
			Exchanges: []string{"a", "b", "c", "d", "e"},
		},
		{
			Service: "compute", Operation: "servers.show", Pointer: "/server/x", Expected: "absent", Got: "1", Count: 7,
			Exchanges: []string{"a", "b", "c", "d", "e"},
		},
	}, r.Drift)
	assert.Equal(t, []reports.Leak{{Kind: "server", ID: "2", Name: "pl-7f3a-1"}}, r.Leaks)
	assert.Equal(t, []reports.Cleanup{{Kind: "server", ID: "2", Error: "409"}}, r.Cleanup)
	assert.Equal(t, verdict.Conformant, r.Summary.Verdict)
	assert.Equal(t, 0, r.Summary.ExitCode)
}
