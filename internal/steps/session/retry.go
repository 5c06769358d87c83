package session

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"plumbline/internal/steps/wire"
)

// Retries is how often a request of the suite's own (set-up, observation, probe, clean-up) is sent again after a failure on
// the way to the service. A subject exchange is sent once.
const Retries = 3

const (
	firstRetry = 500 * time.Millisecond
	// longestRetry bounds the pause that a service requests with Retry-After.
	longestRetry = 30 * time.Second
)

// MayRetry tells whether a request may be sent again: it got no answer, or one of a proxy or load balancer (429, 502, 503, 504). A
// POST may have been carried out although its answer is lost, so it is sent again only if it was never sent or was refused (429, 503).
func MayRetry(method string, status int, err error) bool {
	if err == nil {
		switch status {
		case http.StatusTooManyRequests, http.StatusServiceUnavailable:
			return true
		case http.StatusBadGateway, http.StatusGatewayTimeout:
			return method != http.MethodPost
		}
		return false
	}
	var foreign *wire.ForeignAnswer
	if errors.As(err, &foreign) {
		return MayRetry(method, foreign.Status, nil)
	}
	var sent *url.Error
	var log *wire.LogError
	var untrusted *tls.CertificateVerificationError
	var operation *net.OpError
	switch {
	case !errors.As(err, &sent), errors.Is(err, context.Canceled), errors.Is(err, wire.ErrTooMuch), errors.As(err,
		&log), errors.As(err, &untrusted):
		return false
	case errors.As(err, &operation) && operation.Op == "dial":
		return true
	}
	return method != http.MethodPost && !sent.Timeout() // no retry after a time-out of minutes
}

// IsUnavailable tells whether a status means that a service is unavailable for now. Such an answer to one of the suite's
// own requests proves nothing, whether the service or a proxy gave it.
func IsUnavailable(status int) bool {
	switch status {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// IsUnanswered tells whether an error means that a request got no answer.
func IsUnanswered(err error) bool {
	var sent *url.Error
	return errors.As(err, &sent)
}

// MayBeLost tells whether a POST may have been carried out although its answer is lost or says nothing about it.
func MayBeLost(method string, status int, err error) bool {
	if method != http.MethodPost {
		return false
	}
	return IsUnanswered(err) || status == http.StatusBadGateway || status == http.StatusGatewayTimeout
}

// RetryPause is the pause before the n-th retry (from 1): twice as long each time, or the Retry-After of the
// answer, up to half a minute.
func RetryPause(n int, h http.Header) time.Duration {
	if seconds, err := strconv.Atoi(h.Get("Retry-After")); err == nil && seconds >= 0 {
		return min(time.Duration(seconds)*time.Second, longestRetry)
	}
	return firstRetry << (n - 1)
}

func (s *Session) Pause(ctx context.Context, d time.Duration) error {
	if s.Sleep != nil {
		return s.Sleep(ctx, d)
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// AliveTime bounds one request that finds out whether the target answers.
const AliveTime = 10 * time.Second
