// Package faults words Heat's errors.
package faults

import (
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/page"
	"plumbline/internal/mockcloud/pipeline"
)

// Of is an error of one of Heat's own exception types.
func Of(status int, kind, format string, args ...any) *pipeline.Fault {
	f := pipeline.Refuse(status, format, args...)
	f.Name = kind
	return f
}

// Unsafe is an error of one of Python's own exception types, whose text Heat does not pass to clients.
func Unsafe(status int, kind string) *pipeline.Fault {
	f := pipeline.Refuse(status, "")
	f.Name = kind
	return f
}

// OfTemplate is 400 for an error in a template or environment.
func OfTemplate(f *hot.Fault) *pipeline.Fault {
	if f == nil {
		return nil
	}
	switch {
	case f.Type == "TypeError":
		return Uncallable()
	case f.Message == "":
		return Unsafe(400, f.Type)
	}
	status := 400
	if unknown[f.Type] {
		status = 500
	}
	return Of(status, f.Type, "%s", f.Text(": : "))
}

// unknown are exception types for which Heat's API knows no status (heat/api/middleware/fault.py).
var unknown = map[string]bool{
	"InvalidRestrictedAction": true, "ConflictingMergeStrategyForParam": true, "InvalidMergeStrategyForParam": true,
}

// Invalid is 400 for a stack that fails validation.
func Invalid(format string, args ...any) *pipeline.Fault {
	return Of(400, "StackValidationFailed", format, args...)
}

// NoStack is 404 for a stack that does not exist.
func NoStack(name string) *pipeline.Fault {
	return Of(404, "EntityNotFound", "The Stack (%s) could not be found.", name)
}

// Uncallable is 400 for a request whose body does not match the arguments of the Python function that handles it.
func Uncallable() *pipeline.Fault { return pipeline.BadRequest("%s", explanations[400]) }

// UnknownPath is 404 for an unknown path, in the words of the web framework.
func UnknownPath(x *pipeline.Exchange) *pipeline.Fault {
	kind, body := page.NotFound().Write(x.Header("Accept"))
	return &pipeline.Fault{Status: 404, Raw: body, ContentType: kind, Bare: true}
}
