package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strings"

	"plumbline/internal/openapi"
)

// ForeignAnswer is the error for an answer that the service did not give, but something on the way: a proxy, a load
// balancer, a maintenance page. It says nothing about the service, whatever its status.
type ForeignAnswer struct {
	Service openapi.Service
	Status  int
	// Why names the sign by which it was recognised.
	Why string
}

func (s *ForeignAnswer) Error() string {
	return fmt.Sprintf("the answer %d is not the %s service's own but from something on the way to it: %s; nothing was proven", s.Status,
		s.Service, s.Why)
}

// ErrCutOff marks an answer that ended too early.
var ErrCutOff = errors.New("the answer was cut off")

// requestIDs are the headers with which OpenStack services number their answers.
var requestIDs = []string{"X-Openstack-Request-Id", "X-Compute-Request-Id", "Openstack-Request-Id"}

// onTheWay are statuses that only proxies answer, never a service.
var onTheWay = []int{http.StatusProxyAuthRequired, http.StatusNetworkAuthenticationRequired}

// noKeystone is in a service's own answer, with 503, when it cannot validate a token at the identity service
// (keystonemiddleware.auth_token).
const noKeystone = "Keystone service is temporarily unavailable"

// guestMetadata is the one service without request ids and envelopes.
const guestMetadata openapi.Service = "metadata"

// ofTheService tells whether an answer is the service's: it answers nil, a *ForeignAnswer, or ErrCutOff. A service's answer
// has a request id, or is a fault in its envelope. An error with neither is foreign, and so is a success with an HTML page
// and no request id. That fits every answer seen of Zed and 2025.1.
func ofTheService(service openapi.Service, resp *http.Response, body []byte) error {
	status := resp.StatusCode
	foreign := func(why string, args ...any) error {
		return &ForeignAnswer{Service: service, Status: status, Why: fmt.Sprintf(why, args...)}
	}
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	switch {
	case service == guestMetadata:
		if status >= 500 || status == http.StatusTooManyRequests {
			return foreign("it has no metadata")
		}
		return nil
	case slices.Contains(onTheWay, status):
		return foreign("no service answers that")
	case status == http.StatusServiceUnavailable && bytes.Contains(body, []byte(noKeystone)):
		return foreign("it says that the %s", noKeystone)
	case cutOff(resp, kind, body):
		return fmt.Errorf("%w: it had no length, and its JSON ends in the middle", ErrCutOff)
	case status == http.StatusUnauthorized: // of keystonemiddleware, which in Glance runs before the request id is set
		if asks, _, _ := strings.Cut(resp.Header.Get("Www-Authenticate"), " "); asks != "" && !strings.EqualFold(asks, "keystone") {
			return foreign("it wants a password of the kind %s", asks)
		}
		return nil
	case numbered(resp.Header):
		return nil
	case sentElsewhere(resp) != "":
		return foreign("it has no request id, and sends to another origin, %s, where nothing is sent; correct auth_url or "+
			"the catalogue if that is the right place", sentElsewhere(resp))
	case status >= 400 && !hasEnvelope(body):
		return foreign("it has neither a request id nor an error envelope, but %s", content(kind, body))
	case status < 400 && len(body) > 0 && kind == "text/html":
		return foreign("it has no request id, but %s", content(kind, body))
	}
	return nil
}

func numbered(h http.Header) bool {
	return slices.ContainsFunc(requestIDs, func(name string) bool { return h.Get(name) != "" })
}

// cutOff tells whether an answer without a length, which ends with the connection, ended too early.
func cutOff(resp *http.Response, kind string, body []byte) bool {
	if resp.ContentLength >= 0 || len(resp.TransferEncoding) > 0 || resp.ProtoMajor != 1 || kind != "application/json" || len(body) == 0 {
		return false
	}
	return !json.Valid(body)
}

// hasEnvelope recognises the error envelopes of the services: {"NAME": {"message": …}} of Nova, Cinder and Neutron,
// {"error": {…}} of Keystone, {"error": {…}, "explanation": …} of Heat, {"errors": […]} of Placement.
func hasEnvelope(body []byte) bool {
	var outer map[string]json.RawMessage
	if json.Unmarshal(body, &outer) != nil {
		return false
	}
	var list []map[string]any
	if json.Unmarshal(outer["errors"], &list) == nil && len(list) > 0 {
		return true
	}
	for _, inner := range outer {
		var fault struct {
			Message *string `json:"message"`
		}
		if json.Unmarshal(inner, &fault) == nil && fault.Message != nil {
			return true
		}
	}
	return false
}

// content describes a body in a few words.
func content(kind string, body []byte) string {
	if len(bytes.TrimSpace(body)) == 0 {
		return "nothing at all"
	}
	const most = 60
	text := []rune(strings.Join(strings.Fields(string(body)), " "))
	if len(text) > most {
		text = append(text[:most], '…')
	}
	if kind == "" {
		kind = "something"
	}
	return fmt.Sprintf("%s that begins %q", kind, string(text))
}
