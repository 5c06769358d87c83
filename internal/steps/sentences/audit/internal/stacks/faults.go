package stacks

import (
	"net/http"

	"plumbline/internal/steps/world"
)

// statusOf are the statuses of Heat's own errors, by the type that they name (docs/contract/30-stack-lock.md §0).
var statusOf = map[string]int{
	"ActionInProgress": http.StatusConflict, "StackExists": http.StatusConflict,
	"EntityNotFound": http.StatusNotFound, "NotFound": http.StatusNotFound, "ResourceNotAvailable": http.StatusNotFound,
	"Forbidden": http.StatusForbidden, "InvalidTenant": http.StatusForbidden,
	"NotSupported": http.StatusBadRequest, "StackValidationFailed": http.StatusBadRequest, "UserParameterMissing": http.StatusBadRequest,
	"HTTPBadRequest": http.StatusBadRequest, "HTTPConflict": http.StatusConflict, "HTTPForbidden": http.StatusForbidden,
	"HTTPNotFound": http.StatusNotFound,
}

// faultFits checks a fault in Heat's envelope, whatever it is about: its code is the status of the answer, and its type is one of that
// status. What stands in front of the service has other envelopes.
func faultFits(x *world.Exchange) error {
	kind, named := x.Get("/error/type")
	code, coded := x.Get("/code")
	if x.Status < http.StatusBadRequest || !named || !coded {
		return nil
	}
	if code != float64(x.Status) {
		return world.Differ("the code of the fault", x.Status, code)
	}
	text, _ := kind.(string)
	if want, known := statusOf[text]; known && want != x.Status {
		return world.Differ("the status of the fault "+text, want, x.Status)
	}
	return nil
}
