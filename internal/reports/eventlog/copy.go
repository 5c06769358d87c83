package eventlog

import (
	"fmt"
	"io"
)

// Copy writes events that were read (or captured) as lines, byte for byte as they were appended. It checks the chain:
// events that were changed since are refused.
func Copy(w io.Writer, events []Event) (head string, err error) {
	var l lines
	for i := range events {
		e := &events[i]
		if e.Seq != i+1 || e.Prev != head {
			return "", fmt.Errorf("%w: line %d does not follow the line before it", ErrBroken, i+1)
		}
		line, err := l.encode(e)
		if err != nil {
			return "", fmt.Errorf("event log: encode line %d: %w", i+1, err)
		}
		if _, err := w.Write(line); err != nil {
			return "", fmt.Errorf("event log: write line %d: %w", i+1, err)
		}
		head = digest(line)
	}
	return head, nil
}
