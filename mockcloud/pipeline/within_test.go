package pipeline

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

// calling has a rebuild make calls to compute itself before it begins; it answers what they were answered.
func calling(calls ...Call) (func(*Env, *Service), *[]Reply) {
	replies := &[]Reply{}
	return func(_ *Env, svc *Service) {
		op := svc.Operations["servers.rebuild"]
		op.Steps = append([]Step{{Name: "call", Run: func(x *Exchange) *Fault {
			for _, c := range calls {
				*replies = append(*replies, x.Call(c))
			}
			return nil
		}}}, op.Steps...)
		svc.Operations["servers.rebuild"] = op
	}, replies
}

const rebuildBody = `{"rebuild": {"imageRef": "70a599e0-31e7-49b7-b260-868f441e862b"}}`

func TestACallIsAnsweredLikeARequest(t *testing.T) {
	stop := map[string]any{"os-stop": nil}
	for _, c := range []struct {
		name string
		call Call
		want int
		says string
	}{
		{"an accepted action", Call{Method: "POST", Path: "/servers/" + serverID + "/action", Body: map[string]any{"lock": nil}}, 202, ""},
		{"a body that its document refuses", Call{Method: "POST", Path: "/servers/" + serverID + "/action", Body: map[string]any{"rebuild": map[string]any{}}}, 400, "'imageRef' is a required property"},
		{"nothing there", Call{Method: "GET", Path: "/servers/nope"}, 404, "could not be found"},
		{"no such path", Call{Method: "GET", Path: "/nope"}, 404, ""},
		{"a version beyond the newest", Call{Method: "GET", Path: "/servers/" + serverID, Version: openapi.MustVersion("2.999")}, 406, "2.999"},
		{"a caller without the role", Call{Method: "POST", Path: "/servers/" + serverID + "/action", Body: stop, Caller: &Caller{UserID: "u", ProjectID: projectP, Roles: []string{"reader"}, Authenticated: true}}, 403, "os_compute_api:servers:stop"},
		{"a service that is not there", Call{Service: openapi.Network, Method: "GET", Path: "/"}, 503, "no service network"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.call.Service == "" {
				c.call.Service = openapi.Compute
			}
			with, replies := calling(c.call)
			toy := newToy(t, with)
			r, body := toy.send(t, "POST", actionURL, memberToken, rebuildBody)
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
	lock := Call{Service: openapi.Compute, Method: "POST", Path: "/servers/" + serverID + "/action", Body: map[string]any{"lock": nil}}
	show := Call{Service: openapi.Compute, Method: "GET", Path: "/servers/" + serverID, Version: openapi.MustVersion("2.9")}
	with, replies := calling(lock, show)
	toy := newToy(t, with)
	r, _ := toy.send(t, "POST", actionURL, memberToken, rebuildBody)
	require.Equal(t, 202, r.StatusCode)
	assert.Equal(t, true, (*replies)[1].Get("server", "locked"), "the second call sees what the first wrote")
	assert.Equal(t, serverID, (*replies)[1].Text("server", "id"))
	assert.Equal(t, "", (*replies)[1].Text("server", "no", "such"))
	assert.Equal(t, []string{"servers.lock", "servers.show", "servers.rebuild"}, journalled(toy), "each call stands in the journal")
}

func journalled(toy *toy) (out []string) {
	for _, e := range toy.env.Journal.Entries(Filter{}) {
		out = append(out, e.Operation)
	}
	return out
}

func TestARefusedCallUndoesItselfOnly(t *testing.T) {
	lock := Call{Service: openapi.Compute, Method: "POST", Path: "/servers/" + serverID + "/action", Body: map[string]any{"lock": nil}}
	var after Reply
	toy := newToy(t, func(_ *Env, svc *Service) {
		op := svc.Operations["servers.rebuild"]
		op.Steps = append([]Step{{Name: "call", Run: func(x *Exchange) *Fault {
			s := *Subject[state.Server](x)
			s.Name = "no" // locking it is refused after the lock was written
			state.Servers.Insert(x.Txn, &s)
			x.Found(&s, x.Target)
			after = x.Call(lock)
			return nil
		}}}, op.Steps...)
		svc.Operations["servers.rebuild"] = op
	})
	r, _ := toy.send(t, "POST", actionURL, memberToken, rebuildBody)
	require.Equal(t, 202, r.StatusCode)
	assert.Equal(t, 400, after.Status)
	x := toy.env.Store.Read()
	s := state.Servers.Get(x, serverID)
	assert.Equal(t, "new name", s.Name, "what the exchange wrote before the call stays, and so does its work")
	assert.False(t, s.Locked)
}

func TestARefusedExchangeTakesItsCallsBack(t *testing.T) {
	lock := Call{Service: openapi.Compute, Method: "POST", Path: "/servers/" + serverID + "/action", Body: map[string]any{"lock": nil}}
	with, replies := calling(lock)
	toy := newToy(t, with)
	toy.env.Faults = &Faults{}
	_, err := toy.env.Faults.Add(FaultRule{Operation: "servers.rebuild", Step: "begin", Status: 500})
	require.NoError(t, err)
	r, _ := toy.send(t, "POST", actionURL, memberToken, rebuildBody)
	require.Equal(t, 500, r.StatusCode)
	require.True(t, (*replies)[0].OK())
	x := toy.env.Store.Read()
	assert.False(t, state.Servers.Get(x, serverID).Locked)
}

func TestAFaultRuleStrikesACall(t *testing.T) {
	lock := Call{Service: openapi.Compute, Method: "POST", Path: "/servers/" + serverID + "/action", Body: map[string]any{"lock": nil}}
	with, replies := calling(lock)
	toy := newToy(t, with)
	_, err := toy.env.Faults.Add(FaultRule{Operation: "servers.lock", Status: 409, Message: "Not now."})
	require.NoError(t, err)
	r, _ := toy.send(t, "POST", actionURL, memberToken, rebuildBody)
	require.Equal(t, 202, r.StatusCode)
	assert.Equal(t, 409, (*replies)[0].Status)
	assert.Equal(t, "Not now.", (*replies)[0].Fault.Message)
}

func TestWorkThatIsDueCallsWithTheRolesOfWhoAsked(t *testing.T) {
	var reply Reply
	toy := newToy(t, func(_ *Env, svc *Service) {
		work := svc.Async["toys.rebuilt"]
		work.Steps = append(work.Steps, Step{Name: "call", Run: func(x *Exchange) *Fault {
			reply = x.Call(Call{Service: openapi.Compute, Method: "POST", Path: "/servers/" + serverID + "/action", Body: map[string]any{"lock": nil}})
			return nil
		}})
		svc.Async["toys.rebuilt"] = work
	})
	r, _ := toy.send(t, "POST", actionURL, memberToken, rebuildBody)
	require.Equal(t, 202, r.StatusCode)
	toy.env.RunDue()
	assert.Equal(t, 202, reply.Status)
}
