package record

import (
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// Event is an external event about a volume for compute (os-server-external-events).
type Event struct {
	Name   string `json:"name"`
	Server string `json:"server_uuid"`
	Status string `json:"status,omitempty"`
	// Tag is the volume's id.
	Tag string `json:"tag"`
}

// TellCompute sends events to compute in the service's own name, at a microversion that has them; without events it does nothing. It
// answers whether compute accepted them.
func TellCompute(x *pipeline.Exchange, at openapi.Version, events []Event) bool {
	if len(events) == 0 {
		return false
	}
	return x.Call(pipeline.Call{
		Service: openapi.Compute, Method: "POST", Path: "/os-server-external-events", Version: at,
		Body: struct {
			Events []Event `json:"events"`
		}{events}, Caller: pipeline.AsService(),
	}).Fault == nil
}
