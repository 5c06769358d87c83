package durable

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"

	"plumbline/mockcloud/internal/state"
	"plumbline/mockcloud/internal/state/engine"
)

// encodeAll makes the values of rows; nil for those that are gone.
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

// sealed begins a value that has a checksum: four bytes, and the JSON after them. A value without one begins as JSON does.
const sealed = 1

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checksum is over what a value is of, too: one that stands elsewhere is not right.
func checksum(table, id string, text []byte) uint32 {
	of := crc32.Checksum([]byte(table+"\x00"+id+"\x00"), castagnoli)
	return crc32.Update(of, castagnoli, text)
}

func seal(row engine.Row, text []byte) []byte {
	out := make([]byte, 0, 5+len(text))
	out = binary.BigEndian.AppendUint32(append(out, sealed), checksum(row.Table, row.ID, text))
	return append(out, text...)
}

// unseal answers the JSON of a value.
func unseal(table, id string, value []byte) ([]byte, error) {
	if len(value) > 0 && value[0] == '{' { // as plumbline/state/v1 has it
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
