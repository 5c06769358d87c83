// Package journal has what the journal of a mock cloud shows of an exchange: see mockcloud.Control.Journal.
package journal

import (
	"time"

	"plumbline/internal/openapi"
	"plumbline/internal/openapi/exchange"
)

// Entry is one exchange for display.
type Entry struct {
	Seq          uint64          `json:"seq"`
	Time         time.Time       `json:"time"`
	Micros       int64           `json:"micros"`
	Service      openapi.Service `json:"service"`
	Operation    string          `json:"operation,omitempty"`
	Microversion openapi.Version `json:"microversion,omitzero"`
	RequestID    string          `json:"request_id"`
	UserID       string          `json:"user_id,omitempty"`
	exchange.Request
	// BodyCut tells that RequestBody is only the beginning, or missing.
	BodyCut bool `json:"body_cut,omitempty"`
	// Shortened tells that the request's method, URL or headers were too large to be kept whole.
	Shortened bool `json:"shortened,omitempty"`
	// Stripped tells that headers, bodies and the end of a long URL were dropped to make room for newer entries.
	Stripped bool `json:"stripped,omitempty"`
	// Token identifies the token without showing it: 8 hexadecimal digits of its SHA-256.
	Token string `json:"token,omitempty"`
	exchange.Response
	// Stage is the stage or step that refused the request.
	Stage string `json:"stage,omitempty"`
	// Rules are the fault rules that applied to it.
	Rules []string `json:"rules,omitempty"`
	// Unimplemented is the requested operation if the mock does not perform it yet ("GET /os-hosts").
	Unimplemented string `json:"unimplemented,omitempty"`
	// Bugs are the mock's violations of its own documents; the answer was 500.
	Bugs []string `json:"bugs,omitempty"`
}
