package wire

import (
	"context"
	"fmt"
	"net/http"

	"plumbline/internal/openapi/exchange"
	"plumbline/internal/reports/eventlog"
)

// Withheld checks the answer of an exchange with secret content. The exchange is recorded only where the answer violates
// its document, without headers and bodies.
func (r *Recorder) Withheld(_ context.Context, n Note, req *http.Request, resp *http.Response, answer []byte) error {
	if ofTheService(n.Service, resp, answer) != nil {
		return nil // the sender of the request finds that out
	}
	operation, found := r.drift(n, req.Method, nil, resp, answer)
	if len(found) == 0 {
		return nil
	}
	n.ID = fmt.Sprintf("x%d", r.Count.Add(1))
	err := r.Log.Append(&eventlog.Exchanged{
		ID: n.ID, Operation: operation, Drift: found,
		Exchange: eventlog.Exchange{
			Role: n.Role, Actor: n.Actor, Service: string(n.Service),
			Request:  exchange.Request{Method: req.Method, URL: r.Redact.URL(req.URL.String()), RequestBody: "[withheld]"},
			Response: exchange.Response{Status: resp.StatusCode, ResponseBody: "[withheld]"},
		},
	})
	if err != nil {
		return &LogError{err}
	}
	return nil
}
