package messages

import (
	"time"

	"plumbline/internal/mockcloud/blockstorage/listing"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// messageLife is the lifetime of messages.
const messageLife = 30 * 24 * time.Hour

// The texts for the numbers that messages are composed of.
var (
	messageActions = map[string]string{ScheduleVolume: "schedule allocate volume", "016": "reimage volume"}
	messageDetails = map[string]string{
		NoBackend: "Could not find any available weighted backend.", "028": "Compute service failed to reimage volume.",
	}
)

// The numbers of a message about a volume that got no place.
const (
	ScheduleVolume = "001"
	NoBackend      = "003"
)

// Operations holds the operations on messages.
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{
		Lookups: map[string]pipeline.Lookup{"message_id": find},
		Operations: map[string]pipeline.Operation{
			"messages.list": {Answer: list},
			"messages.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Answer(200, "message", view(x, message(x))), nil
			}},
			"messages.delete": pipeline.OperationOf[pipeline.Nothing]{
				Steps:  []pipeline.StepOf[pipeline.Nothing]{{Name: "delete the message", Run: remove}},
				Answer: record.NoContent[pipeline.Nothing],
			}.Operation(),
		},
	}
}

func message(x *pipeline.Exchange) *state.VolumeMessage {
	return pipeline.Subject[state.VolumeMessage](x)
}

func remove(x *pipeline.Exchange, _ *pipeline.Nothing) *pipeline.Fault {
	state.VolumeMessages.Delete(x.Txn, message(x).ID)
	return nil
}

// RecordFailure records a message about a failure for the volume's project.
func RecordFailure(x *pipeline.Exchange, v *state.Volume, action, detail string) {
	now := x.Now()
	state.VolumeMessages.Insert(x.Txn, &state.VolumeMessage{
		ID: x.Env.IDs.UUID(), Serial: x.Txn.Next("volume-messages"), ProjectID: v.ProjectID, RequestID: x.RequestID, ResourceType: "VOLUME",
		ResourceID: v.ID, Action: action, Detail: detail, Level: "ERROR", Created: now, Expires: now.Add(messageLife),
	})
}

func find(x *pipeline.Exchange, id string) *pipeline.Fault {
	m := visible(x, id)
	if m == nil {
		return notFound(id)
	}
	x.SetSubject(m, policy.Target{ProjectID: m.ProjectID})
	return nil
}

func visible(x *pipeline.Exchange, id string) *state.VolumeMessage {
	m := state.VolumeMessages.Get(x.Txn, id)
	if m == nil || !x.Caller.Admin() && m.ProjectID != x.Caller.ProjectID {
		return nil
	}
	return m
}

func notFound(id string) *pipeline.Fault {
	return pipeline.NotFound("Message %s could not be found.", id)
}

func eventID(m *state.VolumeMessage) string {
	return "VOLUME_" + m.ResourceType + "_" + m.Action + "_" + m.Detail
}

// shown is a message in answers.
type shown struct {
	ID           string          `json:"id"`
	Event        string          `json:"event_id"`
	Text         string          `json:"user_message"`
	Level        string          `json:"message_level"`
	Created      string          `json:"created_at"`
	Expires      string          `json:"guaranteed_until"`
	RequestID    string          `json:"request_id"`
	Links        []pipeline.Link `json:"links"`
	ResourceType string          `json:"resource_type"`
	ResourceID   string          `json:"resource_uuid"`
}

func view(x *pipeline.Exchange, m *state.VolumeMessage) *shown {
	return &shown{
		ID: m.ID, Event: eventID(m), Text: messageActions[m.Action] + ":" + messageDetails[m.Detail], Level: m.Level,
		Created: record.Stamp(m.Created), Expires: record.Stamp(m.Expires), RequestID: m.RequestID,
		Links: record.Links(x, "messages", m.ID), ResourceType: m.ResourceType, ResourceID: m.ResourceID,
	}
}

// pagedMessages is the first microversion in which messages are listed in pages.
var pagedMessages = openapi.MustVersion("3.5")

var messageList = listing.List[state.VolumeMessage]{
	Key: "messages", Links: "messages_links",
	ID:     func(m *state.VolumeMessage) string { return m.ID },
	Serial: func(m *state.VolumeMessage) int64 { return m.Serial },
	Fields: map[string]func(*state.VolumeMessage) any{
		"resource_uuid": func(m *state.VolumeMessage) any { return m.ResourceID },
		"resource_type": func(m *state.VolumeMessage) any { return m.ResourceType },
		"event_id":      func(m *state.VolumeMessage) any { return eventID(m) },
		"request_id":    func(m *state.VolumeMessage) any { return m.RequestID },
		"message_level": func(m *state.VolumeMessage) any { return m.Level },
	},
	Sorts: []string{"updated_at", "resource_type", "resource_uuid", "event_id", "request_id", "message_level", "expires_at"},
	Missing: func(x *pipeline.Exchange, marker string) *pipeline.Fault {
		if visible(x, marker) == nil {
			return notFound(marker)
		}
		return nil
	},
}

func list(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	p, f := listing.ReadWhole(x)
	if x.Version.AtLeast(pagedMessages) {
		if p, f = listing.ReadPage(x); f != nil {
			return nil, f
		}
		if listing.RefusesUnknownFilters(x) {
			f = p.Reject(x, true, listing.FiltersOf("message")...)
		}
		if f != nil {
			return nil, f
		}
		delete(p.Filters, "all_tenants")
	}
	if f != nil {
		return nil, f
	}
	own := state.VolumeMessages.ByKey(x.Txn, "project", x.Caller.ProjectID)
	return messageList.Answer(x, p, own, func(m *state.VolumeMessage) any { return view(x, m) })
}
