package faults

import (
	"encoding/json"
	"net/http"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// explanations are the web framework's sentences by status; Heat's errors contain one in addition to the message.
var explanations = map[int]string{
	400: "The server could not comply with the request since it is either malformed or otherwise incorrect.",
	403: "Access was denied to this resource.",
	404: "The resource could not be found.",
	405: "The server could not comply with the request since it is either malformed or otherwise incorrect.",
	409: "There was a conflict when trying to complete your request.",
	500: "The server has either erred or is incapable of performing the requested operation.",
}

// Explanation is the web framework's sentence for a status.
func Explanation(status int) string { return explanations[status] }

// typeOf is the exception type by status, for errors that name none.
var typeOf = map[int]string{
	400: "HTTPBadRequest", 403: "HTTPForbidden", 404: "HTTPNotFound", 405: "HTTPMethodNotAllowed", 409: "HTTPConflict", 500: "InternalError",
}

// Render writes a fault in Heat's envelope.
func Render(_ *pipeline.Exchange, f *pipeline.Fault) (string, []byte) {
	kind, message := f.Name, f.Message
	if kind == "" {
		kind = typeOf[f.Status]
	}
	told := map[string]any{"type": kind, "traceback": nil}
	switch {
	case message != "":
		told["message"] = message
	case f.Name == "":
		told["message"] = explanations[f.Status]
	}
	body, err := json.Marshal(map[string]any{
		"code": f.Status, "title": http.StatusText(f.Status), "explanation": explanations[f.Status], "error": told,
	})
	if err != nil {
		panic("orchestration: " + err.Error())
	}
	return "application/json", body
}

// PolicyFault is 403 for a caller that policy refuses.
func PolicyFault(_ *pipeline.Exchange, rule string) *pipeline.Fault {
	return Of(403, "Forbidden", "You are not authorized to use %s.", rule)
}

// OtherProject is 403 for a project in the URL other than the caller's.
func OtherProject(*pipeline.Exchange) *pipeline.Fault { return pipeline.Refuse(403, "") }

// SchemaFault is 400 for a request that the document's schema does not allow.
func SchemaFault(_ *pipeline.Exchange, v *openapi.Violation, _ bool) *pipeline.Fault {
	return pipeline.BadRequest("%s", v.Message)
}
