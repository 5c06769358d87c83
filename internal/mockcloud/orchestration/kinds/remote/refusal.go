package remote

import (
	"fmt"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// Refused is the failure of a request to another service, in the words of that service's Python client; of is the client's exception.
func Refused(of string, reply pipeline.Reply) *kind.Failure {
	return kind.Failf(of, "%s", Words(reply))
}

// Words is the text of a refusal as most Python clients report it.
func Words(reply pipeline.Reply) string {
	return fmt.Sprintf("%s (HTTP %d) (Request-ID: %s)", message(reply), reply.Status, reply.RequestID)
}

func message(reply pipeline.Reply) string {
	if reply.Fault == nil {
		return "Unknown"
	}
	return strings.TrimSuffix(reply.Fault.Message, "\n")
}

// ErrorName is the name of the exception that OpenStack clients raise for a status.
func ErrorName(status int) string {
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
	case 413:
		return "OverLimit"
	}
	return "ClientException"
}

// ownExceptions are the faults of the network service for which its client has an exception.
var ownExceptions = []string{
	"NetworkNotFound", "PortNotFound", "StateInvalid", "NetworkInUse", "PortInUse", "IpAddressInUse", "IpAddressAlreadyAllocated",
	"InvalidIpForNetwork", "InvalidIpForSubnet", "OverQuota", "IpAddressGenerationFailure", "MacAddressInUse",
	"HostNotCompatibleWithFixedIps", "ExternalIpAddressExhausted",
}

// Failed is the failure of a request as the service's client reports it; that of the network service adds the request's id.
func Failed(of openapi.Service, reply pipeline.Reply) *kind.Failure {
	if of != openapi.Network {
		return Refused(ErrorName(reply.Status), reply)
	}
	name := ErrorName(reply.Status)
	if reply.Fault != nil && slices.Contains(ownExceptions, reply.Fault.Name) {
		name = reply.Fault.Name + "Client"
	}
	return kind.Failf(name, "%s", message(reply)+"\nNeutron server returns request_ids: ['"+reply.RequestID+"']")
}
