package compute

import (
	"slices"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// changeAggregate puts a changed copy of an aggregate in its place.
func changeAggregate(x *pipeline.Exchange, a *state.Aggregate, with func(*state.Aggregate)) *state.Aggregate {
	changed, now := *a, x.Now()
	changed.Updated = &now
	with(&changed)
	state.Aggregates.Insert(x.Txn, &changed)
	return &changed
}

// withoutHost takes a host out of an aggregate.
func withoutHost(x *pipeline.Exchange, a *state.Aggregate, host string) *state.Aggregate {
	return changeAggregate(x, a, func(a *state.Aggregate) {
		a.Hosts = slices.DeleteFunc(slices.Clone(a.Hosts), func(h string) bool { return h == host })
	})
}
