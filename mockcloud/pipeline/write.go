package pipeline

import (
	"net/http"

	"plumbline/openapi"
)

// vary is what Nova sends as two header lines, other services the first of them; shared by all answers.
var vary = []string{"OpenStack-API-Version", "X-OpenStack-Nova-API-Version"}

// write sends an answer and journals the exchange. Header names are in canonical form already, values
// that do not depend on the request are shared.
func (s *serving) write(w http.ResponseWriter, x *Exchange, out *rendered) {
	h := w.Header()
	for name, values := range out.header {
		h[name] = values
	}
	if x.echo != nil && !x.bare && x.echo.standard != nil {
		h["Openstack-Api-Version"] = x.echo.standard
		if h["Vary"] = vary[:1:1]; x.Service == openapi.Compute {
			h["X-Openstack-Nova-Api-Version"] = x.echo.legacy
			h["Vary"] = vary
		}
	}
	if s.Headers != nil {
		s.Headers(x, h)
	} else {
		requestIDs(x, h)
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
	x.Env.Shares.lap(ShareWrite)
	x.Env.Journal.exchange(x, out, h)
	x.Env.Shares.lap(ShareJournal)
	if x.Operation != nil && x.Request.Method == http.MethodGet {
		x.Env.read(x)
	}
}
