package pipeline

import (
	"time"

	"plumbline/internal/mockcloud/state"
)

// Schedule schedules the work of a kind on a resource (its id), to be done when the mock's lifecycle says.
// It is part of the transaction. Nobody may change payload afterwards. Where the lifecycle waits for reads of the resource, those of the
// resources with (their ids) count, too: clients wait for an image, not for the volume that it is made of. Service.ReadWith is for what
// records say of one another.
func (x *Exchange) Schedule(kind, resource string, payload any, with ...string) {
	e := x.event(kind, resource, payload)
	e.With = with
	e.Due, e.Reads = x.moment().Add(x.Env.Lifecycle.Delay), x.Env.Lifecycle.Reads
	state.Events.Insert(x.Txn, e)
}

// ScheduleAfter schedules work for a certain time, whatever the lifecycle: time-outs.
func (x *Exchange) ScheduleAfter(d time.Duration, kind, resource string, payload any) {
	e := x.event(kind, resource, payload)
	e.Due = x.moment().Add(d)
	state.Events.Insert(x.Txn, e)
}

// Cancel removes all work that is scheduled on a resource.
func (x *Exchange) Cancel(resource string) {
	for _, e := range state.Events.List(x.Txn, "resource", resource) {
		state.Events.Delete(x.Txn, e.Serial)
	}
}

func (x *Exchange) event(kind, resource string, payload any) *state.Event {
	e := &state.Event{Serial: x.Txn.Next("events"), Kind: kind, Resource: resource, Payload: payload, RequestID: x.RequestID}
	if x.Caller != nil {
		e.UserID, e.ProjectID, e.Roles = x.Caller.UserID, x.Caller.ProjectID, x.Caller.Roles
	}
	if x.Event != nil {
		e.UserID, e.ProjectID, e.Roles = x.Event.UserID, x.Event.ProjectID, x.Event.Roles
	}
	return e
}
