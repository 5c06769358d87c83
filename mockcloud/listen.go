package mockcloud

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// Time-outs of the server: a client that sends its body drop by drop does not hold a connection for ever.
const (
	headerTime   = 10 * time.Second
	requestTime  = 60 * time.Second
	idleTime     = 2 * time.Minute
	shutdownTime = 3 * time.Second
)

// Served is a cloud on a listener.
type Served struct {
	URL    string
	server *http.Server
	done   chan error
}

// Listen serves the cloud on a TCP address ("127.0.0.1:0" takes any free port) until Close.
func (c *Cloud) Listen(address string) (*Served, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("mock cloud: %w", err)
	}
	url := "http://" + l.Addr().String()
	c.url.Store(&url)
	s := &Served{URL: url, done: make(chan error, 1), server: &http.Server{
		Handler: c, ReadHeaderTimeout: headerTime, ReadTimeout: requestTime, IdleTimeout: idleTime,
	}}
	go func() { s.done <- s.server.Serve(l) }()
	return s, nil
}

// Done says when the server has ended by itself, with the reason.
func (s *Served) Done() <-chan error { return s.done }

// Close ends the server: requests under way are finished for a moment, then cut off.
func (s *Served) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), shutdownTime)
	defer cancel()
	if err := s.server.Shutdown(ctx); err != nil {
		if !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		return s.server.Close()
	}
	return nil
}

// T is what Start needs of a *testing.T.
type T interface {
	Helper()
	Fatalf(format string, args ...any)
	Cleanup(func())
}

// Start makes a cloud and serves it on a free loopback port until the test ends.
func Start(t T, opts ...Option) *Cloud {
	t.Helper()
	c, err := New(opts...)
	if err != nil {
		t.Fatalf("%v", err)
		return nil
	}
	s, err := c.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatalf("%v", err)
		return nil
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Fatalf("mock cloud: closing: %v", err)
		}
	})
	return c
}
