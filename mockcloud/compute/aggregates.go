package compute

import (
	"cmp"
	"slices"
	"strconv"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// aggregating is what the steps of the operations on aggregates pass on.
type aggregating struct {
	found *state.Aggregate
	// touched makes the answer say that the aggregate has been updated now; only a new name is kept as an update.
	touched bool
}

func aggregateOperations() map[string]pipeline.Operation {
	exists := pipeline.Step{Name: "aggregate exists", Run: aggregateExists}
	integer := pipeline.Step{Name: "id is a number", Run: aggregateNumber}
	return map[string]pipeline.Operation{
		"aggregates.list": {Answer: listAggregates},
		"aggregates.show": {Steps: []pipeline.Step{integer, exists}, Answer: answerAggregate},
		"aggregates.create": {
			Steps: []pipeline.Step{
				{Name: "name is free", Run: aggregateNameFree("")},
				{Name: "make the aggregate", Run: makeAggregate},
			},
			Answer: answerAggregate,
		},
		"aggregates.update": {
			Steps: []pipeline.Step{
				integer, exists,
				{Name: "name is free", Run: aggregateRename},
				{Name: "zone may change", Run: aggregateRezone},
			},
			Answer: answerAggregate,
		},
		"aggregates.delete": {
			Steps:  []pipeline.Step{integer, exists, {Name: "has no hosts", Run: aggregateEmpty}, {Name: "delete the aggregate", Run: deleteAggregate}},
			Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return pipeline.Status(200), nil },
		},
		"aggregates.add-host": {
			Steps: []pipeline.Step{
				integer,
				{Name: "host exists", Run: hostToAdd},
				exists,
				{Name: "host's zone may change", Run: addMayRezone},
				{Name: "servers' zone does not change", Run: addMovesServers},
				{Name: "host is not in it", Run: hostNotIn},
				{Name: "add the host", Requirements: []string{"HYP-20"}, Run: addHost},
			},
			Answer: answerAggregate,
		},
		"aggregates.remove-host": {
			Steps: []pipeline.Step{
				integer,
				{Name: "host is in it", Run: hostIn},
				{Name: "servers' zone does not change", Run: removeMovesServers},
				{Name: "remove the host", Run: removeHost},
			},
			Answer: answerAggregate,
		},
		"aggregates.set-metadata": {
			Steps: []pipeline.Step{
				integer, exists,
				{Name: "zone may change", Run: metadataRezones},
				{Name: "set the metadata", Requirements: []string{"HYP-20", "HYP-30"}, Run: setMetadata},
			},
			Answer: answerAggregate,
		},
		"aggregates.images": {
			Steps:  []pipeline.Step{integer, {Name: "images differ", Run: cacheDiffers}, exists, {Name: "images exist", Run: cacheExists}},
			Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return pipeline.Status(202), nil },
		},
	}
}

func aggregateNumber(x *pipeline.Exchange) *pipeline.Fault {
	return wantInteger(x.Params.Get("aggregate_id"))
}

func aggregateExists(x *pipeline.Exchange) *pipeline.Fault {
	id := x.Params.Get("aggregate_id")
	if w := pipeline.Work[aggregating](x); w.found == nil {
		if w.found = state.Aggregates.Get(x.Txn, id); w.found == nil {
			return pipeline.NotFound("Aggregate %s could not be found.", id)
		}
	}
	return nil
}

// aggregatesInOrder are all aggregates in the order of their ids.
func aggregatesInOrder(x *pipeline.Exchange) []*state.Aggregate {
	var out []*state.Aggregate
	for a := range state.Aggregates.All(x.Txn) {
		out = append(out, a)
	}
	slices.SortFunc(out, func(a, b *state.Aggregate) int { return cmp.Compare(number64(a.ID), number64(b.ID)) })
	return out
}

func number64(text string) int64 {
	n, _ := strconv.ParseInt(text, 10, 64)
	return n
}

func listAggregates(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	out := []any{}
	for _, a := range aggregatesInOrder(x) {
		out = append(out, aggregateView(a))
	}
	return pipeline.Answer(200, "aggregates", out), nil
}

func answerAggregate(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	w := pipeline.Work[aggregating](x)
	v := aggregateView(w.found)
	if w.touched {
		v["updated_at"] = micro(x.Now())
	}
	return pipeline.Answer(200, "aggregate", v), nil
}

func aggregateView(a *state.Aggregate) map[string]any {
	hosts := make([]any, 0, len(a.Hosts))
	for _, h := range a.Hosts {
		hosts = append(hosts, h)
	}
	return map[string]any{
		"id": number64(a.ID), "uuid": a.UUID, "name": a.Name, "availability_zone": nonEmpty(a.Zone()), "hosts": hosts,
		"metadata": a.Metadata, "created_at": micro(a.Created), "updated_at": microOrNil(a.Updated), "deleted": false, "deleted_at": nil,
	}
}

// change puts a changed copy of the aggregate in its place.
func (w *aggregating) change(x *pipeline.Exchange, with func(*state.Aggregate)) {
	changed := *w.found
	with(&changed)
	w.found = &changed
	state.Aggregates.Insert(x.Txn, &changed)
}
