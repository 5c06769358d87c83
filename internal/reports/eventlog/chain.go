package eventlog

import (
	"fmt"
	"time"
)

// Entry is a payload with the time of its event.
type Entry struct {
	Time    time.Time
	Payload Payload
}

// Chain makes a log of entries: each line has the digest of the one before. Equal entries give equal bytes.
func Chain(entries []Entry) ([]Event, error) {
	out := make([]Event, 0, len(entries))
	prev, l := "", lines{}
	for i, entry := range entries {
		e := Event{Seq: i + 1, Time: entry.Time.UTC(), Prev: prev, Kind: entry.Payload.kind()}
		entry.Payload.attach(&e)
		line, err := l.encode(&e)
		if err != nil {
			return nil, fmt.Errorf("event log: encode line %d (%s): %w", e.Seq, e.Kind, err)
		}
		prev = digest(line)
		out = append(out, e)
	}
	return out, nil
}
