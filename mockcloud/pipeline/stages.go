package pipeline

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"plumbline/openapi"
	"plumbline/openapi/python"
)

// ProjectInPath says whether a project id stands in front of the path.
type ProjectInPath int

// How a project id stands in front of the path.
const (
	NoProject ProjectInPath = iota
	OptionalProject
	RequiredProject
)

// MostBody is the largest body that is read at all (bytes) where a service sets no limit of its own.
const MostBody = 64 << 20

// drained is how much of a body that is too large is still read, so that the client sees the answer.
const drained = 32 << 20

// Size reads the body and refuses one over a limit (bytes), in the words of the web framework.
func Size(limit int64) Stage {
	return Stage{"size", func(x *Exchange) *Fault {
		tooLarge := x.Request.ContentLength > limit
		if !tooLarge {
			if f := x.ReadBody(limit + 1); f != nil {
				return f
			}
			tooLarge = int64(len(x.Raw)) > limit
		}
		if !tooLarge {
			return nil
		}
		x.Raw = nil
		_, _ = io.CopyN(io.Discard, x.Request.Body, drained)
		return Page(x, 413,
			"Request is too large. Larger than max_request_body_size ("+strconv.FormatInt(limit, 10)+").")
	}}
}

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

// Token finds out who calls, and refuses requests without a good token. Operations that the document calls
// public go on without.
func Token() Stage {
	return Stage{"token", func(x *Exchange) *Fault {
		if x.authenticate() || x.public {
			return nil
		}
		return Unauthenticated(x)
	}}
}

// OptionalToken is Token for services that decide later whether they want one: the caller is nobody without.
func OptionalToken() Stage {
	return Stage{"token", func(x *Exchange) *Fault { x.authenticate(); return nil }}
}

// Unauthenticated is the token middleware's answer, which all services but image give.
func Unauthenticated(x *Exchange) *Fault {
	return &Fault{
		Status: 401, Bare: true, ContentType: "application/json",
		Raw:    []byte(`{"error": {"code": 401, "title": "Unauthorized", "message": "The request you have made requires authentication."}}`),
		Header: http.Header{"Www-Authenticate": {`Keystone uri="` + x.Root + `/identity/v3"`}},
	}
}

// MatchRoute refuses paths that no microversion has. Project tells how a project id stands in front of the path.
func MatchRoute(p ProjectInPath) Stage {
	return Stage{"route", func(x *Exchange) *Fault {
		if x.Route == nil || p == NoProject && x.PathProject != "" || p == RequiredProject && x.PathProject == "" {
			return Unrouted(x)
		}
		return nil
	}}
}

// MethodNotAllowed is MatchRoute for services that answer 405 with Allow when the path exists.
func MethodNotAllowed() Stage {
	return Stage{"route", func(x *Exchange) *Fault {
		if x.Route != nil {
			return nil
		}
		if x.methods != nil {
			return &Fault{Status: 405, Message: "The server could not comply with the request since the method is not allowed.", Header: http.Header{"Allow": {strings.Join(x.methods, ", ")}}}
		}
		return Unrouted(x)
	}}
}

// OnlyVersion is Microversion for services without microversions.
func OnlyVersion() Stage {
	return Stage{"version", func(x *Exchange) *Fault {
		v := x.service.settle("")
		x.Document = v.document
		return v.fault
	}}
}

// MediaType refuses bodies that are not JSON, by what Content-Type says; nothing and text/plain are taken for JSON.
func MediaType(also ...string) Stage {
	return Stage{"media type", func(x *Exchange) *Fault {
		values := x.Request.Header["Content-Type"]
		if len(values) == 0 || values[0] == "application/json" {
			return nil
		}
		// Compared as it stands: the real service takes neither capitals nor a blank before the semicolon.
		media, _, _ := strings.Cut(values[0], ";")
		switch media {
		case "", "application/json", "text/plain":
			return nil
		}
		for _, m := range also {
			if media == m {
				return nil
			}
		}
		return Refuse(415, "Unsupported Content-Type")
	}}
}

// Decode parses the body; where the route has actions it finds the action. Bodies of GET, HEAD and
// DELETE are not looked at.
func Decode() Stage {
	return Stage{"body", func(x *Exchange) *Fault {
		switch x.Request.Method {
		case http.MethodGet, http.MethodHead, http.MethodDelete:
			return nil
		}
		if f := x.ReadBody(MostBody); f != nil {
			return f
		}
		if len(x.Raw) > 0 {
			if err := json.Unmarshal(x.Raw, &x.Body); err != nil {
				return BadRequest("Malformed request body")
			}
		}
		if x.Route.Actions {
			return x.FindAction()
		}
		return nil
	}}
}

// FindAction takes the body's only key for the action. Whatever has a length other than one is malformed;
// what has one, or none, and is no object finds no method at all: so does Nova.
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

