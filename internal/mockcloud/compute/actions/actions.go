package actions

import (
	"cmp"
	"slices"

	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Operations holds the operations on the log of servers' actions (os-instance-actions).
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{Operations: operations()}
}

func operations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"instance-actions.list": {Answer: listActions},
		"instance-actions.show": {Answer: showAction},
	}
}

func listActions(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	id := serverID(x)
	since, before, fault := record.ChangedPeriod(x)
	if fault != nil {
		return nil, fault
	}
	var all []*state.InstanceAction
	for a := range state.InstanceActions.ByKey(x.Txn, "server", id) {
		if record.InPeriod(a.Updated, since, before) {
			all = append(all, a)
		}
	}
	slices.SortFunc(all, func(a, b *state.InstanceAction) int { return cmp.Compare(b.Serial, a.Serial) })
	return actionList.Answer(x, "/servers/"+id+"/os-instance-actions", all, func(a *state.InstanceAction) any { v := viewOf(a); return &v })
}

func serverID(x *pipeline.Exchange) string { return pipeline.Subject[state.Server](x).ID }

var actionList = record.PagedList[state.InstanceAction]{
	Key: "instanceActions", Links: "links",
	ID: func(a *state.InstanceAction) string { return a.RequestID }, Unknown: "marker [%s] not found",
}

// actionView is an instance action as answers show it.
type actionView struct {
	Action    string  `json:"action"`
	ServerID  string  `json:"instance_uuid"`
	RequestID string  `json:"request_id"`
	UserID    string  `json:"user_id"`
	ProjectID string  `json:"project_id"`
	Start     string  `json:"start_time"`
	Updated   string  `json:"updated_at"`
	Message   *string `json:"message"`
}

func viewOf(a *state.InstanceAction) actionView {
	return actionView{
		Action: a.Action, ServerID: a.ServerID, RequestID: a.RequestID, UserID: a.UserID, ProjectID: a.ProjectID,
		Start: record.FormatMicroseconds(a.Start), Updated: record.FormatMicroseconds(a.Updated), Message: a.Message,
	}
}

// shownAction is an action with its events.
type shownAction struct {
	actionView
	Events []eventView `json:"events"`
}

// eventView is one event of an action. Users see the host by an opaque name of its own for their project: Zed, 2025.1.
type eventView struct {
	Event     string  `json:"event"`
	Start     string  `json:"start_time"`
	Finish    *string `json:"finish_time"`
	Result    *string `json:"result"`
	Traceback *string `json:"traceback"`
	Host      *string `json:"host"`
	HostID    string  `json:"hostId"`
	Details   *string `json:"details"`
}

func showAction(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	s := pipeline.Subject[state.Server](x)
	request := x.Params.Get("request_id")
	a := state.InstanceActions.Get(x.Txn, state.InstanceActionID(s.ID, request))
	if a == nil {
		return nil, pipeline.NotFound("Action %s not found", request)
	}
	v := &shownAction{actionView: viewOf(a)}
	for _, e := range slices.Backward(a.Events) {
		v.Events = append(v.Events, eventView{
			Event: e.Event, Start: record.FormatMicroseconds(e.Start), Finish: record.MicroOrNil(e.Finish), Result: record.NonEmpty(e.Result),
			Traceback: e.Traceback, Host: record.NonEmpty(e.Host), HostID: record.HostID(a.ProjectID, e.Host), Details: e.Details,
		})
	}
	return pipeline.Answer(200, "instanceAction", v), nil
}
