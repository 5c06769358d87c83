package record

import (
	"slices"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Controller is the host of the services that run no servers, such as the conductor.
const Controller = "controller"

// ActionBegan records the start of an action on a server (os-instance-actions).
func ActionBegan(x *pipeline.Exchange, server, action string) {
	now := x.Now()
	state.InstanceActions.Insert(x.Txn, &state.InstanceAction{
		Serial: x.Txn.Next("instance-actions"), ServerID: server, RequestID: x.RequestID, Action: action,
		UserID: x.Caller.UserID, ProjectID: x.Caller.ProjectID, Start: now, Updated: now,
	})
}

// Results of events.
const (
	Succeeded = "Success"
	Failed    = "Error"
)

// EventEnded records one event of the action that the exchange belongs to; an event that failed makes the
// action's message "Error".
func EventEnded(x *pipeline.Exchange, server, event, host, result string) {
	known := state.InstanceActions.Get(x.Txn, state.InstanceActionID(server, x.RequestID))
	if known == nil {
		return
	}
	action, now := *known, x.Now()
	action.Updated = now
	e := state.ActionEvent{Event: event, Start: now, Finish: &now, Result: result, Host: host}
	if result == Failed {
		message, traceback := Failed, "Traceback of "+event
		action.Message, e.Traceback = &message, &traceback
	}
	action.Events = slices.Clone(known.Events)
	if at := goingOn(&action, event); at >= 0 {
		e.Start, action.Events[at] = action.Events[at].Start, e
	} else {
		action.Events = append(action.Events, e)
	}
	state.InstanceActions.Insert(x.Txn, &action)
}

// goingOn answers the index of an action's event that has not ended, -1 if there is none.
func goingOn(a *state.InstanceAction, event string) int {
	return slices.IndexFunc(a.Events, func(e state.ActionEvent) bool { return e.Event == event && e.Finish == nil })
}

// EventBegan records the start of an event, which may never end.
func EventBegan(x *pipeline.Exchange, server, event, host string) {
	if known := state.InstanceActions.Get(x.Txn, state.InstanceActionID(server, x.RequestID)); known != nil {
		action, now := *known, x.Now()
		action.Updated = now
		action.Events = append(slices.Clone(known.Events), state.ActionEvent{Event: event, Start: now, Host: host})
		state.InstanceActions.Insert(x.Txn, &action)
	}
}

// EventFailed records an event that failed, with details that only administrators see (2.84).
func EventFailed(x *pipeline.Exchange, server, event, host, detail string) {
	EventEnded(x, server, event, host, Failed)
	known := state.InstanceActions.Get(x.Txn, state.InstanceActionID(server, x.RequestID))
	if known == nil {
		return
	}
	action := *known
	action.Events = slices.Clone(known.Events)
	for i := range action.Events {
		if e := &action.Events[i]; e.Event == event && e.Details == nil {
			e.Details = &detail
		}
	}
	state.InstanceActions.Insert(x.Txn, &action)
}
