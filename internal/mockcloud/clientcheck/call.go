package clientcheck

import (
	"net/url"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/mockcloud/journal"
)

// call is an exchange with what the documents say about it.
type call struct {
	*journal.Entry
	url   *url.URL
	agent string
	// caller distinguishes callers: the token's fingerprint, or the client's name.
	caller string
	chain  *openapi.Chain
	// route is nil if the path exists at no microversion; action is the body's key.
	route  *openapi.Route
	params openapi.Params
	action string
	// version is the requested microversion, even if the service did not read it.
	version openapi.Version
	// document is that of the requested microversion, nil if there is none; operation is nil if the document does not have it.
	document  *openapi.Document
	operation *openapi.Operation
}

// read finds an exchange's route, document and operation.
func (j *judge) read(e *journal.Entry) *call {
	c := &call{Entry: e, agent: "(no User-Agent)", caller: e.Token}
	if agent := e.RequestHeader.Get("User-Agent"); agent != "" {
		c.agent = agent
	}
	if c.caller == "" {
		c.caller = c.agent
	}
	var err error
	if c.url, err = url.Parse(e.URL); err != nil {
		c.url = &url.URL{Path: e.URL}
	}
	if c.chain, err = openapi.Builtin(e.Service, j.profile); err != nil {
		return c
	}
	if !c.atRoot() {
		c.route, c.params = c.chain.Locate(e.Method, c.url.EscapedPath())
	}
	if c.route != nil {
		c.action = c.route.ActionOf([]byte(e.RequestBody))
	}
	c.version = c.requestedVersion()
	if c.document, err = c.chain.At(c.version); err != nil {
		c.document = nil
	}
	if c.document != nil && c.route != nil && (c.action != "" || !c.route.Actions) {
		c.operation = c.document.Lookup(c.route, c.action)
	}
	return c
}

// atRoot tells whether the path is a service's own prefix: the list of its versions.
func (c *call) atRoot() bool {
	return strings.Count(strings.Trim(c.url.Path, "/"), "/") == 0 && c.Service != openapi.Placement
}

// discovers tells whether the request reads version documents.
func (c *call) discovers() bool {
	if c.Method != "GET" && c.Method != "HEAD" {
		return false
	}
	return c.atRoot() || c.route != nil && c.route.Path == "/"
}

// describeOperation describes the request, without ids.
func (c *call) describeOperation() string {
	out := string(c.Service) + " " + c.Method + " "
	switch {
	case c.route != nil:
		out += c.route.Path
	default:
		out += c.shownPath()
	}
	if c.action != "" {
		out += " " + c.action
	}
	if !c.version.IsZero() {
		out += " at " + c.version.String()
	}
	return out
}

// partial tells whether the documents have only a part of the service's API, so that unknown requests are not judged.
func (c *call) partial() bool {
	switch c.Service {
	case openapi.Compute, openapi.BlockStorage, openapi.Orchestration:
		return false
	}
	return true
}
