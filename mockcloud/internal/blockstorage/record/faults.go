package record

import (
	"fmt"
	"net/http"

	"plumbline/mockcloud/internal/pipeline"
)

// Texts that the web framework has for a status when the service gives none.
const (
	Malformed = "The server could not comply with the request since it is either malformed or otherwise incorrect."
	Erred     = "The server has either erred or is incapable of performing the requested operation."
)

// InvalidInput refuses a value.
func InvalidInput(format string, args ...any) *pipeline.Fault {
	return pipeline.BadRequest("Invalid input received: "+format, args...)
}

// InvalidVolume refuses what the volume is not in a state for.
func InvalidVolume(format string, args ...any) *pipeline.Fault {
	return pipeline.BadRequest("Invalid volume: "+format, args...)
}

// OverQuota is 413 with the name of the exception, as for all that the service's outermost layer answers.
func OverQuota(kind, format string, args ...any) *pipeline.Fault {
	return &pipeline.Fault{Status: 413, Message: kind + ": " + fmt.Sprintf(format, args...), Header: http.Header{"Retry-After": {"0"}}}
}
