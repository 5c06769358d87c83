package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
)

// canned is a recorded answer of the mock.
type canned struct {
	status int
	header http.Header
	body   []byte
}

// serveBare serves the answers of the mock at a URL to the measured requests, byte for byte, from memory: its cost is that of
// net/http alone.
func serveBare(ctx context.Context, address, mock string, out io.Writer) error {
	answers := map[string]*canned{}
	// Refused requests have the same path as accepted ones; they differ in the body's length, which is cheap to compare.
	key := func(method, path string, length int64) string { return fmt.Sprint(method, path, length) }
	for _, e := range exchanges() {
		resp, body, err := e.answer(mock)
		if err != nil {
			return err
		}
		resp.Header.Del("Date")
		answers[key(e.method, e.path, int64(len(e.body)))] = &canned{resp.StatusCode, resp.Header, body}
	}
	byLength := map[int64]*canned{}
	for _, e := range exchanges() {
		byLength[int64(len(e.method)+len(e.path)+len(e.body))] = answers[key(e.method, e.path, int64(len(e.body)))]
	}
	if len(byLength) != len(answers) {
		return fmt.Errorf("two of the measured requests have the same length")
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a := byLength[int64(len(r.Method)+len(r.RequestURI))+max(0, r.ContentLength)]
		if a == nil {
			http.NotFound(w, r)
			return
		}
		if r.ContentLength > 0 {
			_, _ = io.ReadFull(r.Body, make([]byte, r.ContentLength))
		}
		h := w.Header()
		for name, values := range a.header {
			h[name] = values
		}
		w.WriteHeader(a.status)
		_, _ = w.Write(a.body)
	})}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	fmt.Fprintf(out, "ready: http://%s\n", l.Addr())
	if err := server.Serve(l); ctx.Err() == nil {
		return err
	}
	return nil
}
