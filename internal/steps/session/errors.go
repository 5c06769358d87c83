package session

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"syscall"

	"github.com/gophercloud/gophercloud/v2"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/wire"
)

// Sentinels of what can be wrong with a target; each comes wrapped in a sentence that says what to do.
var (
	// ErrUnreachable: nothing answers at the address.
	ErrUnreachable = errors.New("cannot be reached")
	// ErrRefused: the credentials were refused.
	ErrRefused = errors.New("refuses the credentials")
	// ErrUntrusted: the TLS handshake failed.
	ErrUntrusted = errors.New("is not trusted")
	// ErrNoCompute: the catalogue has no compute service for the region and interface.
	ErrNoCompute = errors.New("no compute service")
	// ErrForbidden: the user may not do what the suite needs.
	ErrForbidden = errors.New("not allowed")
)

// Explain turns a client's error about a request to a service into one sentence for an operator.
func Explain(service openapi.Service, at *url.URL, err error) error {
	return &unanswered{ExplainError(string(service)+" service", at.Scheme+"://"+at.Host, err), err}
}

// ExplainError turns a client library's error into one sentence for an operator.
func ExplainError(what, at string, err error) error {
	var network *url.Error
	var foreign *wire.ForeignAnswer
	var astray *wire.Astray
	var operation *net.OpError
	var status gophercloud.ErrUnexpectedResponseCode
	if untrusted := explainTLS(what, at, err); untrusted != nil {
		return untrusted
	}
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded) && !errors.As(err, &network):
		return err
	case errors.As(err, &status):
		if status.Actual == http.StatusBadRequest && strings.Contains(string(status.Body), "HTTPS") {
			return fmt.Errorf("%s at %s %w: it speaks TLS; use https:// for it", what, at, ErrUntrusted)
		}
		if wantsCertificate(status.Actual, status.Body) {
			return fmt.Errorf("%s at %s %w: it wants a client certificate and got none that it knows (%d); give one with cert "+
				"and key in clouds.yaml, or OS_CERT and OS_KEY", what, at, ErrRefused, status.Actual)
		}
		return explainStatus(what, at, status.Actual)
	case errors.As(err, &foreign):
		return fmt.Errorf("%s at %s: %w", what, at, foreign)
	case errors.As(err, &astray):
		return fmt.Errorf("%s at %s %w: %w", what, at, ErrUntrusted, astray)
	case outOfTime(err):
		return fmt.Errorf("%s at %s %w: no whole answer in time; the connection is stuck, or the service is (%w)", what, at,
			ErrUnreachable, Root(err))
	case errors.Is(err, wire.ErrTooMuch):
		return fmt.Errorf("%s at %s: %w; nothing was proven", what, at, tooMuch(err))
	case errors.Is(err, wire.ErrCutOff):
		return fmt.Errorf("%s at %s: %w; nothing was proven (%w)", what, at, wire.ErrCutOff, Root(err))
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return fmt.Errorf("%s at %s %w: the connection broke before there was an answer; whether the request was carried "+
			"out is not known (%w)", what, at, ErrUnreachable, Root(err))
	case errors.As(err, &network), errors.As(err, &operation):
		return fmt.Errorf("%s at %s %w: check the address and that it is up (%w)", what, at, ErrUnreachable, Root(err))
	}
	return fmt.Errorf("%s at %s: %w", what, at, err)
}

// outOfTime tells whether an answer was not complete before its time-out. Either the client's timer or the reading of the
// body notices it first: the one gives an error with Timeout(), the other context.DeadlineExceeded.
func outOfTime(err error) bool {
	var network net.Error
	return errors.As(err, &network) && network.Timeout() || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, os.ErrDeadlineExceeded)
}

// wantsCertificate tells whether a proxy in front of a service refuses a request for want of a client certificate: Apache
// and the mock answer 403, nginx 400 (or its own 495 and 496), each with a message of its own.
func wantsCertificate(status int, body []byte) bool {
	text := strings.ToLower(string(body[:min(len(body), 4<<10)]))
	switch status {
	case http.StatusForbidden, http.StatusBadRequest, 495, 496:
		return strings.Contains(text, "certificate")
	}
	return false
}

// tooMuch is the error for an answer that is too large, without the request's URL that the client library puts before it.
func tooMuch(err error) error {
	var request *url.Error
	for errors.As(err, &request) {
		err = request.Err
	}
	return err
}

func explainStatus(what, at string, status int) error {
	switch status {
	case http.StatusUnauthorized:
		return fmt.Errorf("%s at %s %w (401): check user name, password, domain and project", what, at, ErrRefused)
	case http.StatusForbidden:
		return fmt.Errorf("%s at %s: %w (403)", what, at, ErrForbidden)
	case http.StatusNotFound:
		return fmt.Errorf("%s at %s %w: nothing is there (404); auth_url should end in /v3", what, at, ErrUnreachable)
	}
	return fmt.Errorf("%s at %s answers %d", what, at, status)
}

// unanswered is a sentence why there was no answer, with the client's error, by which a retry is decided.
type unanswered struct{ sentence, cause error }

func (e *unanswered) Error() string { return e.sentence.Error() }

func (e *unanswered) Unwrap() []error { return []error{e.sentence, e.cause} }

// Root is the innermost cause of an error, the part that an operator can act on.
func Root(err error) error {
	for {
		next := errors.Unwrap(err)
		if next == nil {
			return err
		}
		err = next
	}
}
