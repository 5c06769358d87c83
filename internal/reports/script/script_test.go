package script_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/openapi/exchange"
	"plumbline/internal/reports"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/script"
	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/world"
	"plumbline/mockcloud"
	"plumbline/steps"
)

// certified runs rows against a mock, each with resources of its own.
func certified(t *testing.T, at string, rows ...string) (*reports.Report, []eventlog.Event) {
	t.Helper()
	login := func(user, project string) steps.Login {
		l, err := steps.ReadLogin("", map[string]string{
			"OS_AUTH_URL": at + "/identity/v3", "OS_USERNAME": user, "OS_PASSWORD": "secret", "OS_PROJECT_NAME": project,
			"OS_USER_DOMAIN_NAME": "Default", "OS_PROJECT_DOMAIN_NAME": "Default",
		})
		require.NoError(t, err)
		return l
	}
	var log bytes.Buffer
	clock := world.Machine{}
	_, err := steps.Run(t.Context(), steps.Options{
		Target:    steps.Target{Kind: steps.Real, Name: "cloud", Login: login("admin", "admin")},
		Selection: plan.Selection{Only: rows, Disruptive: true}, Fresh: true, Log: eventlog.NewWriter(&log, clock.Now), MaxServers: 4,
	})
	require.NoError(t, err)
	events, err := eventlog.Read(&log)
	require.NoError(t, err)
	catalogue, err := features.Catalogue()
	require.NoError(t, err)
	r, err := reports.Build(catalogue, events)
	require.NoError(t, err)
	return r, events
}

// token logs in as a user that a mock begins with.
func token(t *testing.T, at, user, project string) string {
	t.Helper()
	domain := map[string]any{"name": "Default"}
	body, err := json.Marshal(map[string]any{"auth": map[string]any{
		"identity": map[string]any{
			"methods":  []string{"password"},
			"password": map[string]any{"user": map[string]any{"name": user, "domain": domain, "password": "secret"}},
		},
		"scope": map[string]any{"project": map[string]any{"name": project, "domain": domain}},
	}})
	require.NoError(t, err)
	x, err := http.Post(at+"/identity/v3/auth/tokens", "application/json", bytes.NewReader(body))
	require.NoError(t, err)
	defer x.Body.Close()
	require.Equal(t, http.StatusCreated, x.StatusCode)
	return x.Header.Get("X-Subject-Token")
}

// TestTheScriptOfARowAsksWhatTheRowAsked runs scripts of accepted and of refused rows against the cloud of the run: each gets the
// status of the report, and leaves nothing behind.
func TestTheScriptOfARowAsksWhatTheRowAsked(t *testing.T) {
	for _, program := range []string{"sh", "curl", "jq", "ssh-keygen"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(program + " is not installed here")
		}
	}
	at := mockcloud.Start(t).URL()
	rows := []string{"RKP-02a", "RKP-N05a", "BFV-02", "UTH-14a"}
	r, events := certified(t, at, rows...)
	env := append(os.Environ(), "TOKEN_ADMIN="+token(t, at, "admin", "admin"), "TOKEN_MEMBER="+token(t, at, "member", "demo"))
	for _, row := range rows {
		t.Run(row, func(t *testing.T) {
			var text bytes.Buffer
			require.NoError(t, script.Write(&text, r, events, row))
			file := filepath.Join(t.TempDir(), "row.sh")
			require.NoError(t, os.WriteFile(file, text.Bytes(), 0o600))
			cmd := exec.Command("sh", file)
			cmd.Env = env
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, "%s\n%s", out, text.String())
			assert.Contains(t, string(out), "-- removing what was made")
			assert.NotContains(t, text.String(), "[redacted")
			assert.NotContains(t, text.String(), "[key ")
		})
	}
	req, err := http.NewRequest(http.MethodGet, at+"/compute/v2.1/servers?all_tenants=1", nil)
	require.NoError(t, err)
	req.Header.Set("X-Auth-Token", token(t, at, "admin", "admin"))
	x, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer x.Body.Close()
	var left struct{ Servers []any }
	require.NoError(t, json.NewDecoder(x.Body).Decode(&left))
	assert.Empty(t, left.Servers)
}

