package wire

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
	"time"

	"plumbline/internal/openapi/exchange"
	"plumbline/internal/openapi/redact"
	"plumbline/internal/reports/eventlog"
)

// Log takes events; *eventlog.Writer is one.
type Log interface {
	Append(eventlog.Payload) error
}

// Brief is a Log that keeps only exchanges whose answer violates its document, and no headers or bodies of them.
type Brief interface{ Brief() }

// Recorder is an http.RoundTripper that writes one Exchanged event per request.
type Recorder struct {
	Next    http.RoundTripper
	Log     Log
	Redact  *redact.Redactor
	Now     func() time.Time
	Checker *Checker
	// Count numbers the exchanges of a run; the recorders of all its sessions share it.
	Count *atomic.Int64
	// Took is told how long each answered request took; nil for nobody.
	Took func(n Note, method string, d time.Duration)
}

// RoundTrip sends the request and records it. An answer whose body cannot be read whole is an error, and so is one that the
// service did not give (ForeignAnswer); both are recorded as they came.
func (r *Recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	note := noteOf(req.Context())
	asked, err := drain(&req.Body, req.ContentLength)
	if err != nil {
		return nil, fmt.Errorf("read the request's body: %w", err)
	}
	if note.ID == "" {
		note.ID = fmt.Sprintf("x%d", r.Count.Add(1))
	}
	if _, brief := r.Log.(Brief); brief {
		return r.sendUnrecorded(note, req, asked)
	}
	event := &eventlog.Exchanged{Case: note.Case, Attempt: note.Attempt, Retry: note.Retry, ID: note.ID}
	event.Exchange = eventlog.Exchange{
		Role: note.Role, Actor: note.Actor, Service: string(note.Service), Request: exchange.Request{
			Method: req.Method, URL: r.Redact.URL(req.URL.String()), RequestHeader: keptHeaders(r.Redact.Header(req.Header)),
			RequestBody: r.Redact.Body(req.Header.Get("Content-Type"), asked),
		},
	}
	if note.Role == "subject" {
		disableRetry(req)
	}
	start := r.Now()
	resp, answer, err := r.send(req)
	took := r.Now().Sub(start)
	event.Millis = float64(took.Microseconds()) / 1000
	if resp != nil && r.Took != nil {
		r.Took(note, req.Method, took)
	}
	if resp != nil {
		event.Status, event.ResponseHeader = resp.StatusCode, keptHeaders(r.Redact.Header(resp.Header))
		event.ResponseBody = r.Redact.Body(resp.Header.Get("Content-Type"), answer)
	}
	if err == nil {
		err = ofTheService(note.Service, resp, answer)
	}
	if err == nil {
		event.Operation, event.Drift = r.drift(note, req.Method, asked, resp, answer)
	} else {
		event.Error = r.Redact.Text(err.Error())
	}
	if logged := r.Log.Append(event.Recorded()); logged != nil {
		return nil, &LogError{logged}
	}
	if err != nil {
		return nil, err
	}
	return resp, nil
}

// sendUnrecorded sends a request for a Brief log, which gets an event only where the answer violates its document.
func (r *Recorder) sendUnrecorded(n Note, req *http.Request, asked []byte) (*http.Response, error) {
	if n.Role == "subject" {
		disableRetry(req)
	}
	resp, answer, err := r.send(req)
	if err == nil {
		err = ofTheService(n.Service, resp, answer)
	}
	if err != nil {
		return nil, err
	}
	event := &eventlog.Exchanged{
		Case: n.Case, Attempt: n.Attempt, Exchange: eventlog.Exchange{Request: exchange.Request{Method: req.Method}},
	}
	if event.Operation, event.Drift = r.drift(n, req.Method, asked, resp, answer); len(event.Drift) > 0 {
		event.URL = r.Redact.URL(req.URL.String())
		if err := r.Log.Append(event); err != nil {
			return nil, &LogError{err}
		}
	}
	return resp, nil
}

// send answers, with an error, also what was read of an answer that was cut off.
func (r *Recorder) send(req *http.Request) (*http.Response, []byte, error) {
	resp, err := boundHeaders(r.Next.RoundTrip(req))
	if err != nil {
		return nil, nil, err
	}
	answer, err := drain(&resp.Body, resp.ContentLength)
	switch {
	case errors.Is(err, ErrTooMuch):
		return resp, answer, err
	case err != nil:
		return resp, answer, fmt.Errorf("%w: %w", ErrCutOff, err)
	}
	return resp, answer, nil
}

func (r *Recorder) drift(n Note, method string, asked []byte, resp *http.Response, answer []byte) (operation string, out []eventlog.Drift) {
	if r.Checker == nil || n.Path == "" {
		return "", nil
	}
	operation, found := r.Checker.Check(n, method, asked, resp.StatusCode, resp.Header, answer)
	if n.Drift != nil {
		*n.Drift = found
	}
	for _, v := range found {
		out = append(out, eventlog.Drift{
			Operation: operation, Pointer: pointer(v), Expected: r.Redact.Text(v.Message), Got: r.got(v),
		})
	}
	return operation, out
}

// drain reads a body whole, whose announced length is said, and puts a copy in its place.
func drain(body *io.ReadCloser, said int64) ([]byte, error) {
	if *body == nil || *body == http.NoBody {
		return nil, nil
	}
	data, err := ReadAbout(*body, BodyLimit, said)
	if closed := (*body).Close(); err == nil {
		err = closed
	}
	*body = InMemoryBody(data)
	return data, err
}

// LogError means that the event log could not be written; a run without its log proves nothing.
type LogError struct{ Err error }

func (e *LogError) Error() string { return e.Err.Error() }
func (e *LogError) Unwrap() error { return e.Err }
