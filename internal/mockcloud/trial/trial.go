// Package trial runs single services of the mock for their tests: a small seed with a user for each
// role, a clock that stands still, and requests written as one line.
package trial

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"plumbline/internal/mockcloud/faults"
	"plumbline/internal/mockcloud/ids"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
	"plumbline/mockcloud/clock"
)

// Ids of the seed. Each user has the role of the same name in the project demo; outsider is a member of
// the project other.
const (
	Demo, Other = "d0000000000000000000000000000001", "d0000000000000000000000000000002"
	Password    = "secret"
)

// Start is the time of the clock at the start.
var Start = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// Cloud is a mock of some services.
type Cloud struct {
	T       *testing.T
	Env     *pipeline.Env
	Clock   *clock.Manual
	Handler *pipeline.Handler
}

// Answer is the answer to a request. JSON is nil if the body is not JSON.
type Answer struct {
	Status int
	Header http.Header
	Body   string
	JSON   any
}

// New starts services with the seed.
func New(t *testing.T, services ...func(*pipeline.Env) (*pipeline.Service, error)) *Cloud {
	t.Helper()
	rules, err := policy.Load(policy.New, nil)
	must(t, err)
	now := clock.NewManual(Start)
	env := &pipeline.Env{
		Clock: now, IDs: ids.Seeded(1), Policy: rules, Store: state.New(), Profile: openapi.Shipped,
		Region: "RegionOne", SelfCheck: true, Faults: &faults.Rules{},
	}
	var made []*pipeline.Service
	for _, make := range services {
		svc, err := make(env)
		must(t, err)
		made = append(made, svc)
	}
	c := &Cloud{T: t, Env: env, Clock: now}
	c.seed()
	c.Handler, err = pipeline.NewHandler(env, made...)
	must(t, err)
	return c
}

func (c *Cloud) seed() {
	txn := c.Env.Store.Write()
	state.Domains.Insert(txn, &state.Domain{ID: "default", Name: "Default", Description: "The default domain", Enabled: true})
	for id, name := range map[string]string{Demo: "demo", Other: "other"} {
		state.Projects.Insert(txn, &state.Project{ID: id, Name: name, DomainID: "default", ParentID: "default", Enabled: true})
	}
	for i, name := range []string{"reader", "member", "manager", "admin", "service"} {
		role := &state.Role{ID: "r-" + name, Name: name}
		if i > 0 && name != "service" {
			role.Implies = []string{"r-" + []string{"reader", "member", "manager"}[i-1]}
		}
		state.Roles.Insert(txn, role)
		state.Users.Insert(txn, &state.User{ID: "u-" + name, Name: name, DomainID: "default", Enabled: true, Password: Password})
		state.Assignments.Insert(txn, &state.Assignment{UserID: "u-" + name, RoleID: role.ID, ProjectID: Demo})
	}
	state.Assignments.Insert(txn, &state.Assignment{UserID: "u-admin", RoleID: "r-admin", System: true})
	state.Users.Insert(txn, &state.User{ID: "u-outsider", Name: "outsider", DomainID: "default", Enabled: true, Password: Password})
	state.Assignments.Insert(txn, &state.Assignment{UserID: "u-outsider", RoleID: "r-member", ProjectID: Other})
	txn.Commit()
}

// Token inserts a token for the user with the name, in the user's project; "system" is the administrator's token for the system, ""
// is none.
func (c *Cloud) Token(name string) string {
	if name == "" || len(name) > 20 {
		return name
	}
	scoped := map[string]state.Token{
		"reader": {}, "member": {}, "manager": {}, "admin": {}, "service": {}, "outsider": {ProjectID: Other},
		"system": {System: true, UserID: "u-admin"},
	}
	token, ok := scoped[name]
	if !ok {
		return name
	}
	token.ID, token.Methods, token.AuditIDs = "token-of-"+name, []string{"password"}, []string{"audit-" + name}
	token.Issued, token.Expires = Start, Start.Add(24*time.Hour)
	if token.UserID == "" {
		token.UserID = "u-" + name
	}
	if token.ProjectID == "" && !token.System {
		token.ProjectID = Demo
	}
	txn := c.Env.Store.Write()
	defer txn.Commit()
	if state.Tokens.Get(txn, token.ID) == nil && state.RevokedTokens.Get(txn, token.ID) == nil {
		state.Tokens.Insert(txn, &token)
	}
	return token.ID
}

// Do makes a request with a user's token (see Token). A body other than a string or bytes is sent as JSON; headers are pairs.
func (c *Cloud) Do(who, method, path string, body any, headers ...string) *Answer {
	c.T.Helper()
	var raw []byte
	switch b := body.(type) {
	case nil:
	case string:
		raw = []byte(b)
	case []byte:
		raw = b
	default:
		var err error
		raw, err = json.Marshal(b)
		must(c.T, err)
	}
	r := httptest.NewRequest(method, "http://cloud.test"+path, bytes.NewReader(raw))
	if raw == nil {
		r.Body, r.ContentLength = http.NoBody, 0
	} else {
		r.Header.Set("Content-Type", "application/json")
	}
	if token := c.Token(who); token != "" {
		r.Header.Set("X-Auth-Token", token)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	c.Handler.ServeHTTP(w, r)
	a := &Answer{Status: w.Code, Header: w.Header(), Body: w.Body.String()}
	_ = json.Unmarshal(w.Body.Bytes(), &a.JSON)
	return a
}

// At follows keys and indexes into the answer's JSON; nil if the path does not exist.
func (a *Answer) At(path ...any) any {
	v := a.JSON
	for _, step := range path {
		switch s := step.(type) {
		case string:
			m, _ := v.(map[string]any)
			v = m[s]
		case int:
			l, _ := v.([]any)
			if s < 0 || s >= len(l) {
				return nil
			}
			v = l[s]
		}
	}
	return v
}

// Text is At for strings, "" for anything else.
func (a *Answer) Text(path ...any) string {
	s, _ := a.At(path...).(string)
	return s
}

// Names lists the values of a key in each element of a list in the answer.
func (a *Answer) Names(list, key string) []string {
	out := []string{}
	items, _ := a.At(list).([]any)
	for _, item := range items {
		m, _ := item.(map[string]any)
		s, _ := m[key].(string)
		out = append(out, s)
	}
	return out
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Newest is the newest microversion of a service's documents.
func Newest(t testing.TB, s openapi.Service) string {
	t.Helper()
	chain, err := openapi.Builtin(s, openapi.Shipped)
	if err != nil {
		t.Fatal(err)
	}
	return chain.Max().String()
}
