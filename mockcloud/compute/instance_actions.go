package compute

import (
	"cmp"
	"slices"
	"time"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

func instanceActionOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"instance-actions.list": {Answer: listActions},
		"instance-actions.show": {Answer: showAction},
	}
}

func listActions(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	id := serverID(x)
	since, before, fault := period(x)
	if fault != nil {
		return nil, fault
	}
	var all []*state.InstanceAction
	for a := range state.InstanceActions.Each(x.Txn, "server", id) {
		if within(a.Updated, since, before) {
			all = append(all, a)
		}
	}
	slices.SortFunc(all, func(a, b *state.InstanceAction) int { return cmp.Compare(b.Serial, a.Serial) })
	page, more, fault := pageOf(x, all, func(a *state.InstanceAction) string { return a.RequestID }, "marker [%s] not found")
	if fault != nil {
		return nil, fault
	}
	list := &pipeline.List{Key: "instanceActions"}
	for _, a := range page {
		list.Items = append(list.Items, pipeline.Item{Record: a, Render: func() any { return actionView(a) }})
	}
	out := &pipeline.Response{Status: 200, List: list}
	if more != "" {
		out.Value = map[string]any{"links": next(x, "/servers/"+id+"/os-instance-actions", more)}
	}
	return out, nil
}

func serverID(x *pipeline.Exchange) string { return pipeline.Subject[state.Server](x).ID }

func actionView(a *state.InstanceAction) map[string]any {
	return map[string]any{
		"action": a.Action, "instance_uuid": a.ServerID, "request_id": a.RequestID, "user_id": a.UserID,
		"project_id": a.ProjectID, "start_time": micro(a.Start), "updated_at": micro(a.Updated), "message": textOrNil(a.Message),
	}
}

func showAction(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	s := pipeline.Subject[state.Server](x)
	request := x.Params.Get("request_id")
	a := state.InstanceActions.Get(x.Txn, state.InstanceActionID(s.ID, request))
	if a == nil {
		return nil, pipeline.NotFound("Action %s not found", request)
	}
	v := actionView(a)
	events := make([]any, 0, len(a.Events))
	for _, e := range slices.Backward(a.Events) {
		events = append(events, map[string]any{
			"event": e.Event, "start_time": micro(e.Start), "finish_time": microOrNil(e.Finish), "result": nonEmpty(e.Result),
			"traceback": textOrNil(e.Traceback), "host": nonEmpty(e.Host), "hostId": HostID(s.ProjectID, e.Host),
			"details": textOrNil(e.Details),
		})
	}
	v["events"] = events
	return pipeline.Answer(200, "instanceAction", v), nil
}

// period is what changes-since and changes-before ask for; nil for no bound.
func period(x *pipeline.Exchange) (since, before *time.Time, fault *pipeline.Fault) {
	since, before = moment(x.Query.Get("changes-since")), moment(x.Query.Get("changes-before"))
	if since != nil && before != nil && since.After(*before) {
		return nil, nil, pipeline.BadRequest("The value of changes-since must be less than or equal to changes-before.")
	}
	return since, before, nil
}

func within(t time.Time, since, before *time.Time) bool {
	return (since == nil || !t.Before(since.Truncate(time.Second))) && (before == nil || !t.After(*before))
}

// moment reads a time in one of the forms that the schema lets through; nil for none.
func moment(text string) *time.Time {
	for _, form := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02"} {
		if t, err := time.Parse(form, text); err == nil {
			return &t
		}
	}
	return nil
}
