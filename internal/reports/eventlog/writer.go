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

	"plumbline/internal/reports/printable"
)

// Writer appends events. It is safe for concurrent use.
type Writer struct {
	mu    sync.Mutex
	out   io.Writer
	clock func() time.Time
	// scrubs is the zero value where nothing is removed.
	scrubs Scrubber
	lines  lines
	// text is the buffer of the next write.
	text bytes.Buffer
	seq  int
	prev string
	err  error
	// keep says whether events are kept, kept are those events.
	keep bool
	kept []Event
}

// roomToKeep bounds the buffer that a writer keeps from one write to the next (bytes).
const roomToKeep = 1 << 20

// NewWriter returns a writer that starts a new log on w. Each event, or all that are given together, is one
// Write call; where w has a Flush method it is called after each.
func NewWriter(w io.Writer, clock func() time.Time) *Writer {
	return &Writer{out: w, clock: clock}
}

// Continue returns a writer that appends after the last complete line of a log that was read. w must be positioned right
// after that line: the bytes counted by Log.Torn must be cut off before.
func Continue(w io.Writer, clock func() time.Time, log *Log) *Writer {
	return &Writer{out: w, clock: clock, seq: len(log.Events), prev: log.Head}
}

// Append writes one event. After a failed write (a full disk) the chain cannot continue: the same error is returned from
// then on, and the reader takes what reached the file for an incomplete last line.
func (w *Writer) Append(p Payload) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.append(Entry{Time: w.clock(), Payload: p})
}

// AppendAll writes events with given times, in one write: either all of them are in the log, or the log has ended.
func (w *Writer) AppendAll(entries []Entry) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.append(entries...)
}

func (w *Writer) append(entries ...Entry) error {
	if w.err != nil {
		return w.err
	}
	if w.text.Reset(); w.text.Cap() > roomToKeep {
		w.text = bytes.Buffer{}
	}
	events := make([]Event, 0, len(entries))
	seq, prev := w.seq, w.prev
	for _, entry := range entries {
		p := entry.Payload
		if s, ok := p.(scrubber); ok && w.scrubs.Text != nil {
			p = s.scrub(w.scrubs)
		}
		e := Event{Seq: seq + 1, Time: entry.Time.UTC(), Prev: prev, Kind: p.kind()}
		p.attach(&e)
		line, err := w.lines.encode(&e)
		if err != nil {
			return fmt.Errorf("event log: encode line %d (%s): %w", e.Seq, e.Kind, err)
		}
		w.text.Write(line)
		events = append(events, e)
		seq, prev = e.Seq, digest(line)
	}
	if err := w.write(w.text.Bytes()); err != nil {
		w.err = fmt.Errorf("event log: write line %d: %w", w.seq+1, err)
		return w.err
	}
	w.seq, w.prev = seq, prev
	if w.keep {
		w.kept = append(w.kept, events...)
	}
	return nil
}

// Keep makes the writer keep its events from now on, for Kept; reading a log costs more than writing it.
func (w *Writer) Keep() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.keep = true
}

// Kept are the events written since Keep, in order. Their text may contain invalid UTF-8, where a reader of the log finds U+FFFD.
func (w *Writer) Kept() []Event {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.kept
}

// Err is the write error that ended the log, nil while it is whole.
func (w *Writer) Err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

// Head is the digest of the last line written, which will be the next line's Prev. It fixes the content of the whole log.
func (w *Writer) Head() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.prev
}

// write writes complete lines.
func (w *Writer) write(text []byte) error {
	n, err := w.out.Write(text)
	if err == nil && n < len(text) {
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

// lines renders events as lines. The zero value is ready; it is for one goroutine.
type lines struct{ buffer bytes.Buffer }

// encode renders one line with its newline; the result is valid until the next call. <, > and & are not escaped, for
// readers with grep; characters that control a terminal are.
func (l *lines) encode(e *Event) ([]byte, error) {
	l.buffer.Reset()
	enc := json.NewEncoder(&l.buffer)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(e); err != nil {
		return nil, err
	}
	if line := l.buffer.Bytes(); printable.IsText(line) {
		return line, nil
	}
	return []byte(printable.Text(l.buffer.String())), nil
}

// digest is the digest of a line without its newline.
func digest(line []byte) string {
	sum := sha256.Sum256(bytes.TrimSuffix(line, []byte("\n")))
	return hex.EncodeToString(sum[:])
}

// Head is the digest of the last of some events that were read, "" for none: it fixes the content of all of them.
func Head(events []Event) (string, error) {
	if len(events) == 0 {
		return "", nil
	}
	line, err := new(lines).encode(&events[len(events)-1])
	if err != nil {
		return "", fmt.Errorf("event log: encode line %d: %w", len(events), err)
	}
	return digest(line), nil
}
