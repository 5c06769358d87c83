// Package exchange has the JSON form of a request and its answer. The mock's journal, the event logs of runs and packs of
// answers embed it, so that a program that reads one of them can read all.
package exchange

import "net/http"

// Request is a request as it was sent.
type Request struct {
	Method        string      `json:"method,omitempty"`
	URL           string      `json:"url"`
	RequestHeader http.Header `json:"request_header,omitempty"`
	RequestBody   string      `json:"request_body,omitempty"`
}

// Response is the answer as it was received.
type Response struct {
	// Status is 0 where there was no answer.
	Status         int         `json:"status,omitempty"`
	ResponseHeader http.Header `json:"response_header,omitempty"`
	ResponseBody   string      `json:"response_body,omitempty"`
}
