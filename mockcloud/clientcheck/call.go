package clientcheck

import (
	"net/url"
	"strings"

	"plumbline/mockcloud/journal"
	"plumbline/openapi"
)

// call is an exchange with what the documents say of it.
type call struct {
	*journal.Entry
	url   *url.URL
	agent string
	// caller tells callers apart: the token's fingerprint, or who it is.
	caller string
	chain  *openapi.Chain
	// route is nil where no microversion has the path; action is the body's key.
	route  *openapi.Route
	params openapi.Params
	action string
	// version is the microversion that was asked for, also where the service did not get to look at it.
	version openapi.Version
	// document is that of the microversion asked for, nil where there is none; operation is nil where that has none.
	document  *openapi.Document
	operation *openapi.Operation
}

// read finds what an exchange asked for in the documents.
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

// discovers tells whether the client looked for versions.
func (c *call) discovers() bool {
	if c.Method != "GET" && c.Method != "HEAD" {
		return false
	}
	return c.atRoot() || c.route != nil && c.route.Path == "/"
}

// describeOperation says what was called, without ids.
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

// partial tells whether the documents have a part of the service's API only: what they do not have is not judged.
func (c *call) partial() bool {
	switch c.Service {
	case openapi.Compute, openapi.BlockStorage, openapi.Orchestration:
		return false
	}
	return true
}
