package pipeline

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"plumbline/mockcloud/clock"
	"plumbline/mockcloud/ids"
	"plumbline/mockcloud/internal/policy"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// The people and things of the toy cloud.
const (
	projectP, projectQ = "aaaa", "bbbb"
	serverID           = "11111111-1111-4111-8111-111111111111"
	memberToken        = "member-token"
	adminToken         = "admin-token"
	readerToken        = "reader-token"
	outsiderToken      = "outsider-token"
	systemToken        = "system-token"
)

var startOfTime = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// toy is a compute service small enough to see through, on the real documents.
type toy struct {
	*Handler
	env *Env
	svc *Service
}

func newToy(t testing.TB, change ...func(*Env, *Service)) *toy {
	t.Helper()
	p, err := policy.Load(policy.New, nil)
	require.NoError(t, err)
	env := &Env{
		Clock: clock.NewManual(startOfTime), IDs: ids.Seeded(1), Policy: p, Store: state.New(), Profile: openapi.Shipped,
		Journal: NewJournal(100), Faults: &Faults{},
	}
	chain, err := env.Chain(openapi.Compute)
	require.NoError(t, err)
	svc := &Service{
		Name: openapi.Compute, Prefix: "/compute", Chain: chain, Roots: []string{"/v2.1", "/v2"}, Stages: ComputeStages(),
		Lookups: map[string]Lookup{"server_id": findToy}, Operations: toyOperations(), Async: toyWork(),
	}
	for _, f := range change {
		f(env, svc)
	}
	if env.Mutant != nil && env.Mutant.Policy != nil {
		env.Policy, err = policy.Load(policy.New, env.Mutant.Policy)
		require.NoError(t, err)
	}
	plantToy(env)
	h, err := NewHandler(env, svc)
	require.NoError(t, err)
	return &toy{Handler: h, env: env, svc: svc}
}

func plantToy(env *Env) {
	x := env.Store.Write()
	for _, p := range []string{projectP, projectQ} {
		state.Projects.Insert(x, &state.Project{ID: p, Name: p, Enabled: true})
	}
	for _, r := range []string{"admin", "member", "reader"} {
		state.Roles.Insert(x, &state.Role{ID: r, Name: r})
	}
	for _, row := range []struct {
		token, project string
		roles          []string
	}{
		{memberToken, projectP, []string{"member", "reader"}},
		{adminToken, projectP, []string{"admin", "member", "reader"}},
		{readerToken, projectP, []string{"reader"}},
		{outsiderToken, projectQ, []string{"member", "reader"}},
		{systemToken, "", []string{"admin", "member", "reader"}},
	} {
		user := "user-" + row.token
		state.Users.Insert(x, &state.User{ID: user, Name: user, Enabled: true})
		state.Tokens.Insert(x, &state.Token{
			ID: row.token, UserID: user, ProjectID: row.project, System: row.project == "", Roles: row.roles, Expires: startOfTime.Add(time.Hour),
		})
	}
	launched := startOfTime
	state.Servers.Insert(x, &state.Server{
		ID: serverID, Serial: 1, Name: "toy", ProjectID: projectP, UserID: "user-" + memberToken, VMState: state.VMActive,
		Host: "host1", Launched: &launched, Created: startOfTime, Updated: startOfTime,
	})
	state.Hosts.Insert(x, &state.Host{Name: "host1"})
	x.Commit()
}

func findToy(x *Exchange, id string) *Fault {
	s := state.Servers.Get(x.Txn, id)
	if s == nil || s.ProjectID != x.Caller.ProjectID && !x.Caller.Admin() {
		return NotFound("Instance %s could not be found.", id)
	}
	x.Found(s, policy.Target{ProjectID: s.ProjectID, UserID: s.UserID})
	return nil
}

