package network

import (
	"iter"

	"plumbline/mockcloud/internal/collection"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/policy"
)

// Routers and floating IPs are looked for by clients; the mock has none.
var (
	routers     = none("router", "routers")
	floatingIPs = none("floatingip", "floatingips")
)

func none(noun, plural string) *collection.Of[pipeline.Nothing, pipeline.Nothing, pipeline.Nothing] {
	return &collection.Of[pipeline.Nothing, pipeline.Nothing, pipeline.Nothing]{
		In: plain, Noun: noun, Plural: plural,
		Derived: func(*pipeline.Exchange) iter.Seq[*pipeline.Nothing] { return func(func(*pipeline.Nothing) bool) {} },
		Owner:   func(*pipeline.Nothing) policy.Target { return policy.Target{} },
	}
}

// emptyOperations are of other things that clients look for and the mock has none of.
var emptyOperations = map[string]pipeline.Operation{
	"network-zones.list": empty("availability_zones"),
	"agents.list":        empty("agents"),
}

func empty(plural string) pipeline.Operation {
	return pipeline.Operation{Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Answer(200, plural, []string{}), nil
	}}
}
