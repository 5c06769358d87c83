package wire

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
)

// Handler is an http.RoundTripper that calls an http.Handler in place: no sockets, no goroutines.
type Handler struct{ Handler http.Handler }

// RoundTrip answers what the handler writes. A panic of the handler becomes an error, like a broken connection.
func (h Handler) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	if err := req.Context().Err(); err != nil {
		return nil, err
	}
	in := req.Clone(req.Context())
	in.RequestURI = req.URL.RequestURI()
	in.RemoteAddr = "127.0.0.1:0"
	in.Proto, in.ProtoMajor, in.ProtoMinor = "HTTP/1.1", 1, 1
	if in.Host == "" {
		in.Host = req.URL.Host
	}
	if in.Body == nil {
		in.Body = http.NoBody
	}
	w := &answer{header: http.Header{}}
	defer func() {
		if p := recover(); p != nil {
			resp, err = nil, fmt.Errorf("the handler panicked: %v", p)
			if cause, ok := p.(error); ok && errors.Is(cause, http.ErrAbortHandler) {
				err = io.ErrUnexpectedEOF
			}
		}
	}()
	h.Handler.ServeHTTP(w, in)
	return w.response(req), nil
}

// answer is an http.ResponseWriter in memory.
type answer struct {
	header, sent http.Header
	status       int
	body         bytes.Buffer
}

func (a *answer) Header() http.Header { return a.header }

func (a *answer) WriteHeader(status int) {
	if a.status == 0 && status >= 200 {
		a.status, a.sent = status, a.header.Clone()
	}
}

func (a *answer) Write(p []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.body.Write(p)
}

func (a *answer) Flush() {}

func (a *answer) response(req *http.Request) *http.Response {
	a.WriteHeader(http.StatusOK)
	if a.sent.Get("Content-Length") == "" && a.body.Len() > 0 {
		a.sent.Set("Content-Length", strconv.Itoa(a.body.Len()))
	}
	if a.sent.Get("Content-Type") == "" && a.body.Len() > 0 {
		a.sent.Set("Content-Type", http.DetectContentType(a.body.Bytes()))
	}
	return &http.Response{
		Status: fmt.Sprintf("%d %s", a.status, http.StatusText(a.status)), StatusCode: a.status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: a.sent, Body: InMemoryBody(a.body.Bytes()), ContentLength: int64(a.body.Len()), Request: req,
	}
}
