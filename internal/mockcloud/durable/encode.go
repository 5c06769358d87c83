package durable

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"

	"plumbline/internal/mockcloud/state"
	"plumbline/internal/mockcloud/state/engine"
)

// encodeAll encodes the values of rows; nil for deleted ones.
func encodeAll(rows []engine.Row) ([][]byte, error) {
	out := make([][]byte, len(rows))
	for i, row := range rows {
		if row.Record == nil {
			continue
		}
		text, err := encode(row.Record)
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w", row.Table, row.ID, err)
		}
		out[i] = seal(row, text)
	}
	return out, nil
}

// sealed is the first byte of a value with a checksum: four bytes of checksum and the JSON follow. A value without one begins as JSON
// does.
const sealed = 1

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checksum covers the table and id too, so that a value in a wrong place is recognized.
func checksum(table, id string, text []byte) uint32 {
	of := crc32.Checksum([]byte(table+"\x00"+id+"\x00"), castagnoli)
	return crc32.Update(of, castagnoli, text)
}

func seal(row engine.Row, text []byte) []byte {
	out := make([]byte, 0, 5+len(text))
	out = binary.BigEndian.AppendUint32(append(out, sealed), checksum(row.Table, row.ID, text))
	return append(out, text...)
}

// unseal checks a value's checksum and answers its JSON.
func unseal(table, id string, value []byte) ([]byte, error) {
	if len(value) > 0 && value[0] == '{' { // format plumbline/state/v1
		return value, nil
	}
	if len(value) < 5 || value[0] != sealed || binary.BigEndian.Uint32(value[1:]) != checksum(table, id, value[5:]) {
		return nil, fmt.Errorf("%s %s: it is overwritten", table, id)
	}
	return value[5:], nil
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

// savedEvent is scheduled work in its saved form. Its payload is decoded only when it is performed, by the code that knows its type.
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

func decodeEvent(row *engine.Row, e *state.Event, value []byte) error {
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
