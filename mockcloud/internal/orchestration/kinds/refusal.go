package kinds

import (
	"strings"

	"plumbline/mockcloud/internal/orchestration/kind"
	"plumbline/mockcloud/internal/pipeline"
)

// refusalFailure is the failure of a request to another service, in the words of that service's Python client.
func refusalFailure(of string, reply pipeline.Reply) *kind.Failure {
	text := "Unknown"
	if reply.Fault != nil {
		text = reply.Fault.Message
	}
	return kind.Failf(of, "%s (HTTP %d)", strings.TrimSuffix(text, "\n"), reply.Status)
}

// errorName is the name of the exception that OpenStack clients raise for a status.
func errorName(status int) string {
	switch status {
	case 400:
		return "BadRequest"
	case 401:
		return "Unauthorized"
	case 403:
		return "Forbidden"
	case 404:
		return "NotFound"
	case 409:
		return "Conflict"
	}
	return "ClientException"
}
