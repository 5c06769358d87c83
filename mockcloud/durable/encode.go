package durable

import (
	"encoding/json"
	"fmt"

	"plumbline/mockcloud/state"
)

// encodeAll makes the values of rows; nil for those that are gone.
func encodeAll(rows []state.Row) ([][]byte, error) {
	out := make([][]byte, len(rows))
	for i, row := range rows {
		if row.Record == nil {
			continue
		}
		var err error
		if out[i], err = encode(row.Record); err != nil {
			return nil, fmt.Errorf("%s %s: %w", row.Table, row.ID, err)
		}
	}
	return out, nil
}

func encode(record any) ([]byte, error) {
	switch r := record.(type) {
	case *state.Notification:
		record = r.Made()
	case *state.Event:
		return encodeEvent(r)
	}
	if err := complete(record); err != nil {
		return nil, err
	}
	return json.Marshal(mark(record))
}

// savedEvent is work as it is saved: what it needs to know is read when it is done, by who knows its type.
type savedEvent struct {
	state.Event
	Payload json.RawMessage
}

func encodeEvent(e *state.Event) ([]byte, error) {
	out := savedEvent{Event: *e}
	switch p := e.Payload.(type) {
	case nil:
	case state.SavedPayload:
		out.Payload = json.RawMessage(p)
	default:
		if err := complete(p); err != nil {
			return nil, err
		}
		var err error
		if out.Payload, err = json.Marshal(p); err != nil {
			return nil, err
		}
	}
	return json.Marshal(out)
}

func decodeEvent(row *state.Row, e *state.Event, value []byte) error {
	var in savedEvent
	if err := json.Unmarshal(value, &in); err != nil {
		return fmt.Errorf("%s %s: %w", row.Table, row.ID, err)
	}
	*e = in.Event
	if e.Payload = nil; len(in.Payload) > 0 && string(in.Payload) != "null" {
		e.Payload = state.SavedPayload(in.Payload)
	}
	row.Record = e
	return nil
}
