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

	"plumbline/reports/printable"
)

// Writer appends events. It is safe for concurrent use.
type Writer struct {
	mu    sync.Mutex
	out   io.Writer
	clock func() time.Time
	// scrubs are zero where nothing is taken out.
	scrubs Scrubber
	lines  lines
	// text is what is written next.
	text bytes.Buffer
	seq  int
	prev string
	err  error
	// keep asks to remember what was written, kept is that.
	keep bool
	kept []Event
}

// roomToKeep is how much memory a writer keeps from one write to the next (bytes).
const roomToKeep = 1 << 20

// NewWriter returns a writer that starts a new log on w. Each event, or all that are given together, is one
// Write call; where w has a Flush method it is called after each.
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
	return w.append(Entry{Time: w.clock(), Payload: p})
}

// AppendAll writes events with the times of another clock, in one write: all of them are in the log, or the log is over.
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

// Keep has the writer remember what it writes from now on, for Kept. Reading a log back costs more than writing it.
func (w *Writer) Keep() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.keep = true
}

// Kept are the events written since Keep, in order. Text that is not UTF-8 is in them as it came, where a reader of
// the log finds U+FFFD.
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

// Head is the digest of the last line written: what the next line's Prev will be. It pins the whole log.
func (w *Writer) Head() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.prev
}

// write takes lines with their newlines.
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

// encode renders one line with its newline, which lasts until the next call; <, > and & stay as they are, for readers with
// grep. Characters that would steer the terminal of such a reader are escaped.
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

// digest is that of a line without its newline.
func digest(line []byte) string {
	sum := sha256.Sum256(bytes.TrimSuffix(line, []byte("\n")))
	return hex.EncodeToString(sum[:])
}

// Head is the digest of the last of events that were read back, "" for none: it pins all of them.
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
