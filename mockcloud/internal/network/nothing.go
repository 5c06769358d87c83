package network

import (
	"plumbline/mockcloud/pipeline"
)

// emptyOperations are of things that clients look for and the mock has none of.
var emptyOperations = map[string]pipeline.Operation{
	"routers.list":       empty("routers"),
	"routers.show":       unreachable("routers.show"),
	"floatingips.list":   empty("floatingips"),
	"floatingips.show":   unreachable("floatingips.show"),
	"network-zones.list": empty("availability_zones"),
	"agents.list":        empty("agents"),
}

func empty(plural string) pipeline.Operation {
	return pipeline.Operation{Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		if plural == "agents" || plural == "availability_zones" {
			return pipeline.Answer(200, plural, []any{}), nil
		}
		return answerList(x, plural, nil)
	}}
}

// unreachable is for operations whose look-up finds nothing.
func unreachable(id string) pipeline.Operation {
	return pipeline.Operation{Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		panic("network: " + id + " found something")
	}}
}

func findRouter(_ *pipeline.Exchange, id string) *pipeline.Fault {
	return fault(404, "RouterNotFound", "Router %s could not be found", id)
}

func findFloatingIP(_ *pipeline.Exchange, id string) *pipeline.Fault {
	return fault(404, "FloatingIPNotFound", "Floating IP %s could not be found", id)
}
