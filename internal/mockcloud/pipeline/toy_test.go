package pipeline

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"plumbline/internal/mockcloud/faults"
	"plumbline/internal/mockcloud/ids"
	"plumbline/internal/mockcloud/journal"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/mockcloud/state/engine"
	"plumbline/internal/openapi"
	"plumbline/mockcloud/clock"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// The people and things of the toy cloud.
const (
	projectP, projectQ = "aaaa", "bbbb"
	bookID             = "11111111-1111-4111-8111-111111111111"
	memberToken        = "member-token"
	adminToken         = "admin-token"
	readerToken        = "reader-token"
	outsiderToken      = "outsider-token"
	systemToken        = "system-token"
)

var startOfTime = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// book and shelf are the records of the toy service.
type book struct {
	ID, Title, ProjectID, Shelf, Binding, Damage string
	Reserved                                     bool
}

type shelf struct {
	Name string
	Full bool
}

var (
	books = engine.Register(engine.Table[book]{
		Name: "books", ID: func(b *book) string { return b.ID },
		Indexes: []engine.Index[book]{{Name: "project", Of: func(b *book) []string { return []string{b.ProjectID} }}},
	})
	shelves = engine.Register(engine.Table[shelf]{Name: "shelves", ID: func(s *shelf) string { return s.Name }})
)

// toy is a service small enough to see through.
type toy struct {
	*Handler
	env *Env
	svc *Service
}

// libraryRules are who may do what: Of with the overrides of a mutant.
func libraryRules(t testing.TB, overrides map[string]string) *policy.Policy {
	t.Helper()
	rules := map[string]policy.Rule{}
	for name, expression := range map[string]string{
		"library:read": "role:reader and project", "library:write": "role:member and project",
		"library:burn": "role:member and project", "library:shelf": "role:admin",
	} {
		rules[name] = policy.Rule{Name: name, Expression: expression, Scope: "project"}
	}
	p, err := policy.FromRules(policy.New, rules, overrides)
	require.NoError(t, err)
	return p
}

func newToy(t testing.TB, change ...func(*Env, *Service)) *toy {
	t.Helper()
	env := &Env{
		Clock: clock.NewManual(startOfTime), IDs: ids.Seeded(1), Policy: libraryRules(t, nil), Store: state.New(), Profile: openapi.Shipped,
		Journal: journal.New(100), Faults: &faults.Rules{},
	}
	chain, err := openapi.Load(libraryDocuments(), library, openapi.Shipped)
	require.NoError(t, err)
	svc := &Service{
		Name: library, Prefix: "/library", Chain: chain, Roots: []string{"/v1"}, Stages: toyStages(),
		Render: toyEnvelope, Refused: toyRefusal, Violated: toyViolation,
		Lookups: map[string]Lookup{"book_id": findBook}, Operations: toyOperations(), Async: toyWork(),
	}
	for _, f := range change {
		f(env, svc)
	}
	if env.Mutant != nil && env.Mutant.Policy != nil {
		env.Policy = libraryRules(t, env.Mutant.Policy)
	}
	plantToy(env)
	h, err := NewHandler(env, svc)
	require.NoError(t, err)
	return &toy{Handler: h, env: env, svc: svc}
}

// toyStages are the toy's own: how those that services share behave is tested with them (see the package stages).
func toyStages() []Stage {
	return []Stage{
		{"token", func(x *Exchange) *Fault {
			if x.Authenticate() || x.Public {
				return nil
			}
			return Refuse(401, "Who are you?")
		}},
		{"route", func(x *Exchange) *Fault {
			if x.Route == nil {
				return UnroutedFault(x)
			}
			return nil
		}},
		{"version", func(x *Exchange) *Fault {
			_, asked, _ := strings.Cut(x.Header("OpenStack-API-Version"), " ")
			return x.SettleVersion(asked)
		}},
		{"body", toyBody},
		{"operation", func(x *Exchange) *Fault {
			if !x.FindOperation() {
				return NotFound("There is no such thing.")
			}
			return nil
		}},
		{StageKept, func(x *Exchange) *Fault { x.TakeKept(); return nil }},
		{StageSchema, func(x *Exchange) *Fault {
			if x.Body == nil {
				return nil
			}
			if v := x.Operation.CheckBody(x.Body); v != nil {
				return x.SchemaFault(v, false)
			}
			return nil
		}},
		{"lookup", (*Exchange).Find},
		{"policy", func(x *Exchange) *Fault {
			if x.Operation.Policy == "" {
				return nil
			}
			return x.Demand(x.Operation.Policy)
		}},
	}
}

func toyBody(x *Exchange) *Fault {
	if f := x.ReadBody(MostBody); f != nil {
		return f
	}
	if len(x.Raw) > 0 && json.Unmarshal(x.Raw, &x.Body) != nil {
		return BadRequest("That is no JSON.")
	}
	if x.Route.Actions {
		return x.FindAction()
	}
	return nil
}

