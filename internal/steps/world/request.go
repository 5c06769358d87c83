package world

import (
	"net/http"
	"net/url"

	"plumbline/internal/openapi"
)

// Role is the purpose of an exchange.
type Role string

// The closed set of roles, as the event log writes them.
const (
	Setup   Role = "setup"
	Subject Role = "subject"
	Observe Role = "observe"
	Cleanup Role = "cleanup"
	Probe   Role = "probe"
)

// Request is one HTTP request in the terms of the API.
type Request struct {
	// Actor sends it: admin, manager, member, member2, reader, outsider, outsider-admin, service, system-admin,
	// system-reader or nobody (no token).
	Actor string
	// Service is openapi.Compute when empty.
	Service openapi.Service
	Method  string
	// Path is relative to the service's versioned root, as in its documents: "/servers/ID/action". It is sent
	// byte by byte: escape what needs escaping.
	Path string
	// Root makes Path relative to the service's unversioned root ("/" is version discovery, "/v2/servers" the legacy API).
	Root bool
	// Address is a whole URL from an answer of the target, such as a webhook; it replaces Root, Prefix and Path.
	Address string
	// Prefix is put between the versioned root and Path: "/{project_id}" forms of paths.
	Prefix string
	Query  url.Values
	// At is the microversion header: "2.54", "latest", any other text as it stands; "" sends no header.
	At string
	// Header is added to the request; a key with an empty slice removes a header that would be sent by default
	// (X-Auth-Token, Content-Type, OpenStack-API-Version, Accept).
	Header http.Header
	// Body is sent as JSON; nil sends no body (use world.Null for a JSON null).
	Body any
	// Raw is sent as it is, with Content-Type application/json unless Header says otherwise; it wins over Body.
	Raw []byte
}

// Null is a body that is the JSON value null.
var Null = &struct{}{}
