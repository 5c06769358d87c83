package identity

import (
	"encoding/json"
	"net/http"
	"strings"

	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

func policyFault(_ *pipeline.Exchange, rule string) *pipeline.Fault {
	return record.Denied(rule)
}

// schemaFault words a schema violation as Keystone does: for authentication with the path below auth, elsewhere with the field's
// name.
func schemaFault(x *pipeline.Exchange, v *openapi.Violation, _ bool) *pipeline.Fault {
	if x.Operation.ID == "tokens.create" {
		if len(v.Path) == 0 {
			return record.Expecting("auth", "request body")
		}
		if len(v.Path) == 1 {
			return pipeline.BadRequest("%s", v.Message)
		}
		return pipeline.BadRequest("Invalid input for field '%s': %s", strings.Join(v.Path[1:], "/"), v.Message)
	}
	if len(v.Path) == 0 {
		return pipeline.BadRequest("%s", v.Message)
	}
	return pipeline.BadRequest("Invalid input for field/attribute %s. Value: %s. %s", v.Path[len(v.Path)-1], v.Said, v.Message)
}

// methods are the authentication methods that Keystone lists when it does not know the requested one.
var methods = []string{"external", "password", "token", "oauth1", "mapped", "application_credential"}

const noScope = "Error authenticating with application credential: Application credentials cannot request a scope."

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
	Methods []string `json:"methods,omitempty"`
}

func render(_ *pipeline.Exchange, f *pipeline.Fault) (string, []byte) {
	inner := envelopeError{Code: f.Status, Message: f.Message, Title: http.StatusText(f.Status)}
	switch f.Message {
	case unsupportedMethod:
		inner.Identity = &knownMethods{methods}
	case noScope:
		inner.Identity = &knownMethods{}
	}
	body, err := json.Marshal(envelope{inner})
	if err != nil {
		panic("identity: " + err.Error())
	}
	return "application/json", append(body, '\n')
}
