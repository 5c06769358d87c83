// Package secure reads the certificates that a mock cloud serves with, and makes some for tests.
package secure

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"sync/atomic"
	"time"

	"plumbline/internal/openapi/intake"
)

// Files are certificates and keys in PEM form.
type Files struct {
	// Cert is the server's certificate, with the intermediate ones; Key is its key.
	Cert, Key string
	// ClientCA are the authorities of client certificates, "" if clients need none.
	ClientCA string
}

// Source is a TLS configuration from files that can be read again. It is safe for concurrent use.
type Source struct {
	files Files
	now   func() time.Time
	held  atomic.Pointer[tls.Config]
}

// Open reads the files; now is the machine's time.
func Open(f Files, now func() time.Time) (*Source, error) {
	s := &Source{files: f, now: now}
	return s, s.Reload()
}

// Config is a configuration for a server; connections made after a Reload use the reloaded files.
func (s *Source) Config() *tls.Config {
	c := s.held.Load().Clone()
	c.GetConfigForClient = func(*tls.ClientHelloInfo) (*tls.Config, error) { return s.held.Load(), nil }
	return c
}

// Reload reads the files again. If one of them is invalid, nothing changes.
func (s *Source) Reload() error {
	cert, err := s.pair()
	if err != nil {
		return err
	}
	c := &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"}}
	if s.files.ClientCA != "" {
		if c.ClientCAs, err = pool(s.files.ClientCA); err != nil {
			return err
		}
		c.ClientAuth = tls.VerifyClientCertIfGiven
	}
	s.held.Store(c)
	return nil
}

func (s *Source) pair() (tls.Certificate, error) {
	certificate, err := read(s.files.Cert, "certificate")
	if err != nil {
		return tls.Certificate{}, err
	}
	key, err := read(s.files.Key, "key")
	if err != nil {
		return tls.Certificate{}, err
	}
	pair, err := tls.X509KeyPair(certificate, key)
	if err != nil {
		return pair, fmt.Errorf("certificate %s and key %s: %w: both have to be in PEM form, and the key has to be the certificate's",
			s.files.Cert, s.files.Key, err)
	}
	if end := pair.Leaf.NotAfter; s.now().After(end) {
		return pair, fmt.Errorf("certificate %s was good until %s: put a new one there", s.files.Cert, end.UTC().Format(time.DateTime))
	}
	return pair, nil
}

func pool(file string) (*x509.CertPool, error) {
	text, err := read(file, "authority of clients")
	if err != nil {
		return nil, err
	}
	out := x509.NewCertPool()
	if !out.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("authority of clients: %s holds no certificate in PEM form", file)
	}
	return out, nil
}

func read(file, what string) ([]byte, error) {
	text, err := intake.ReadFile(file, intake.Key)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: there is no file %s; --tls-self-signed DIR makes what a test needs", what, file)
	case errors.Is(err, fs.ErrPermission):
		return nil, fmt.Errorf("%s: %s may not be read by this user", what, file)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	return text, nil
}
