package target

import (
	"crypto/x509"
	"fmt"
	"net/http"
	"os"
	"time"
)

func readPool(file string) (*x509.CertPool, error) {
	pem, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("CA certificate: %w", err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("CA certificate: %s holds no certificate in PEM form", file)
	}
	return pool, nil
}

// transport is the connection of one login to its cloud. Answers are never decompressed behind the
// suite's back, so that what is recorded is what was sent.
func (l Login) transport() http.RoundTripper {
	base := http.DefaultTransport.(*http.Transport).Clone()
	base.DisableCompression = true
	base.ResponseHeaderTimeout = 2 * time.Minute
	base.MaxIdleConnsPerHost = 8
	if l.TLS != nil {
		base.TLSClientConfig = l.TLS
	}
	return base
}
