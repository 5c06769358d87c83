package session

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
)

// explainTLS turns an error about certificates into a sentence that says what to do; nil for any other error.
func explainTLS(what, at string, err error) error {
	var authority x509.UnknownAuthorityError
	var hostname x509.HostnameError
	var invalid x509.CertificateInvalidError
	var verification *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	say := func(sentence string) error { return fmt.Errorf("%s at %s %w: %s", what, at, ErrUntrusted, sentence) }
	switch {
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return say(fmt.Sprintf("its certificate is out of date (%s); the cloud needs a new one, or this machine's clock is wrong",
			invalid.Detail))
	case errors.As(err, &hostname):
		return say(fmt.Sprintf("its certificate is for another name (%s); use the name it is for in auth_url and in the "+
			"catalogue, or give the cloud a certificate for %s",
			names(hostname.Certificate), hostname.Host))
	case errors.As(err, &authority):
		return say("its certificate is signed by an authority that is not known here; give the authority's certificate with " +
			"cacert in clouds.yaml or OS_CACERT (--insecure takes any certificate)")
	case errors.As(err, &invalid), errors.As(err, &verification):
		return say(fmt.Sprintf("its certificate does not verify; give the CA with cacert in clouds.yaml or OS_CACERT (%v)", Root(err)))
	case errors.Is(err, http.ErrSchemeMismatch), errors.As(err, &record):
		return say("it does not speak TLS; use http:// for it in auth_url or in the catalogue")
	}
	return explainAlert(what, at, err)
}

// explainAlert explains the TLS alert with which the other side ended the handshake.
func explainAlert(what, at string, err error) error {
	var operation *net.OpError
	if !errors.As(err, &operation) || operation.Op != "remote error" {
		return nil
	}
	alert := strings.TrimPrefix(operation.Err.Error(), "tls: ")
	switch alert {
	case "certificate required", "bad certificate", "handshake failure":
		return fmt.Errorf("%s at %s %w: it wants a client certificate that it knows; give one with cert and key in "+
			"clouds.yaml, or OS_CERT and OS_KEY (%s)", what, at, ErrRefused, alert)
	case "unknown certificate authority", "unknown certificate", "expired certificate", "revoked certificate", "unsupported certificate":
		return fmt.Errorf("%s at %s %w: it does not take the client certificate of cert and key in clouds.yaml, or of "+
			"OS_CERT and OS_KEY (%s)", what, at, ErrRefused, alert)
	}
	return fmt.Errorf("%s at %s %w: TLS ended with %q", what, at, ErrUntrusted, alert)
}

// names lists the names that a certificate is valid for.
func names(c *x509.Certificate) string {
	if c == nil {
		return "unknown"
	}
	all := append([]string(nil), c.DNSNames...)
	for _, ip := range c.IPAddresses {
		all = append(all, ip.String())
	}
	if len(all) == 0 {
		return "it has no subject alternative names"
	}
	return strings.Join(all, ", ")
}