// OwnProject refuses a project in the URL that is not the token's, in Nova's words unless told otherwise.
func OwnProject(refuse func(*Exchange) *Fault) Stage {
	if refuse == nil {
		refuse = func(x *Exchange) *Fault {
			return BadRequest("Malformed request URL: URL's project_id '%s' doesn't match Context's project_id '%s'", x.PathProject, x.Caller.ProjectID)
		}
	}
	return Stage{"project", func(x *Exchange) *Fault {
		if x.PathProject != "" && x.PathProject != x.Caller.ProjectID {
			return refuse(x)
		}
		return nil
	}}
}

// Exists refuses what is not there at the request's microversion.
func Exists() Stage {
	return Stage{"operation", func(x *Exchange) *Fault {
		if x.Operation = x.operation(); x.Operation == nil {
			return NotFound("The resource could not be found.")
		}
		return nil
	}}
}

// Schema checks query and body against the operation. Query keys that the operation does not know are
// gone afterwards.
func Schema() Stage {
	return Stage{"schema", func(x *Exchange) *Fault {
		// What is kept was asked for with the same query, and answered.
		if x.service.finds {
			if x.service.recall(x); x.hit != nil {
				return nil
			}
		}
		if raw := x.Request.URL.RawQuery; raw != "" {
			if f := x.checkQuery(raw); f != nil {
				return f
			}
		}
		switch x.Request.Method {
		case http.MethodGet, http.MethodHead, http.MethodDelete:
			return nil
		}
		if v := x.Operation.CheckKeys(x.Raw); v != nil {
			return x.violated(v, false)
		}
		v := x.Operation.CheckBody(x.Body)
		for v != nil && x.legacy && v.Keyword == "additionalProperties" && x.dropKeys(v) {
			v = x.Operation.CheckBody(x.Body)
		}
		if v != nil {
			return x.violated(v, false)
		}
		return nil
	}}
}

// Formats runs what an operation checks with code of its own, in words of its own, ahead of the stage Schema.
func Formats() Stage {
	return Stage{"formats", func(x *Exchange) *Fault {
		if check := x.service.Operations[x.Operation.ID].Formats; check != nil {
			return check(x)
		}
		return nil
	}}
}

func (x *Exchange) checkQuery(raw string) *Fault {
	// What cannot be decoded is left out; what can be is looked at.
	x.Query, _ = url.ParseQuery(raw)
	if v := x.Operation.CheckQuery(x.Query); v != nil {
		return x.violated(v, true)
	}
	for key := range x.Query {
		if !x.Operation.QueryKnown(key) {
			delete(x.Query, key)
		}
	}
	return nil
}

func (x *Exchange) violated(v *openapi.Violation, query bool) *Fault {
	if x.service.Violated != nil {
		return x.service.Violated(x, v, query)
	}
	return NovaViolation(v, query)
}

// dropKeys takes the extra keys out that a violation is about: what the root without microversions does
// instead of refusing. False when there was nothing to take out.
func (x *Exchange) dropKeys(v *openapi.Violation) bool {
	at := x.Body
	for _, step := range v.Path {
		switch c := at.(type) {
		case map[string]any:
			at = c[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(c) {
				return false
			}
			at = c[i]
		default:
			return false
		}
	}
	m, _ := at.(map[string]any)
	dropped := false
	for k := range m {
		if strings.Contains(v.Message, python.Repr(k)) {
			delete(m, k)
			dropped = true
		}
	}
	return dropped
}

const stageFind = "lookup"

// Find opens the transaction and looks up what the path names, outermost first. Where the answer is
// kept already, the exchange ends here.
func Find() Stage {
	return Stage{stageFind, func(x *Exchange) *Fault {
		if !x.recalled {
			if x.service.recall(x); x.hit != nil {
				return nil
			}
		}
		if f := x.strike(); f != nil {
			return f
		}
		x.service.open(x)
		for _, p := range x.Params {
			if look := x.service.Lookups[p.Name]; look != nil {
				if f := look(x, p.Value); f != nil {
					return f
				}
			}
		}
		return nil
	}}
}

// Authorise asks policy for the operation's rule.
func Authorise() Stage {
	return Stage{"policy", func(x *Exchange) *Fault {
		if own := x.service.Operations[x.Operation.ID].Policy; own != nil {
			return own(x)
		}
		if x.Operation.Policy == "" || x.Allows(x.Operation.Policy) {
			return nil
		}
		return x.Refused(x.Operation.Policy)
	}}
}

// Refused is the service's fault for a rule that does not allow.
func (x *Exchange) Refused(rule string) *Fault {
	if x.service.Refused != nil {
		return x.service.Refused(x, rule)
	}
	return PolicyRefuses(rule)
}

// Demand is nil where the rule allows, and the service's fault otherwise.
func (x *Exchange) Demand(rule string) *Fault {
	if x.Allows(rule) {
		return nil
	}
	return x.Refused(rule)
}