func toyView(x *Exchange, s *state.Server) map[string]any {
	host := ""
	if h := state.Hosts.Get(x.Txn, s.Host); h != nil {
		host = h.Name
	}
	return map[string]any{
		"id": s.ID, "name": s.Name, "status": strings.ToUpper(string(s.VMState)), "description": s.Description, "locked": s.Locked,
		"OS-EXT-SRV-ATTR:host": host, "OS-EXT-STS:task_state": string(s.TaskState), "no such field": 1, "links": []any{}, "tags": s.Tags,
	}
}

func toyOperations() map[string]Operation {
	return map[string]Operation{
		"versions.show": {Answer: func(*Exchange) (*Response, *Fault) { return Answer(200, "version", map[string]any{"id": "v2.1"}), nil }},
		"servers.show": {Answer: func(x *Exchange) (*Response, *Fault) {
			return Answer(200, "server", toyView(x, Subject[state.Server](x))), nil
		}},
		"servers.detail": {Answer: func(x *Exchange) (*Response, *Fault) {
			var items []Item
			for s := range state.Servers.Each(x.Txn, "project", x.Caller.ProjectID) {
				items = append(items, Item{Record: s, Render: func() any { return toyView(x, s) }})
			}
			return &Response{Status: 200, List: &List{Key: "servers", Items: items}}, nil
		}},
		"servers.lock": {
			Steps: []Step{
				{Name: "lock", Run: func(x *Exchange) *Fault {
					s := *Subject[state.Server](x)
					s.Locked = true
					state.Servers.Insert(x.Txn, &s)
					return nil
				}},
				{Name: "refuse the toy named no", Run: func(x *Exchange) *Fault {
					if Subject[state.Server](x).Name == "no" {
						return BadRequest("No.")
					}
					return nil
				}},
			},
			Answer: func(*Exchange) (*Response, *Fault) { return Status(202), nil },
		},
		"servers.rebuild": {
			Steps: []Step{{Name: "begin", Run: func(x *Exchange) *Fault {
				s := *Subject[state.Server](x)
				s.TaskState = state.TaskRebuilding
				state.Servers.Insert(x.Txn, &s)
				x.Found(&s, x.Target)
				x.Later("toys.rebuilt", s.ID, "new name")
				return nil
			}}},
			Answer: func(x *Exchange) (*Response, *Fault) {
				return Answer(202, "server", toyView(x, Subject[state.Server](x))), nil
			},
		},
		"servers.stop":   {Answer: func(*Exchange) (*Response, *Fault) { panic("at the disco") }},
		"servers.update": {Answer: func(*Exchange) (*Response, *Fault) { return nil, Refuse(418, "I am a teapot.") }},
		"servers.create": {Answer: func(x *Exchange) (*Response, *Fault) { return Answer(202, "server", x.Inner("server")), nil }},
	}
}

func toyWork() map[string]Async {
	return map[string]Async{"toys.rebuilt": {
		Steps: []Step{{Name: "finish", Run: func(x *Exchange) *Fault {
			s := *state.Servers.Get(x.Txn, x.Event.Resource)
			s.TaskState, s.Name = state.TaskNone, Payload[string](x)
			state.Servers.Insert(x.Txn, &s)
			return nil
		}}},
		Failed: func(x *Exchange, f *Fault) {
			s := *state.Servers.Get(x.Txn, x.Event.Resource)
			s.TaskState, s.VMState, s.Fault = state.TaskNone, state.VMError, &state.Fault{Message: f.Message}
			state.Servers.Insert(x.Txn, &s)
		},
	}}
}

// send makes one exchange; headers are name, value, name, value.
func (c *toy) send(t testing.TB, method, url, token, body string, headers ...string) (*http.Response, string) {
	t.Helper()
	r := httptest.NewRequest(method, "http://cloud.test"+url, strings.NewReader(body))
	if body == "" {
		r.Body, r.ContentLength = http.NoBody, 0
	}
	if token != "" {
		r.Header.Set("X-Auth-Token", token)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	c.ServeHTTP(w, r)
	resp := w.Result()
	out, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	return resp, string(out)
}

const (
	showURL   = "/compute/v2.1/servers/" + serverID
	actionURL = showURL + "/action"
)
