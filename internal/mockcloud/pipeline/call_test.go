package pipeline

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/faults"
	"plumbline/internal/mockcloud/journal"
	"plumbline/internal/openapi"
)

// calling has a binding make calls to its own service before it begins; it answers what they were answered.
func calling(calls ...Call) (func(*Env, *Service), *[]Reply) {
	replies := &[]Reply{}
	return func(_ *Env, svc *Service) {
		op := svc.Operations["books.bind"]
		op.Steps = append([]Step{{Name: "call", Run: func(x *Exchange) *Fault {
			for _, c := range calls {
				*replies = append(*replies, x.Call(c))
			}
			return nil
		}}}, op.Steps...)
		svc.Operations["books.bind"] = op
	}, replies
}

const bindBody = `{"bind": {"cover": "red"}}`

func TestACallIsAnsweredLikeARequest(t *testing.T) {
	burn := map[string]any{"burn": nil}
	for _, c := range []struct {
		name string
		call Call
		want int
		says string
	}{
		{"an accepted action", Call{Method: "POST", Path: "/books/" + bookID + "/action", Body: map[string]any{"reserve": nil}}, 202, ""},
		{
			"a body that its document refuses",
			Call{
				Method: "POST", Path: "/books/" + bookID + "/action",
				Body: map[string]any{"bind": map[string]any{}},
			},
			400, "'cover' is a required property",
		},
		{"nothing there", Call{Method: "GET", Path: "/books/nope"}, 404, "could not be found"},
		{"no such path", Call{Method: "GET", Path: "/nope"}, 404, ""},
		{"a version beyond the newest", Call{Method: "GET", Path: "/books/" + bookID, Version: openapi.MustVersion("1.99")}, 406, "1.99"},
		{
			"a caller without the role",
			Call{
				Method: "POST", Path: "/books/" + bookID + "/action", Body: burn,
				Caller: &Caller{UserID: "u", ProjectID: projectP, Roles: []string{"reader"}, Authenticated: true},
			},
			403, "library:burn",
		},
		{"a service that is not there", Call{Service: openapi.Network, Method: "GET", Path: "/"}, 503, "no service network"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.call.Service == "" {
				c.call.Service = library
			}
			with, replies := calling(c.call)
			toy := newToy(t, with)
			r, body := toy.send(t, "POST", actionURL, memberToken, bindBody)
			require.Equal(t, 202, r.StatusCode, body)
			got := (*replies)[0]
			assert.Equal(t, c.want, got.Status)
			assert.Equal(t, c.want < 400, got.OK())
			if c.want >= 400 {
				require.NotNil(t, got.Fault)
				assert.Contains(t, got.Fault.Message, c.says)
			}
		})
	}
}

func TestACallSeesAndLeavesWhatItsExchangeWrites(t *testing.T) {
	reserve := Call{Service: library, Method: "POST", Path: "/books/" + bookID + "/action", Body: map[string]any{"reserve": nil}}
	show := Call{Service: library, Method: "GET", Path: "/books/" + bookID, Version: openapi.MustVersion("1.2")}
	with, replies := calling(reserve, show)
	toy := newToy(t, with)
	r, _ := toy.send(t, "POST", actionURL, memberToken, bindBody)
	require.Equal(t, 202, r.StatusCode)
	assert.Equal(t, true, (*replies)[1].Get("book", "reserved"), "the second call sees what the first wrote")
	assert.Equal(t, bookID, (*replies)[1].Text("book", "id"))
	assert.Equal(t, "", (*replies)[1].Text("book", "no", "such"))
	assert.Equal(t, []string{"books.reserve", "books.show", "books.bind"}, journalled(toy), "each call stands in the journal")
}

func journalled(toy *toy) (out []string) {
	for _, e := range toy.env.Journal.Entries(journal.Filter{}) {
		out = append(out, e.Operation)
	}
	return out
}

func TestARefusedCallUndoesItselfOnly(t *testing.T) {
	reserve := Call{Service: library, Method: "POST", Path: "/books/" + bookID + "/action", Body: map[string]any{"reserve": nil}}
	var after Reply
	toy := newToy(t, func(_ *Env, svc *Service) {
		op := svc.Operations["books.bind"]
		op.Steps = append([]Step{{Name: "call", Run: func(x *Exchange) *Fault {
			s := *Subject[book](x)
			s.Title = "no" // reserving it is refused after that was written
			books.Insert(x.Txn, &s)
			x.SetSubject(&s, x.Target)
			after = x.Call(reserve)
			return nil
		}}}, op.Steps...)
		svc.Operations["books.bind"] = op
	})
	r, _ := toy.send(t, "POST", actionURL, memberToken, bindBody)
	require.Equal(t, 202, r.StatusCode)
	assert.Equal(t, 400, after.Status)
	x := toy.env.Store.Read()
	s := books.Get(x, bookID)
	assert.Equal(t, "new name", s.Title, "what the exchange wrote before the call stays, and so does its work")
	assert.False(t, s.Reserved)
}

func TestARefusedExchangeTakesItsCallsBack(t *testing.T) {
	reserve := Call{Service: library, Method: "POST", Path: "/books/" + bookID + "/action", Body: map[string]any{"reserve": nil}}
	with, replies := calling(reserve)
	toy := newToy(t, with)
	toy.env.Faults = &faults.Rules{}
	_, err := toy.env.Faults.Add(faults.Rule{Operation: "books.bind", Step: "begin", Status: 500})
	require.NoError(t, err)
	r, _ := toy.send(t, "POST", actionURL, memberToken, bindBody)
	require.Equal(t, 500, r.StatusCode)
	require.True(t, (*replies)[0].OK())
	x := toy.env.Store.Read()
	assert.False(t, books.Get(x, bookID).Reserved)
}

func TestAFaultRuleStrikesACall(t *testing.T) {
	reserve := Call{Service: library, Method: "POST", Path: "/books/" + bookID + "/action", Body: map[string]any{"reserve": nil}}
	with, replies := calling(reserve)
	toy := newToy(t, with)
	_, err := toy.env.Faults.Add(faults.Rule{Operation: "books.reserve", Status: 409, Message: "Not now."})
	require.NoError(t, err)
	r, _ := toy.send(t, "POST", actionURL, memberToken, bindBody)
	require.Equal(t, 202, r.StatusCode)
	assert.Equal(t, 409, (*replies)[0].Status)
	assert.Equal(t, "Not now.", (*replies)[0].Fault.Message)
}

func TestWorkThatIsDueCallsWithTheRolesOfWhoAsked(t *testing.T) {
	var reply Reply
	toy := newToy(t, func(_ *Env, svc *Service) {
		work := svc.Async["books.bound"]
		work.Steps = append(work.Steps, Step{Name: "call", Run: func(x *Exchange) *Fault {
			reply = x.Call(Call{Service: library, Method: "POST", Path: "/books/" + bookID + "/action", Body: map[string]any{"reserve": nil}})
			return nil
		}})
		svc.Async["books.bound"] = work
	})
	r, _ := toy.send(t, "POST", actionURL, memberToken, bindBody)
	require.Equal(t, 202, r.StatusCode)
	toy.env.RunDue()
	assert.Equal(t, 202, reply.Status)
}
