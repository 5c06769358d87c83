// Package exchange is a request and its answer as they are written down: the mock's journal, event logs of runs and packs of
// answers embed these, so that a reader of one reads all.
package exchange

import "net/http"

// Request is what was asked.
type Request struct {
	Method        string      `json:"method,omitempty"`
	URL           string      `json:"url"`
	RequestHeader http.Header `json:"request_header,omitempty"`
	RequestBody   string      `json:"request_body,omitempty"`
}

// Response is what was answered.
type Response struct {
	// Status is 0 where nothing was answered.
	Status         int         `json:"status,omitempty"`
	ResponseHeader http.Header `json:"response_header,omitempty"`
	ResponseBody   string      `json:"response_body,omitempty"`
}
