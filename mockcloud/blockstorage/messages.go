package blockstorage

import (
	"time"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/policy"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

// messageLife is how long messages are kept.
const messageLife = 30 * 24 * time.Hour

// The words of the numbers that messages are made of.
var (
	messageActions = map[string]string{"016": "reimage volume"}
	messageDetails = map[string]string{"028": "Compute service failed to reimage volume."}
)

var messageOperations = map[string]pipeline.Operation{
	"messages.list": {Answer: listMessages},
	"messages.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Answer(200, "message", viewMessage(x, pipeline.Subject[state.VolumeMessage](x))), nil
	}},
	"messages.delete": {
		Steps: []pipeline.Step{{Name: "delete the message", Run: func(x *pipeline.Exchange) *pipeline.Fault {
			state.VolumeMessages.Delete(x.Txn, pipeline.Subject[state.VolumeMessage](x).ID)
			return nil
		}}},
		Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return pipeline.Status(204), nil },
	},
}

// leaveMessage tells a volume's project what failed.
func leaveMessage(x *pipeline.Exchange, v *state.Volume, action, detail string) {
	now := x.Now()
	state.VolumeMessages.Insert(x.Txn, &state.VolumeMessage{
		ID: x.Env.IDs.UUID(), Serial: x.Txn.Next("volume-messages"), ProjectID: v.ProjectID, RequestID: x.RequestID, ResourceType: "VOLUME",
		ResourceID: v.ID, Action: action, Detail: detail, Level: "ERROR", Created: now, Expires: now.Add(messageLife),
	})
}

func findMessage(x *pipeline.Exchange, id string) *pipeline.Fault {
	m := messageFor(x, id)
	if m == nil {
		return noMessage(id)
	}
	x.Found(m, policy.Target{ProjectID: m.ProjectID})
	return nil
}

func messageFor(x *pipeline.Exchange, id string) *state.VolumeMessage {
	m := state.VolumeMessages.Get(x.Txn, id)
	if m == nil || !x.Caller.Admin() && m.ProjectID != x.Caller.ProjectID {
		return nil
	}
	return m
}

func noMessage(id string) *pipeline.Fault {
	return pipeline.NotFound("Message %s could not be found.", id)
}

func eventID(m *state.VolumeMessage) string {
	return "VOLUME_" + m.ResourceType + "_" + m.Action + "_" + m.Detail
}

func viewMessage(x *pipeline.Exchange, m *state.VolumeMessage) map[string]any {
	return map[string]any{
		"id": m.ID, "event_id": eventID(m), "user_message": messageActions[m.Action] + ":" + messageDetails[m.Detail], "message_level": m.Level,
		"created_at": stamp(&m.Created), "guaranteed_until": stamp(&m.Expires), "request_id": m.RequestID, "links": links(x, "messages", m.ID),
		"resource_type": m.ResourceType, "resource_uuid": m.ResourceID,
	}
}

// pagedMessages is the first microversion in which lists of messages have pages.
var pagedMessages = openapi.MustVersion("3.5")

func listMessages(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	p := &page{limit: mostItems, keys: []string{"created_at"}, dirs: []string{"desc"}}
	var f *pipeline.Fault
	if x.Version.AtLeast(pagedMessages) {
		if p, f = readPage(x); f != nil {
			return nil, f
		}
		if x.Version.AtLeast(strictFilters) {
			f = p.reject(x, true, "resource_uuid", "resource_type", "event_id", "request_id", "message_level")
		}
		if f != nil {
			return nil, f
		}
		delete(p.filters, "all_tenants")
	}
	var rows []row
	for m := range state.VolumeMessages.Each(x.Txn, "project", x.Caller.ProjectID) {
		r := row{
			id: m.ID, serial: m.Serial,
			fields: map[string]any{
				"resource_uuid": m.ResourceID, "resource_type": m.ResourceType, "event_id": eventID(m), "request_id": m.RequestID, "message_level": m.Level,
			},
			item: pipeline.Item{Record: m, Render: func() any { return viewMessage(x, m) }},
		}
		if p.passes(r.fields) {
			rows = append(rows, r)
		}
	}
	rows, f = p.cut(rows, func(marker string) *pipeline.Fault {
		if messageFor(x, marker) == nil {
			return noMessage(marker)
		}
		return nil
	}, []string{"updated_at", "resource_type", "resource_uuid", "event_id", "request_id", "message_level", "expires_at"})
	if f != nil {
		return nil, f
	}
	return p.answer(x, "messages", "messages_links", 0, rows)
}
