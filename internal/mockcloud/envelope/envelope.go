// Package envelope writes faults in the form of the web framework that compute and block storage have copies of: an object under the
// fault's name (docs/contract/60-microversions.md §3).
package envelope

import (
	"strconv"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
	"plumbline/internal/openapi/schema"
)

// names are the names of faults by status; the name for any other status is computeFault.
var names = map[int]string{
	400: "badRequest", 401: "unauthorized", 403: "forbidden", 404: "itemNotFound", 405: "badMethod", 409: "conflictingRequest",
	413: "overLimit", 415: "badMediaType", 429: "overLimit", 501: "notImplemented", 503: "serviceUnavailable",
}

// Write answers the body of a fault.
func Write(f *pipeline.Fault) []byte {
	name := f.Name
	if name == "" {
		name = names[f.Status]
	}
	if name == "" {
		name = "computeFault"
	}
	body := append(make([]byte, 0, len(f.Message)+64), `{"`...)
	body = append(body, name...)
	body = append(body, `": {"code": `...)
	body = strconv.AppendInt(body, int64(f.Status), 10)
	body = append(body, `, "message": `...)
	body = schema.AppendString(body, f.Message)
	if retry := f.Header.Get("Retry-After"); retry != "" && (f.Status == 413 || f.Status == 429) {
		body = append(body, `, "retryAfter": `...)
		body = schema.AppendString(body, retry)
	}
	return append(body, "}}"...)
}

// SchemaFault words a schema violation.
func SchemaFault(v *openapi.Violation, query bool) *pipeline.Fault {
	switch {
	case v.Bare || len(v.Path) == 0:
		return pipeline.BadRequest("%s", v.Message)
	case query:
		return pipeline.BadRequest("Invalid input for query parameters %s. Value: %s. %s", v.Path[0], v.Said, v.Message)
	}
	return pipeline.BadRequest("Invalid input for field/attribute %s. Value: %s. %s", v.Path[len(v.Path)-1], v.Said, v.Message)
}
