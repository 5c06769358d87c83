package compute

import (
	"slices"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

func externalEventOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"server-external-events.create": {Answer: answerEvents, Steps: []pipeline.Step{
			{Name: "pass events on to servers' hosts", Requirements: []string{"BFV-13"}, Run: passEvents},
		}},
	}
}

// externalEvents are the events of a request with what became of each.
type externalEvents struct{ taken []any }

// needTag are the events that say nothing without a tag.
var needTag = []string{"volume-extended", "power-update", "accelerator-request-bound"}

func passEvents(x *pipeline.Exchange) *pipeline.Fault {
	w := pipeline.Work[externalEvents](x)
	body, _ := x.Body.(map[string]any)
	given, _ := body["events"].([]any)
	for _, g := range given {
		event, _ := g.(map[string]any)
		code := passed(x, event)
		taken := map[string]any{"server_uuid": event["server_uuid"], "name": event["name"], "code": code, "status": "completed"}
		if tag, there := event["tag"]; there {
			taken["tag"] = tag
		}
		if code != 200 {
			taken["status"] = "failed"
		}
		w.taken = append(w.taken, taken)
	}
	return nil
}

// passed passes an event on and answers its code: 404 for an unknown server, 400 without a tag that is needed, 422 for
// a server on no host.
func passed(x *pipeline.Exchange, event map[string]any) int {
	var id, name, tag, status string
	setText(event, "server_uuid", &id)
	setText(event, "name", &name)
	setText(event, "tag", &tag)
	setText(event, "status", &status)
	s := state.Servers.Get(x.Txn, id)
	switch {
	case s == nil:
		return 404
	case tag == "" && event["tag"] == nil && slices.Contains(needTag, name):
		return 400
	case s.Host == "":
		return 422
	}
	switch name {
	case "volume-reimaged":
		volumeReimaged(x, s, tag, status != "failed" && status != "in-progress")
	case "volume-extended":
		began(x, s.ID, "extend_volume")
		happened(x, s.ID, "compute_extend_volume", s.Host, succeeded)
	}
	return 200
}

// answerEvents is 207 when some event was not passed on, also when none was.
func answerEvents(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	w, status := pipeline.Work[externalEvents](x), 200
	for _, t := range w.taken {
		if t.(map[string]any)["code"] != 200 {
			status = 207
		}
	}
	return pipeline.Answer(status, "events", w.taken), nil
}
