package control_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/control"
	"plumbline/internal/mockcloud/faults"
	"plumbline/internal/mockcloud/ids"
	"plumbline/internal/mockcloud/journal"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
	"plumbline/mockcloud/clock"
	"plumbline/mockcloud/seed"
)

func newControl(t *testing.T) (*control.Control, *pipeline.Env) {
	t.Helper()
	p, err := policy.Load(policy.New, nil)
	require.NoError(t, err)
	env := &pipeline.Env{
		Clock: clock.NewManual(time.Unix(1000, 0)), IDs: ids.Seeded(1), Policy: p, Store: state.New(), Profile: openapi.Shipped,
		Journal: journal.New(10), Faults: &faults.Rules{},
	}
	c, err := control.New(env, seed.Default())
	require.NoError(t, err)
	_, err = pipeline.NewHandler(env)
	require.NoError(t, err)
	return c, env
}

// ask makes one call of the control API and answers status and decoded body.
func ask(t *testing.T, c *control.Control, method, path, body string) (int, map[string]any) {
	t.Helper()
	w := httptest.NewRecorder()
	c.Handler().ServeHTTP(w, httptest.NewRequest(method, control.Prefix+path, strings.NewReader(body)))
	raw, err := io.ReadAll(w.Result().Body)
	require.NoError(t, err)
	var out map[string]any
	if strings.HasPrefix(w.Header().Get("Content-Type"), "application/json") {
		require.NoError(t, json.Unmarshal(raw, &out), string(raw))
	}
	return w.Code, out
}

func rename(env *pipeline.Env, name string) {
	x := env.Store.Write()
	p := *state.Projects.FirstByKey(x, "name", "demo")
	p.Description = name
	state.Projects.Insert(x, &p)
	state.Tokens.Insert(x, &state.Token{ID: "t-" + name})
	x.Commit()
}

func description(env *pipeline.Env) string {
	return state.Projects.FirstByKey(env.Store.Read(), "name", "demo").Description
}

func TestResetAndSnapshots(t *testing.T) {
	c, env := newControl(t)
	original := description(env)
	rename(env, "one")
	status, body := ask(t, c, "POST", "/snapshots", "")
	require.Equal(t, 201, status)
	id := body["id"].(string)
	rename(env, "two")
	_, body = ask(t, c, "GET", "/snapshots", "")
	assert.Equal(t, []any{id}, body["snapshots"])
	status, _ = ask(t, c, "POST", "/snapshots/"+id+"/restore", "")
	assert.Equal(t, 204, status)
	assert.Equal(t, "one", description(env))
	assert.NotNil(t, state.Tokens.Get(env.Store.Read(), "t-two"), "tokens stay good")
	_, err := env.Faults.Add(faults.Rule{Status: 500})
	require.NoError(t, err)
	status, _ = ask(t, c, "POST", "/reset", "")
	assert.Equal(t, 204, status)
	assert.Equal(t, original, description(env))
	assert.Empty(t, env.Faults.List())
	status, _ = ask(t, c, "DELETE", "/snapshots/"+id, "")
	assert.Equal(t, 204, status)
	status, body = ask(t, c, "POST", "/snapshots/"+id+"/restore", "")
	assert.Equal(t, 404, status)
	assert.Equal(t, `there is no snapshot "snapshot-1"`, body["error"])
}

func TestSeed(t *testing.T) {
	c, env := newControl(t)
	w := httptest.NewRecorder()
	c.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, control.Prefix+"/seed", nil))
	again, err := seed.Parse(w.Body.Bytes())
	require.NoError(t, err)
	assert.Equal(t, seed.Default(), again)
	again.Projects[1].Description = "another"
	status, body := ask(t, c, "PUT", "/seed", string(again.YAML()))
	require.Equal(t, 204, status, body)
	assert.Equal(t, "another", description(env))
	rename(env, "x")
	c.Reset()
	assert.Equal(t, "another", description(env), "reset goes back to the new seed")
	status, body = ask(t, c, "PUT", "/seed", "users: [{nmae: x}]")
	assert.Equal(t, 400, status)
	assert.Equal(t, "seed: line 1: unknown key nmae", body["error"])
}

func TestClock(t *testing.T) {
	c, _ := newControl(t)
	_, body := ask(t, c, "GET", "/clock", "")
	assert.Equal(t, map[string]any{"now": "1970-01-01T00:16:40Z", "lifecycle": "immediate", "frozen": true}, body)
	status, body := ask(t, c, "POST", "/clock/advance", `{"by": "90s"}`)
	assert.Equal(t, 200, status)
	assert.Equal(t, "1970-01-01T00:18:10Z", body["now"])
	for _, wrong := range []string{`{"by": "-1s"}`, `{"by": 3}`, `{"for": "1s"}`, `{`, ``, `{}`} {
		status, _ = ask(t, c, "POST", "/clock/advance", wrong)
		assert.Equal(t, 400, status, wrong)
	}
}

