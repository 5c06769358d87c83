package identity

import (
	"encoding/json"
	"net/http"
	"strings"

	"plumbline/mockcloud/internal/pipeline"
	"plumbline/openapi"
	"plumbline/openapi/python"
)

// malformed is the end of Keystone's messages about invalid bodies.
const malformed = " The server could not comply with the request since it is either malformed or otherwise incorrect. " +
	"The client is assumed to be in error."

func expectationFault(what, where string) *pipeline.Fault {
	return pipeline.BadRequest("%s", "Expecting to find "+what+" in "+where+"."+malformed)
}

// unauthorised is Keystone's only 401: it never contains the reason.
func unauthorised(x *pipeline.Exchange) *pipeline.Fault {
	return &pipeline.Fault{
		Status:  http.StatusUnauthorized,
		Message: "The request you have made requires authentication.",
		Header:  http.Header{"Www-Authenticate": {`Keystone uri="` + x.Root + Prefix + `/v3"`}},
	}
}

func notFoundFault(noun, id string) *pipeline.Fault {
	return pipeline.NotFound("Could not find %s: %s.", noun, id)
}

func policyFault(_ *pipeline.Exchange, rule string) *pipeline.Fault {
	return pipeline.Forbidden("You are not authorized to perform the requested action: %s.", rule)
}

// schemaFault words a schema violation as Keystone does: for authentication with the path below auth, elsewhere with the field's
// name.
func schemaFault(x *pipeline.Exchange, v *openapi.Violation, _ bool) *pipeline.Fault {
	if x.Operation.ID == "tokens.create" {
		if len(v.Path) == 0 {
			return expectationFault("auth", "request body")
		}
		if len(v.Path) == 1 {
			return pipeline.BadRequest("%s", v.Message)
		}
		return pipeline.BadRequest("Invalid input for field '%s': %s", strings.Join(v.Path[1:], "/"), v.Message)
	}
	if len(v.Path) == 0 {
		return pipeline.BadRequest("%s", v.Message)
	}
	return pipeline.BadRequest("Invalid input for field/attribute %s. Value: %s. %s", v.Path[len(v.Path)-1], python.Str(v.Value), v.Message)
}

// methods are the authentication methods that Keystone lists when it does not know the requested one.
var methods = []string{"external", "password", "token", "oauth1", "mapped", "application_credential"}

const unsupportedMethod = "Attempted to authenticate with an unsupported method."

// envelope is the form of a fault in Keystone's answers.
type envelope struct {
	Error envelopeError `json:"error"`
}

type envelopeError struct {
	Code     int           `json:"code"`
	Identity *knownMethods `json:"identity,omitempty"`
	Message  string        `json:"message"`
	Title    string        `json:"title"`
}

type knownMethods struct {
	Methods []string `json:"methods"`
}

func render(_ *pipeline.Exchange, f *pipeline.Fault) (string, []byte) {
	inner := envelopeError{Code: f.Status, Message: f.Message, Title: http.StatusText(f.Status)}
	if f.Message == unsupportedMethod {
		inner.Identity = &knownMethods{methods}
	}
	body, err := json.Marshal(envelope{inner})
	if err != nil {
		panic("identity: " + err.Error())
	}
	return "application/json", append(body, '\n')
}