// toyEnvelope is plain text: the status and the words.
func toyEnvelope(_ *Exchange, f *Fault) (contentType string, body []byte) {
	return "text/plain", []byte(strconv.Itoa(f.Status) + " " + f.Message)
}

func toyRefusal(_ *Exchange, rule string) *Fault { return Forbidden("Not with %s.", rule) }

func toyViolation(_ *Exchange, v *openapi.Violation, _ bool) *Fault {
	return BadRequest("%s", v.Message)
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
		for _, role := range row.roles {
			state.Assignments.Insert(x, &state.Assignment{UserID: user, RoleID: role, ProjectID: row.project, System: row.project == ""})
		}
		state.Tokens.Insert(x, &state.Token{
			ID: row.token, UserID: user, ProjectID: row.project, System: row.project == "", Expires: startOfTime.Add(time.Hour),
		})
	}
	books.Insert(x, &book{ID: bookID, Title: "toy", ProjectID: projectP, Shelf: "north"})
	shelves.Insert(x, &shelf{Name: "north"})
	_ = x.Commit()
}

func findBook(x *Exchange, id string) *Fault {
	b := books.Get(x.Txn, id)
	if b == nil || b.ProjectID != x.Caller.ProjectID && !x.Caller.Admin() {
		return NotFound("Book %s could not be found.", id)
	}
	x.SetSubject(b, policy.Target{ProjectID: b.ProjectID})
	return nil
}

func bookView(x *Exchange, b *book) map[string]any {
	where := ""
	if s := shelves.Get(x.Txn, b.Shelf); s != nil {
		where = s.Name
	}
	return map[string]any{
		"id": b.ID, "title": b.Title, "reserved": b.Reserved, "shelf": where, "binding": b.Binding, "summary": "A book.", "no such field": 1,
	}
}

func showBook(status int) Behaviour {
	return func(x *Exchange) (*Response, *Fault) {
		return Answer(status, "book", bookView(x, Subject[book](x))), nil
	}
}

// change changes the book of the exchange.
func change(x *Exchange, f func(*book)) {
	b := *Subject[book](x)
	f(&b)
	books.Insert(x.Txn, &b)
	x.SetSubject(&b, x.Target)
}

func toyOperations() map[string]Operation {
	return map[string]Operation{
		"versions.show": {Answer: func(*Exchange) (*Response, *Fault) { return Answer(200, "version", map[string]any{"id": "v1"}), nil }},
		"books.show":    {Answer: showBook(200)},
		"books.list": {Answer: func(x *Exchange) (*Response, *Fault) {
			var items []Item
			for b := range books.ByKey(x.Txn, "project", x.Caller.ProjectID) {
				items = append(items, Item{Record: b, Render: func() any { return bookView(x, b) }})
			}
			return &Response{Status: 200, List: &List{Key: "books", Items: items}}, nil
		}},
		"books.reserve": OperationOf[Nothing]{
			Steps: []StepOf[Nothing]{
				{Name: "reserve", Run: Ignoring[Nothing](func(x *Exchange) *Fault {
					b := *Subject[book](x)
					b.Reserved = true
					books.Insert(x.Txn, &b)
					return nil
				})},
				{Name: "refuse the book named no", Run: Ignoring[Nothing](func(x *Exchange) *Fault {
					if Subject[book](x).Title == "no" {
						return BadRequest("No.")
					}
					return nil
				})},
			},
			Answer: func(*Exchange, *Nothing) (*Response, *Fault) { return Status(202), nil },
		}.Operation(),
		"books.bind": {
			Steps: []Step{{Name: "begin", Run: func(x *Exchange) *Fault {
				change(x, func(b *book) { b.Binding = "under way" })
				x.Schedule("books.bound", bookID, "new name")
				return nil
			}}},
			Answer: showBook(202),
		},
		"books.burn":   {Answer: func(*Exchange) (*Response, *Fault) { panic("at the disco") }},
		"books.update": {Answer: func(*Exchange) (*Response, *Fault) { return nil, Refuse(418, "I am a teapot.") }},
		"books.create": {Answer: func(*Exchange) (*Response, *Fault) { return Status(202), nil }},
	}
}

func toyWork() map[string]Async {
	finish := func(x *Exchange, f func(*book)) {
		b := *books.Get(x.Txn, x.Event.Resource)
		b.Binding = ""
		f(&b)
		books.Insert(x.Txn, &b)
	}
	return map[string]Async{"books.bound": AsyncOf[string]{
		Steps: []StepOf[string]{{Name: "finish", Run: func(x *Exchange, title *string) *Fault {
			finish(x, func(b *book) { b.Title = *title })
			return nil
		}}},
		Failed: func(x *Exchange, _ *string, f *Fault) { finish(x, func(b *book) { b.Damage = f.Message }) },
	}.Async()}
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
	showURL   = "/library/v1/books/" + bookID
	actionURL = showURL + "/action"
	listURL   = "/library/v1/books"
)
