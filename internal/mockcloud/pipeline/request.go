package pipeline

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"unicode/utf8"

	"plumbline/internal/mockcloud/tokens"
	"plumbline/internal/openapi"
)

// MostBody is the largest body that is read at all (bytes) where a service sets no limit of its own.
const MostBody = 64 << 20

// ReadBody reads the body, up to a number of bytes, into x.Raw. A body that breaks off is 400.
func (x *Exchange) ReadBody(most int64) *Fault {
	if x.bodyRead || x.Request.Body == nil || x.Request.ContentLength == 0 {
		return nil
	}
	x.bodyRead = true
	var err error
	if n := x.Request.ContentLength; n > 0 && n <= most {
		x.Raw = make([]byte, n)
		_, err = io.ReadFull(x.Request.Body, x.Raw)
	} else {
		x.Raw, err = io.ReadAll(io.LimitReader(x.Request.Body, most))
	}
	if err != nil {
		x.Raw = nil
		if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, http.ErrBodyReadAfterClose) {
			return BadRequest("Malformed request body")
		}
		return Refuse(400, "Malformed request body")
	}
	return nil
}

// FindAction takes the body's only key for the action. Whatever has a length other than one is malformed;
// what has one, or none, and is no object finds no method at all.
func (x *Exchange) FindAction() *Fault {
	if len(x.Raw) == 0 || !countsOne(x.Body) {
		return BadRequest("Malformed request body")
	}
	body, ok := x.Body.(map[string]any)
	if !ok {
		return NotFound("The resource could not be found.")
	}
	for x.Action = range body {
		break
	}
	if !x.service.Chain.KnownAction(x.Route, x.Action) {
		return BadRequest("There is no such action: %s", x.Action)
	}
	return nil
}

// countsOne tells whether a value has the length one, or no length.
func countsOne(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		return len(v) == 1
	case []any:
		return len(v) == 1
	case string:
		return utf8.RuneCountInString(v) == 1
	}
	return true
}

// Authenticate finds out who calls; false when there is no good token.
func (x *Exchange) Authenticate() bool {
	if x.inner {
		return true
	}
	values := x.Request.Header["X-Auth-Token"]
	if len(values) == 0 || values[0] == "" {
		return false
	}
	g := x.Env.grant(values[0])
	if g == nil || len(g.Caller.Roles) == 0 && g.Caller.Scoped() {
		return false // the roles that it had were taken
	}
	x.token, x.Caller = g, g.Caller
	if service := x.Request.Header["X-Service-Token"]; len(service) > 0 {
		if s := x.Env.grant(service[0]); s != nil && s.Caller.Has("service") {
			with := *x.Caller
			with.Service = true
			x.Caller, x.volatile = &with, true
		}
	}
	x.Target = owner(x.Caller)
	return x.Caller.Service || x.permitted(g)
}

// permitted tells whether the access rules of the application credential that the token was got with, if it has any, permit the
// request; a path counts with and without what the service is mounted below. The identity service asks the rules by itself. They are
// not asked of a service's request in a user's name.
func (x *Exchange) permitted(g *tokens.Grant) bool {
	if x.Service == openapi.Identity {
		return true
	}
	types, path := serviceTypes(x.Service), x.Request.URL.Path
	return g.Permits(types, x.Request.Method, strings.TrimPrefix(path, x.service.Prefix)) || g.Permits(types, x.Request.Method, path)
}

// serviceTypes are the types that a service has in catalogues.
func serviceTypes(s openapi.Service) []string {
	if s == openapi.BlockStorage {
		return []string{s.String(), "volumev3", "volume"}
	}
	return []string{s.String()}
}
