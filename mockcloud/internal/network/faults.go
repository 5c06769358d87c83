package network

import (
	"encoding/json"
	"strings"

	"plumbline/mockcloud/pipeline"
	"plumbline/openapi"
)

// fault is a NeutronError of a type.
func fault(status int, kind, format string, args ...any) *pipeline.Fault {
	f := pipeline.Refuse(status, format, args...)
	f.Name = kind
	return f
}

func badRequest(format string, args ...any) *pipeline.Fault {
	return fault(400, "HTTPBadRequest", format, args...)
}

func render(_ *pipeline.Exchange, f *pipeline.Fault) (string, []byte) {
	kind := f.Name
	if kind == "" {
		kind = map[int]string{400: "HTTPBadRequest", 404: "HTTPNotFound", 405: "HTTPMethodNotAllowed"}[f.Status]
	}
	body, err := json.Marshal(map[string]any{"NeutronError": map[string]any{"type": kind, "message": f.Message, "detail": ""}})
	if err != nil {
		panic("network: " + err.Error())
	}
	return "application/json", body
}

func refused(_ *pipeline.Exchange, rule string) *pipeline.Fault {
	return fault(403, "PolicyNotAuthorized", "rule:%s is disallowed by policy", rule)
}

// violated is for bodies only, of which the document says no more than the key that must be there.
func violated(x *pipeline.Exchange, _ *openapi.Violation, _ bool) *pipeline.Fault {
	return badRequest("Unable to find '%s' in request body", noun(x))
}

// noun is the singular that the operation is about: "network" for networks.create.
func noun(x *pipeline.Exchange) string {
	plural, _, _ := strings.Cut(x.Operation.ID, ".")
	return strings.TrimSuffix(plural, "s")
}