func TestFaults(t *testing.T) {
	c, env := newControl(t)
	status, body := ask(t, c, "POST", "/faults",
		`{"operation": "servers.rebuild", "step": "find the key", "status": 503, "times": 1, "delay": "10ms"}`)
	require.Equal(t, 201, status, body)
	_, listed := ask(t, c, "GET", "/faults", "")
	rules := listed["faults"].([]any)
	require.Len(t, rules, 1)
	assert.Equal(t, "10ms", rules[0].(map[string]any)["delay"])
	status, _ = ask(t, c, "POST", "/faults", `{"operation": "x"}`)
	assert.Equal(t, 400, status, "neither status nor delay")
	status, _ = ask(t, c, "POST", "/faults", `{"status": 500, "colour": "red"}`)
	assert.Equal(t, 400, status)
	status, _ = ask(t, c, "DELETE", "/faults/"+body["id"].(string), "")
	assert.Equal(t, 204, status)
	status, _ = ask(t, c, "DELETE", "/faults/nope", "")
	assert.Equal(t, 404, status)
	status, _ = ask(t, c, "DELETE", "/faults", "")
	assert.Equal(t, 204, status)
	assert.Empty(t, env.Faults.List())
}

func TestAFaultRuleIsReplacedInItsPlace(t *testing.T) {
	c, env := newControl(t)
	for _, body := range []string{`{"operation": "servers.create", "status": 500, "times": 1}`, `{"operation": "servers.create", "status": 409}`} {
		status, _ := ask(t, c, "POST", "/faults", body)
		require.Equal(t, 201, status)
	}
	strike := func() int {
		rule, _ := env.Faults.Match("servers.create", "", nil)
		return rule.Status
	}
	assert.Equal(t, []int{500, 409}, []int{strike(), strike()})
	mark := c.Faults().Revision()
	status, body := ask(t, c, "PUT", "/faults/fault-1", `{"id": "fault-1", "operation": "servers.create", "status": 503, "times": 2, "delay": "1ms", "matched": 7}`)
	require.Equal(t, 200, status, body)
	assert.Equal(t, map[string]any{
		"id": "fault-1", "operation": "servers.create", "status": 503.0, "times": 2.0, "delay": "1ms", "matched": 0.0,
	}, body)
	assert.NotEqual(t, mark, c.Faults().Revision(), "dashboards hear of it")
	assert.Equal(t, []int{503, 503, 409}, []int{strike(), strike(), strike()}, "before the other as before, and counted anew")
	for path, wrong := range map[string]struct {
		body    string
		status  int
		failure string
	}{
		"fault-9": {`{"status": 500}`, 404, `there is no fault rule "fault-9"`},
		"fault-8": {`{}`, 404, `there is no fault rule "fault-8"`},
		"fault-1": {`{"operation": "servers.create"}`, 400, "a fault rule needs a status or a delay"},
		"fault-2": {`{"id": "fault-1", "status": 500}`, 400, `the id of the rule in the body is "fault-1", in the path "fault-2": a rule keeps its id`},
	} {
		before := env.Faults.List()
		status, body := ask(t, c, "PUT", "/faults/"+path, wrong.body)
		assert.Equal(t, wrong.status, status, path)
		assert.Equal(t, wrong.failure, body["error"])
		assert.Equal(t, before, env.Faults.List(), "nothing has changed")
	}
	env.Faults.Keep = func() error { return errors.New("no room") }
	status, body = ask(t, c, "PUT", "/faults/fault-2", `{"status": 418}`)
	assert.Equal(t, 400, status)
	assert.Equal(t, "no room", body["error"])
	assert.Equal(t, 409, strike(), "what cannot be saved is not in force")
}

func TestFeeds(t *testing.T) {
	c, env := newControl(t)
	x := &pipeline.Exchange{Env: env, Txn: env.Store.Write()}
	x.Notify("nova", "instance.rebuild.start", "INFO", func() any { return map[string]int{"a": 1} })
	x.Notify("nova", "instance.rebuild.end", "INFO", nil)
	x.Txn.Commit()
	_, body := ask(t, c, "GET", "/notifications", "")
	assert.Len(t, body["notifications"], 2)
	_, body = ask(t, c, "GET", "/notifications?type=instance.rebuild.start", "")
	require.Len(t, body["notifications"], 1)
	assert.Equal(t, map[string]any{"a": 1.0}, body["notifications"].([]any)[0].(map[string]any)["payload"])
	_, body = ask(t, c, "GET", "/notifications?after=2", "")
	assert.Empty(t, body["notifications"])
	status, _ := ask(t, c, "GET", "/notifications?after=x", "")
	assert.Equal(t, 400, status)
	_, body = ask(t, c, "GET", "/journal", "")
	assert.Equal(t, []any{}, body["entries"])
	status, _ = ask(t, c, "GET", "/journal?status=x", "")
	assert.Equal(t, 400, status)
	status, _ = ask(t, c, "DELETE", "/journal", "")
	assert.Equal(t, 204, status)
	_, body = ask(t, c, "GET", "/health", "")
	assert.Equal(t, "ok", body["status"])
	assert.Equal(t, 0.0, body["bugs"])
	status, _ = ask(t, c, "GET", "/nope", "")
	assert.Equal(t, 404, status)
}
