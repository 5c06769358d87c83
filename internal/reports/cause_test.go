package reports_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/reports"
	"plumbline/internal/reports/verdict"
)

// What is a row's own (ids, names of the run, times, its microversion, who asked) makes no cause of its own; what came, what was expected,
// and what was asked for do.
func TestOneFaultIsOneCause(t *testing.T) {
	const rebuild = "the member rebuilds the server at 2.56 with image A"
	row := func(at, asked, reason string) reports.Row {
		r := reports.Row{Case: reason + at + asked, Row: "A-1", At: at, Verdict: verdict.Fail, Reason: reason}
		if asked != "" {
			r.Steps = []reports.Step{{Keyword: "When ", Text: asked}}
		}
		return r
	}
	const one, other = "b9c90cc5-c88b-40a8-b63f-7d93b2bf2f45", "b965d406-3816-47e0-a49e-0402719d0f22"
	prepared := func(given, asked string) reports.Row {
		return reports.Row{
			Case: given + asked, At: "2.54", Verdict: verdict.Fail,
			Reason: `set-up: POST /servers/` + one + `/action as member at "2.54" answers 500: no`,
			Steps: []reports.Step{
				{Keyword: "Given ", Text: "a server", Status: "passed"},
				{Keyword: "And ", Text: given, Status: "error"},
				{Keyword: "When ", Text: asked, Status: "skipped"},
			},
		}
	}
	for _, pair := range []struct {
		name string
		a, b reports.Row
		same bool
	}{
		{
			"other ids and another actor",
			row("2.56", rebuild, "POST /servers/"+one+"/action as member: expected 202, got 500: no"),
			row("2.56", "the admin rebuilds the server at 2.56", "POST /servers/"+other+"/action as admin: expected 202, got 500: no"), true,
		},
		{
			"another microversion of the request",
			row("2.56", "", `GET /servers as member at "2.56" answers 400 Version 2.56 is not supported`),
			row("2.60", "", `GET /servers as reader at "2.60" answers 400 Version 2.60 is not supported`), true,
		},
		{
			"ids without dashes, and times",
			row("2.1", "", "project 4dad5cf777e248829445c047088c0ff0: updated: expected 2026-05-01T12:00:00Z, got 2026-05-01T12:00:01Z"),
			row("2.1", "", "project 801a3fbb389847b29993f3e54174153a: updated: expected 2026-05-01T13:00:00Z, got 2026-05-01T13:00:01.5Z"), true,
		},
		{
			"a sentence that does not say which action",
			row("2.56", rebuild, "POST /servers/"+one+"/action as member: expected 202, got 500: no"),
			row("2.56", "the member sends POST /servers/{server}/action at 2.56",
				"POST /servers/"+other+"/action as member: expected 202, got 500: no"),
			true,
		},
		{
			"the same set-up for different requests",
			prepared("the server was rebuilt", "the member unshelves it"), prepared("the server was rebuilt", "the member deletes key K2"), true,
		},
		{
			"another set-up",
			prepared("the server was rebuilt", "the member unshelves it"), prepared("the server was shelved", "the member unshelves it"), false,
		},
		{
			"another answer",
			row("2.56", rebuild, "POST /servers/"+one+"/action as member: expected 202, got 500: no"),
			row("2.56", rebuild, "POST /servers/"+one+"/action as member: expected 202, got 403: no"), false,
		},
		{
			"another expectation",
			row("2.56", rebuild, "POST /servers/"+one+"/action as member: expected 202, got 500: no"),
			row("2.56", rebuild, "POST /servers/"+one+"/action as reader: expected 403, got 500: no"), false,
		},
		{
			"another action at the same address",
			row("2.56", rebuild, "POST /servers/"+one+"/action as member: expected 202, got 500: no"),
			row("2.56", "the member unshelves it at 2.56", "POST /servers/"+one+"/action as member: expected 202, got 500: no"), false,
		},
		{
			"another address",
			row("2.56", "", "GET /servers/"+one+" as member: expected 200, got 500: no"),
			row("2.56", "", "GET /servers as member: expected 200, got 500: no"), false,
		},
		{
			"microversions that are not the row's own",
			row("2.56", "", "the newest microversion: expected 2.104, got 2.93"),
			row("2.60", "", "the newest microversion: expected 2.104, got 2.90"), false,
		},
		{
			"another field",
			row("2.1", "", "server.key_name: expected K1, got null"),
			row("2.1", "", "server.image: expected K1, got null"), false,
		},
	} {
		t.Run(pair.name, func(t *testing.T) {
			r := &reports.Report{Requirements: []reports.Requirement{{ID: "A-1", Rows: []reports.Row{pair.a, pair.b}}}}
			assert.Len(t, reports.Causes(r), map[bool]int{true: 1, false: 2}[pair.same])
		})
	}
}

func TestACauseNamesWhoElseAsked(t *testing.T) {
	r := &reports.Report{Requirements: []reports.Requirement{{ID: "A-1"}}}
	for i, actor := range []string{"member", "admin", "member", "outsider-admin"} {
		r.Requirements[0].Rows = append(r.Requirements[0].Rows, reports.Row{
			Case: string(rune('a' + i)), Verdict: verdict.Fail, Reason: "POST /servers as " + actor + ": expected 202, got 500",
			Steps: []reports.Step{{Keyword: "When ", Text: "the " + actor + " makes a server"}},
		})
	}
	causes := reports.Causes(r)
	assert.Len(t, causes, 1)
	assert.Equal(t, "the member makes a server; also as admin, outsider-admin", causes[0].Asked())
}
