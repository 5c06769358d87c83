package world

import (
	"net/http"
	"net/url"

	"plumbline/openapi"
)

// Role says what an exchange is for.
type Role string

// The closed set of roles, as the event log writes them.
const (
	Setup   Role = "setup"
	Subject Role = "subject"
	Observe Role = "observe"
	Cleanup Role = "cleanup"
	Probe   Role = "probe"
)

// Request is one HTTP request in words of the API.
type Request struct {
	// Actor is who sends it: admin, manager, member, member2, reader, outsider, outsider-admin, service, system-admin,
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
	// Address is a whole URL that the target itself gave, a webhook; it stands for Root, Prefix and Path.
	Address string
	// Prefix is put between the versioned root and Path: "/{project_id}" forms of paths.
	Prefix string
	Query  url.Values
	// At is the microversion to ask for: "2.54", "latest", any other text as it stands; "" sends no microversion header.
	At string
	// Header is added to the request; a key with an empty value slice removes what would be sent otherwise
	// (X-Auth-Token, Content-Type, OpenStack-API-Version, Accept).
	Header http.Header
	// Body is sent as JSON; nil sends no body (use world.Null for a JSON null).
	Body any
	// Raw is sent as it is, with Content-Type application/json unless Header says otherwise; it wins over Body.
	Raw []byte
}

// Null is a body that is the JSON value null.
var Null = &struct{}{}
