package pipeline

import (
	"net/http"

	"plumbline/internal/mockcloud/journal"
	"plumbline/internal/mockcloud/shares"
)

// vary is shared by all answers of services without a header for versions of their own.
var vary = []string{"OpenStack-API-Version"}

// write sends an answer and journals the exchange. Header names are in canonical form already, values
// that do not depend on the request are shared.
func (s *serving) write(w http.ResponseWriter, x *Exchange, out *rendered) {
	h := w.Header()
	for name, values := range out.header {
		h[name] = values
	}
	if x.echo != nil && !x.bare && x.echo.standard != nil {
		h["Openstack-Api-Version"] = x.echo.standard
		if h["Vary"] = vary; s.legacy != "" {
			h[s.legacy] = x.echo.legacy
			h["Vary"] = s.vary
		}
	}
	if s.Headers != nil {
		s.Headers(x, h)
	} else {
		RequestID(x, h)
	}
	if len(out.body) > 0 || out.status != http.StatusNoContent {
		if out.contentType[0] != "" {
			h["Content-Type"] = out.contentType
		}
		h["Content-Length"] = out.length
	} else if s.EmptyType != "" {
		h["Content-Type"] = []string{s.EmptyType}
	}
	w.WriteHeader(out.status)
	if len(out.body) > 0 && x.Request.Method != http.MethodHead {
		_, _ = w.Write(out.body)
	}
	x.Env.Shares.AddLap(shares.Write)
	x.journal(out, h)
	x.Env.Shares.AddLap(shares.Journal)
	if x.Operation != nil && x.Request.Method == http.MethodGet {
		x.Env.read(x)
	}
}

// RequestID is the Headers of services that send the request's id with every answer.
func RequestID(x *Exchange, h http.Header) { h["X-Openstack-Request-Id"] = []string{x.RequestID} }

// RequestIDBelowRoots is the Headers of services that send no request id above their versioned roots.
func RequestIDBelowRoots(x *Exchange, h http.Header) {
	if x.Versioned != "" {
		RequestID(x, h)
	}
}

// journal adds the exchange to the journal.
func (x *Exchange) journal(out *rendered, h http.Header) {
	r := journal.Record{
		Started: x.started, Service: x.Service, Version: x.Version, RequestID: x.RequestID, UserID: x.Caller.UserID,
		Request: x.Request, Body: x.Raw, Status: out.status, Header: h, Answer: out.body, Shared: x.hit != nil,
		Unimplemented: x.missing, Rules: x.rules, Bugs: x.noted, Drift: x.drift,
	}
	if x.Operation != nil {
		r.Operation = x.Operation.ID
	}
	if out.fault != nil {
		r.Stage = out.fault.Stage
	}
	x.Env.Journal.Add(&r)
}
