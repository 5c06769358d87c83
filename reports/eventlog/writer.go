package eventlog

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"time"
)

// Writer appends events. It is safe for concurrent use.
type Writer struct {
	mu    sync.Mutex
	out   io.Writer
	clock func() time.Time
	text  func(string) string
	seq   int
	prev  string
	err   error
}

// NewWriter returns a writer that starts a new log on w. Each event is one Write call; where w has a
// Flush method it is called after each line.
func NewWriter(w io.Writer, clock func() time.Time) *Writer {
	return &Writer{out: w, clock: clock}
}

// Continue returns a writer that goes on after the last whole line of a log that was read back. w must stand
// right after that line: what Log.Torn counts has to be cut off before.
func Continue(w io.Writer, clock func() time.Time, log *Log) *Writer {
	return &Writer{out: w, clock: clock, seq: len(log.Events), prev: log.Head}
}

// Append writes one event. After a failed write (a full disk) the chain cannot go on: the same error
// is returned from then on, and the reader treats what reached the file as a torn last line.
func (w *Writer) Append(p Payload) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return w.err
	}
	if s, ok := p.(scrubber); ok && w.text != nil {
		p = s.scrub(w.text)
	}
	e := Event{Seq: w.seq + 1, Time: w.clock().UTC(), Prev: w.prev, Kind: p.kind()}
	p.attach(&e)
	line, err := encode(&e)
	if err != nil {
		return fmt.Errorf("event log: encode line %d (%s): %w", e.Seq, e.Kind, err)
	}
	if err := w.write(line); err != nil {
		w.err = fmt.Errorf("event log: write line %d: %w", e.Seq, err)
		return w.err
	}
	w.seq, w.prev = e.Seq, digest(line)
	return nil
}

// Err is the write error that ended the log, nil while it is whole.
func (w *Writer) Err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

// Head is the digest of the last line written: what the next line's Prev will be. It pins the whole log.
func (w *Writer) Head() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.prev
}

func (w *Writer) write(line []byte) error {
	n, err := w.out.Write(append(line, '\n'))
	if err == nil && n < len(line)+1 {
		err = io.ErrShortWrite
	}
	if err != nil {
		return err
	}
	if f, ok := w.out.(interface{ Flush() error }); ok {
		return f.Flush()
	}
	return nil
}

// encode renders one line without its newline; <, > and & stay as they are, for readers with grep.
func encode(e *Event) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(e); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

func digest(line []byte) string {
	sum := sha256.Sum256(line)
	return hex.EncodeToString(sum[:])
}

// Head is the digest of the last of events that were read back, "" for none: it pins all of them.
func Head(events []Event) (string, error) {
	if len(events) == 0 {
		return "", nil
	}
	line, err := encode(&events[len(events)-1])
	if err != nil {
		return "", fmt.Errorf("event log: encode line %d: %w", len(events), err)
	}
	return digest(line), nil
}
