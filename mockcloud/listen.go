package mockcloud

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"plumbline/internal/mockcloud/control"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/setup"
)

// Time-outs of the server, so that a client that sends very slowly does not hold a connection for ever.
const (
	headerTime   = 10 * time.Second
	requestTime  = 60 * time.Second
	idleTime     = 2 * time.Minute
	shutdownTime = 3 * time.Second
)

// Limits on what the server holds at once (bytes, and connections; further ones wait). The URL and headers of an OpenStack client
// have a few kilobytes, and eventlet's limit is 16 KiB a line.
const (
	mostHeaders     = 64 << 10
	mostConnections = 1024
)

// Served is a cloud that is being served by a listener.
type Served struct {
	URL    string
	server *http.Server
	done   chan error
}

// ListenOption is an option of Listen.
type ListenOption func(*setup.Listener)

// WithTLS serves over TLS 1.2 or newer, with HTTP/2; see secure.Open for a configuration from files. If it has ClientCAs, clients
// need a certificate of theirs for everything but the request whether the mock is running.
func WithTLS(config *tls.Config) ListenOption { return func(l *setup.Listener) { l.TLS = config } }

// Listen serves the cloud on a TCP address ("127.0.0.1:0" takes any free port) until Close. If other machines can reach it and there
// is no control token, it generates one: see ControlToken.
func (c *Cloud) Listen(address string, opts ...ListenOption) (*Served, error) {
	var o setup.Listener
	for _, opt := range opts {
		opt(&o)
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("mock cloud: %w", err)
	}
	l = limitConnections(l, mostConnections)
	if c.steer != nil && !o.Programs && c.ControlToken() == "" && !control.IsLoopback(l.Addr().String()) {
		made := strings.ToLower(rand.Text())
		c.token.Store(&made)
	}
	url := "http://" + reachableAddress(l.Addr())
	s := &Served{done: make(chan error, 1), server: &http.Server{
		Handler: c, ReadHeaderTimeout: headerTime, ReadTimeout: requestTime, IdleTimeout: idleTime,
		MaxHeaderBytes: mostHeaders,
	}}
	s.server.RegisterOnShutdown(c.control.HangUp)
	serve := s.server.Serve
	if o.TLS != nil {
		url = "https://" + reachableAddress(l.Addr())
		s.server.TLSConfig = o.TLS.Clone()
		if s.server.TLSConfig.MinVersion == 0 {
			s.server.TLSConfig.MinVersion = tls.VersionTLS12
		}
		serve = func(l net.Listener) error { return s.server.ServeTLS(l, "", "") }
		if o.TLS.ClientCAs != nil {
			s.server.TLSConfig.ClientAuth = tls.VerifyClientCertIfGiven
			s.server.Handler = requireClientCertificate(c)
		}
	}
	s.URL = url
	if o.Programs {
		s.server.Handler = c.forPrograms(o.Before)
	} else {
		c.url.Store(&url)
	}
	go func() { s.done <- serve(l) }()
	return s, nil
}

// forPrograms is the handler for embedded.ForPrograms.
func (c *Cloud) forPrograms(before func()) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, control.Prefix) {
			http.NotFound(w, r)
			return
		}
		before()
		c.ServeHTTP(w, r.WithContext(pipeline.LinkByHost(r.Context())))
	})
}

// reachableAddress is an address to which a client on this machine can connect, also if the listener's address stands for all
// interfaces.
func reachableAddress(at net.Addr) string {
	tcp, ok := at.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return at.String()
	}
	return net.JoinHostPort("127.0.0.1", strconv.Itoa(tcp.Port))
}

// Done receives the reason when the server has ended by itself.
func (s *Served) Done() <-chan error { return s.done }

// Close stops the server: requests in progress have a moment to finish, then they are cut off.
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

// T is the part of *testing.T that Start uses.
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
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Fatalf("mock cloud: closing: %v", err)
		}
	})
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
