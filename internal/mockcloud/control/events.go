package control

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"plumbline/internal/mockcloud/journal"
)

// Limits of the streams of events.
const (
	// mostStreams is the greatest number of listeners.
	mostStreams = 64
	// mostAtOnce is the greatest number of exchanges sent together, firstAtOnce that at the beginning of a stream.
	mostAtOnce, firstAtOnce = 250, 1000
	// pause is the time between two messages; news in between is sent together.
	pause = 100 * time.Millisecond
	// look is the interval at which the state is checked, beat that of messages on an idle stream.
	look, beat = 250 * time.Millisecond, 15 * time.Second
	// readTimeout is the time within which a client must read what was sent.
	readTimeout = 30 * time.Second
)

// streams counts the listeners to events.
type streams struct {
	mu      sync.Mutex
	open    int
	hangUp  chan struct{}
	started string
}

// enter registers a listener; false when there are too many. The channel is closed when the listener has to leave.
func (s *streams) enter() (hangUp <-chan struct{}, run string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open >= mostStreams {
		return nil, "", false
	}
	s.open++
	if s.hangUp == nil {
		s.hangUp = make(chan struct{})
	}
	if s.started == "" {
		s.started = strconv.FormatInt(time.Now().UnixNano(), 36)
	}
	return s.hangUp, s.started, true
}

func (s *streams) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open--
}

// HangUp ends all streams of events; their clients receive the event end.
func (c *Control) HangUp() {
	s := &c.streams
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.hangUp != nil {
		close(s.hangUp)
		s.hangUp = nil
	}
}

// events sends the journal's news as server-sent events until the client leaves or the mock ends:
//
//	hello     {"run", "seq"}: which run of the mock this is, and its newest exchange
//	exchange  an exchange without headers and bodies; Last-Event-ID continues after its id
//	missed    {"count", "before"}: the number of exchanges before "before" that were left out: too many, or too old
//	cleared   {"seq"}: the journal was cleared up to this number
//	state     {"mark"}: the answer of GET /_plumbline/state has changed
//	end       the mock is going away
func (c *Control) events(w http.ResponseWriter, r *http.Request) {
	hangUp, run, ok := c.streams.enter()
	if !ok {
		answer(w, 503, map[string]string{"error": fmt.Sprintf("%d clients listen already: close one of them", mostStreams)})
		return
	}
	defer c.streams.leave()
	out := &eventWriter{to: http.NewResponseController(w), w: w, run: run}
	_ = out.to.SetReadDeadline(time.Time{}) // the request has been read; its connection stays
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	bell, stop := c.env.Journal.Listen()
	defer stop()
	l := &listener{control: c, out: out, most: firstAtOnce}
	l.resume(r.Header.Get("Last-Event-ID"))
	out.sendEvent("hello", "", map[string]any{"run": run, "seq": c.env.Journal.Since(0, 0).Last})
	looks, beats := time.NewTicker(look), time.NewTicker(beat)
	defer looks.Stop()
	defer beats.Stop()
	for {
		l.sendNews()
		if out.flush() != nil {
			return
		}
		select {
		case <-bell:
		case <-looks.C:
		case <-beats.C:
			out.WriteString(": still here\n\n")
		case <-hangUp:
			out.sendEvent("end", "", map[string]string{"reason": "the mock is going away"})
			_ = out.flush()
			return
		case <-r.Context().Done():
			return
		}
		if wait := pause - time.Since(out.last); wait > 0 {
			select {
			case <-time.After(wait):
			case <-hangUp:
			case <-r.Context().Done():
				return
			}
		}
	}
}

// listener is the state of one client's stream.
type listener struct {
	control *Control
	out     *eventWriter
	// last is the newest exchange that the client has, fresh tells that it has none; cleared and mark are those last sent.
	last    uint64
	fresh   bool
	cleared uint64
	mark    string
	most    int
}

// resume continues after the event with the given id, if it is of the same run of the mock.
func (l *listener) resume(id string) {
	run, text, _ := strings.Cut(id, "-")
	seq, err := strconv.ParseUint(text, 10, 64)
	l.fresh = err != nil || run != l.out.run
	if !l.fresh {
		l.last = seq
	}
	l.cleared = l.control.env.Journal.Since(0, 0).Cleared
	if !l.fresh && l.last < l.cleared {
		l.cleared = l.last // the client has exchanges that were cleared
	}
}

// sendNews sends what has changed since the last message.
func (l *listener) sendNews() {
	l.control.env.RunDue()
	j := l.control.env.Journal
	news := j.Since(l.last, l.most)
	if news.Cleared > l.cleared {
		l.cleared = news.Cleared
		l.out.sendEvent("cleared", "", map[string]uint64{"seq": news.Cleared})
	}
	if news.Missed > 0 && !l.fresh {
		l.out.sendEvent("missed", "", map[string]uint64{"count": news.Missed, "before": news.Entries[0].Seq})
	}
	for i := range news.Entries {
		l.out.exchange(&news.Entries[i])
	}
	l.last, l.fresh, l.most = news.Last, false, mostAtOnce
	if mark := l.control.changeMark(); mark != l.mark {
		l.mark = mark
		l.out.sendEvent("state", "", map[string]string{"mark": mark})
	}
}

// eventWriter writes events to a client.
type eventWriter struct {
	bytes.Buffer
	w    http.ResponseWriter
	to   *http.ResponseController
	run  string
	last time.Time
}

func (t *eventWriter) sendEvent(event, id string, value any) {
	data, err := json.Marshal(value)
	if err != nil {
		return // cannot happen: all values can be encoded
	}
	t.WriteString("event: " + event + "\n")
	if id != "" {
		t.WriteString("id: " + id + "\n")
	}
	t.WriteString("data: ")
	t.Write(data)
	t.WriteString("\n\n")
}

func (t *eventWriter) exchange(e *journal.Entry) {
	t.sendEvent("exchange", t.run+"-"+strconv.FormatUint(e.Seq, 10), e)
}

// flush writes the buffered events. A client that does not read them in time is disconnected.
func (t *eventWriter) flush() error {
	if t.Len() == 0 {
		return nil
	}
	_ = t.to.SetWriteDeadline(time.Now().Add(readTimeout))
	t.last = time.Now()
	_, err := t.w.Write(t.Bytes())
	t.Reset()
	if err != nil {
		return err
	}
	return t.to.Flush()
}
