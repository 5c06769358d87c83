package orchestration

import (
	"encoding/json"
	"net/http"

	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/internal/page"
	"plumbline/mockcloud/pipeline"
	"plumbline/openapi"
)

// explanations are the web framework's sentences, which stand in Heat's errors beside the message.
var explanations = map[int]string{
	400: "The server could not comply with the request since it is either malformed or otherwise incorrect.",
	403: "Access was denied to this resource.",
	404: "The resource could not be found.",
	405: "The server could not comply with the request since it is either malformed or otherwise incorrect.",
	409: "There was a conflict when trying to complete your request.",
	500: "The server has either erred or is incapable of performing the requested operation.",
}

// kindsOf names the type of errors that have none of their own.
var kindsOf = map[int]string{
	400: "HTTPBadRequest", 403: "HTTPForbidden", 404: "HTTPNotFound", 405: "HTTPMethodNotAllowed", 409: "HTTPConflict", 500: "InternalError",
}

func render(_ *pipeline.Exchange, f *pipeline.Fault) (string, []byte) {
	kind, message := f.Name, f.Message
	if kind == "" {
		kind = kindsOf[f.Status]
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

// fault is an error of one of Heat's own types.
func fault(status int, kind, format string, args ...any) *pipeline.Fault {
	f := pipeline.Refuse(status, format, args...)
	f.Name = kind
	return f
}

// unsafe is an error of Python's own, whose text Heat keeps to itself.
func unsafe(status int, kind string) *pipeline.Fault {
	f := pipeline.Refuse(status, "")
	f.Name = kind
	return f
}

// ofTemplate is 400 for what is wrong with a template.
func ofTemplate(f *hot.Fault) *pipeline.Fault {
	if f == nil {
		return nil
	}
	if f.Message == "" {
		return unsafe(400, f.Type)
	}
	return fault(400, f.Type, "%s", f.Text(": : "))
}

func invalid(format string, args ...any) *pipeline.Fault {
	return fault(400, "StackValidationFailed", format, args...)
}

func noStack(name string) *pipeline.Fault {
	return fault(404, "EntityNotFound", "The Stack (%s) could not be found.", name)
}

func refused(_ *pipeline.Exchange, rule string) *pipeline.Fault {
	return fault(403, "Forbidden", "You are not authorized to use %s.", rule)
}

func otherProject(*pipeline.Exchange) *pipeline.Fault { return pipeline.Refuse(403, "") }

func violated(_ *pipeline.Exchange, v *openapi.Violation, _ bool) *pipeline.Fault {
	return pipeline.BadRequest("%s", v.Message)
}

func unknownPath(x *pipeline.Exchange) *pipeline.Fault {
	kind, body := page.NotFound().Write(x.Header("Accept"))
	return &pipeline.Fault{Status: 404, Raw: body, ContentType: kind, Bare: true}
}