// TestALogOfAStrangerRunsNothing: what a log has is a word of the shell, never a command.
func TestALogOfAStrangerRunsNothing(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("sh is not installed here")
	}
	const evil = "'; touch pwned; $(touch pwned) `touch pwned` \n touch pwned #"
	row := reports.Row{Row: "A-1", Case: "a", Name: evil, Reason: evil, Exchanges: []string{"x1"}}
	r := &reports.Report{Requirements: []reports.Requirement{{ID: "A-1", Rows: []reports.Row{row}}}}
	r.Target.Name, r.Run.ID = evil, "run"
	x := &eventlog.Exchanged{Case: "a", ID: "x1", Exchange: eventlog.Exchange{
		Role: "subject", Actor: evil,
		Request: exchange.Request{
			Method: evil, URL: "http://127.0.0.1:1/" + evil, RequestBody: evil,
			RequestHeader: http.Header{"Accept": {evil}, "Openstack-Api-Version": {evil}},
		},
		Response: exchange.Response{Status: 200, ResponseBody: `{"a'; touch pwned; '": {"status": "` + strings.TrimSpace("'; touch pwned; '") + `"}}`},
	}}
	look := *x
	look.ID, look.Role, look.Method = "x2", "observe", http.MethodGet
	program := &eventlog.Exchanged{Case: "a", ID: "x3", Exchange: eventlog.Exchange{
		Role: "subject", Request: exchange.Request{Method: eventlog.ProgramRun, URL: evil},
	}}
	var text bytes.Buffer
	require.NoError(t, script.Write(&text, r, []eventlog.Event{{Exchanged: x}, {Exchanged: &look}, {Exchanged: program}}, "A-1"))
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "row.sh"), text.Bytes(), 0o600))
	cmd := exec.Command("sh", "row.sh")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "TOKEN______TOUCH_PWNED____TOUCH_PWNED___TOUCH_PWNED____TOUCH_PWNED__=x")
	out, err := cmd.CombinedOutput()
	assert.Error(t, err, string(out)) // nothing answers at port 1
	assert.NoFileExists(t, filepath.Join(dir, "pwned"), text.String())
}

// TestAScriptPreparesWhatTheLastTryHad: a first try with what another case had left was set aside, and the second made its own.
func TestAScriptPreparesWhatTheLastTryHad(t *testing.T) {
	ask := func(id, role, path string) eventlog.Event {
		return eventlog.Event{Exchanged: &eventlog.Exchanged{Case: "a", ID: id, Exchange: eventlog.Exchange{
			Role: role, Request: exchange.Request{Method: http.MethodPost, URL: "http://cloud.invalid/" + path},
		}}}
	}
	of := func(e eventlog.Event, id string) eventlog.Event {
		e.Exchanged.Case = id
		return e
	}
	started := func(again string) eventlog.Event {
		return eventlog.Event{CaseStarted: &eventlog.CaseStarted{CaseInfo: eventlog.CaseInfo{Case: "a"}, Again: again}}
	}
	step := func(from string) eventlog.Event {
		return eventlog.Event{StepDone: &eventlog.StepDone{Case: "a", Keyword: "Given", From: from}}
	}
	r := &reports.Report{Requirements: []reports.Requirement{{Rows: []reports.Row{{Row: "A-1", Case: "a", Exchanges: []string{"x3"}}}}}}
	lent := []eventlog.Event{of(ask("x1", "setup", "lent"), "lender"), started(""), step("lender"), ask("x2", "subject", "first")}
	own := []eventlog.Event{started("with what lender had left"), step(""), ask("x3", "setup", "own"), ask("x4", "subject", "second")}
	for _, row := range []struct {
		name      string
		events    []eventlog.Event
		has, lack []string
	}{
		{"the only try had another case's server", lent, []string{"lent", "first"}, nil},
		{"the last try made its own", slices.Concat(lent, own), []string{"own", "second"}, []string{"lent", "first"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			var text bytes.Buffer
			require.NoError(t, script.Write(&text, r, row.events, "A-1"))
			for _, path := range row.has {
				assert.Contains(t, text.String(), "cloud.invalid/"+path)
			}
			for _, path := range row.lack {
				assert.NotContains(t, text.String(), "cloud.invalid/"+path)
			}
		})
	}
}

func TestARowThatDidNotRunHasNoScript(t *testing.T) {
	r := &reports.Report{Requirements: []reports.Requirement{{ID: "A-1", Rows: []reports.Row{{Row: "A-1", Case: "a", Reason: "no host"}}}}}
	assert.ErrorContains(t, script.Write(&bytes.Buffer{}, r, nil, "A-1"), "did not run")
	assert.ErrorIs(t, script.Write(&bytes.Buffer{}, r, nil, "A-2"), reports.ErrNoSuch)
}
