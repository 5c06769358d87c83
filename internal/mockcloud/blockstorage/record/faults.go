package record

import (
	"fmt"
	"net/http"

	"plumbline/internal/mockcloud/pipeline"
)

// The web framework's texts for a status, used when the service gives none.
const (
	Malformed = "The server could not comply with the request since it is either malformed or otherwise incorrect."
	Erred     = "The server has either erred or is incapable of performing the requested operation."
)

// InvalidInput is 400 for an invalid value.
func InvalidInput(format string, args ...any) *pipeline.Fault {
	return pipeline.BadRequest("Invalid input received: "+format, args...)
}

// InvalidVolume is 400 for an action that the volume's state does not allow.
func InvalidVolume(format string, args ...any) *pipeline.Fault {
	return pipeline.BadRequest("Invalid volume: "+format, args...)
}

// OverQuota is 413 with the name of the exception, as in all faults written by the service's outermost layer.
func OverQuota(kind, format string, args ...any) *pipeline.Fault {
	return &pipeline.Fault{Status: 413, Message: kind + ": " + fmt.Sprintf(format, args...), Header: http.Header{"Retry-After": {"0"}}}
}
