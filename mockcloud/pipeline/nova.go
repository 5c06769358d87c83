package pipeline

import (
	"net/http"
	"strconv"

	"plumbline/openapi"
	"plumbline/openapi/python"
	"plumbline/openapi/schema"
)

// maxComputeBody is how large a body Nova reads: oslo.middleware's max_request_body_size.
const maxComputeBody = 114688

// ComputeStages are Nova's checks in Nova's order (docs/contract/00-overview.md §4), up to the operation's own steps.
func ComputeStages() []Stage {
	return []Stage{
		Size(maxComputeBody),
		legacyRoot(),
		Token(),
		MatchRoute(OptionalProject),
		Microversion(),
		MediaType("application/vnd.openstack.compute+json"),
		Decode(),
		OwnProject(nil),
		Exists(),
		Schema(),
		Find(),
		Authorise(),
		Blocks(),
		Lock(),
		States(),
	}
}

// legacyRoot marks requests below /v2: no microversions, and extra keys are dropped (docs/contract/60-microversions.md §1).
func legacyRoot() Stage {
	return Stage{"legacy root", func(x *Exchange) *Fault {
		x.legacy = x.Versioned == "/v2"
		return nil
	}}
}

// RequestIDBelowRoots is the Headers of services that send no request id above their versioned roots.
func RequestIDBelowRoots(x *Exchange, h http.Header) {
	if x.Versioned != "" {
		h["X-Openstack-Request-Id"] = []string{x.RequestID}
	}
}

// requestIDs are the headers that answers have with the request's id, where a service does not say otherwise.
// Nova sends both below its versioned roots and none above.
func requestIDs(x *Exchange, h http.Header) {
	if x.Service != openapi.Compute {
		h["X-Openstack-Request-Id"] = []string{x.RequestID}
		return
	}
	if x.Versioned == "" {
		return
	}
	id := []string{x.RequestID}
	h["X-Openstack-Request-Id"], h["X-Compute-Request-Id"] = id, id
}

// faultNames are Nova's names of faults by status; any other status is a computeFault.
var faultNames = map[int]string{
	400: "badRequest", 401: "unauthorized", 403: "forbidden", 404: "itemNotFound", 405: "badMethod", 409: "conflictingRequest",
	413: "overLimit", 415: "badMediaType", 429: "overLimit", 501: "notImplemented", 503: "serviceUnavailable",
}

// NovaFault is Nova's envelope (docs/contract/60-microversions.md §3), which block storage shares.
func NovaFault(_ *Exchange, f *Fault) (contentType string, body []byte) {
	name := f.Name
	if name == "" {
		name = faultNames[f.Status]
	}
	if name == "" {
		name = "computeFault"
	}
	body = append(make([]byte, 0, len(f.Message)+64), `{"`...)
	body = append(body, name...)
	body = append(body, `": {"code": `...)
	body = strconv.AppendInt(body, int64(f.Status), 10)
	body = append(body, `, "message": `...)
	body = schema.AppendString(body, f.Message)
	if retry := f.Header.Get("Retry-After"); retry != "" && (f.Status == 413 || f.Status == 429) {
		body = append(body, `, "retryAfter": `...)
		body = schema.AppendString(body, retry)
	}
	return faultType[0], append(body, "}}"...)
}

// NovaViolation words what the schema refuses as Nova does (docs/contract/60-microversions.md §3).
func NovaViolation(v *openapi.Violation, query bool) *Fault {
	switch {
	case v.Bare || len(v.Path) == 0:
		return BadRequest("%s", v.Message)
	case query:
		return BadRequest("Invalid input for query parameters %s. Value: %s. %s", v.Path[0], python.Str(v.Value), v.Message)
	}
	return BadRequest("Invalid input for field/attribute %s. Value: %s. %s", v.Path[len(v.Path)-1], python.Str(v.Value), v.Message)
}
