// Package faults makes the faults of the network service: NeutronErrors with the name of an exception.
package faults

import "plumbline/internal/mockcloud/pipeline"

// New is a fault with the name of an exception.
func New(status int, kind, format string, args ...any) *pipeline.Fault {
	f := pipeline.Refuse(status, format, args...)
	f.Name = kind
	return f
}

// BadRequest is the fault of the web framework.
func BadRequest(format string, args ...any) *pipeline.Fault {
	return New(400, "HTTPBadRequest", format, args...)
}

// Input is the fault of what converts values, and of the service's own checks.
func Input(format string, args ...any) *pipeline.Fault {
	return New(400, "InvalidInput", "Invalid input for operation: "+format+".", args...)
}

// Invalid is the fault of what checks the value of an attribute.
func Invalid(key, format string, args ...any) *pipeline.Fault {
	return BadRequest("Invalid input for "+key+". Reason: "+format+".", args...)
}

// Internal is the fault where the service's own code fails.
func Internal() *pipeline.Fault {
	return New(500, "HTTPInternalServerError", "Request Failed: internal server error while processing your request.")
}
