package externalevents

import (
	"slices"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/compute/servers/rebuild"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Operations holds the operation that receives events of other services.
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{Operations: operations()}
}

func operations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"server-external-events.create": pipeline.OperationOf[events]{Answer: answerEvents, Steps: []pipeline.StepOf[events]{
			{Name: "pass events on to servers' hosts", Requirements: []string{"BFV-13"}, Run: passEvents},
		}}.Operation(),
	}
}

// event is an event that another service reports about a server.
type event struct {
	ServerID string           `json:"server_uuid"`
	Name     string           `json:"name"`
	Tag      body.Opt[string] `json:"tag"`
	Status   string           `json:"status"`
}

// taken is the outcome of an event.
type taken struct {
	ServerID string  `json:"server_uuid"`
	Name     string  `json:"name"`
	Tag      *string `json:"tag,omitzero"`
	Code     int     `json:"code"`
	Status   string  `json:"status"`
}

// events is a request's events with the outcome of each.
type events struct {
	Request struct {
		Events []event `json:"events"`
	} `body:""`
	taken []taken
}

// needTag lists the events that are refused without a tag.
var needTag = []string{"volume-extended", "power-update", "accelerator-request-bound"}

func passEvents(x *pipeline.Exchange, w *events) *pipeline.Fault {
	for _, e := range w.Request.Events {
		t := taken{ServerID: e.ServerID, Name: e.Name, Tag: e.Tag.Pointer(), Code: passOn(x, e), Status: "completed"}
		if t.Code != 200 {
			t.Status = "failed"
		}
		w.taken = append(w.taken, t)
	}
	return nil
}

// passOn processes an event and answers its code: 404 for an unknown server, 400 for a missing tag that is needed, 422 for a server
// on no host.
func passOn(x *pipeline.Exchange, e event) int {
	s := state.Servers.Get(x.Txn, e.ServerID)
	switch {
	case s == nil:
		return 404
	case !e.Tag.Given() && slices.Contains(needTag, e.Name):
		return 400
	case s.Host == "":
		return 422
	}
	switch e.Name {
	case "volume-reimaged":
		rebuild.VolumeReimaged(x, s, e.Tag.Or(""), e.Status != "failed" && e.Status != "in-progress")
	case "volume-extended":
		record.ActionBegan(x, s.ID, "extend_volume")
		record.EventEnded(x, s.ID, "compute_extend_volume", s.Host, record.Succeeded)
		noteSize(x, s, e.Tag.Or(""))
	}
	return 200
}

// noteSize keeps the size that block storage tells of a volume of the server now. A rebuild compares with it what an image needs.
func noteSize(x *pipeline.Exchange, s *state.Server, id string) {
	v := state.Volumes.Get(x.Txn, id)
	if v == nil || s.Volume(id) == nil {
		return
	}
	changed := *s
	changed.BlockDevices = slices.Clone(s.BlockDevices)
	changed.Volume(id).Size = v.Size
	state.Servers.Insert(x.Txn, &changed)
}

// answerEvents answers 207 when some event, or every one, was not passed on.
func answerEvents(_ *pipeline.Exchange, w *events) (*pipeline.Response, *pipeline.Fault) {
	status := 200
	if slices.ContainsFunc(w.taken, func(t taken) bool { return t.Code != 200 }) {
		status = 207
	}
	return pipeline.Answer(status, "events", w.taken), nil
}
