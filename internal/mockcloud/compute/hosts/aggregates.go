package hosts

import (
	"cmp"
	"slices"
	"strconv"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// aggregating holds the values that the steps of the operations on aggregates share.
type aggregating struct {
	Request aggregateRequest `body:""`
	found   *state.Aggregate
	// touched makes the answer show the present time as updated_at; only a new name stores it.
	touched bool
}

// aggregateRequest is the body of each operation on aggregates: each has its own key.
type aggregateRequest struct {
	Aggregate struct {
		Name body.Opt[string] `json:"name"`
		Zone body.Opt[string] `json:"availability_zone"`
	} `json:"aggregate"`
	Add         namedHost `json:"add_host"`
	Remove      namedHost `json:"remove_host"`
	SetMetadata struct {
		Metadata map[string]body.Opt[string] `json:"metadata"`
	} `json:"set_metadata"`
	Cache []cachedImage `json:"cache"`
}

// namedHost is a host that is to be added or removed.
type namedHost struct {
	Name string `json:"host"`
}

// cachedImage is an image that hosts are to download beforehand.
type cachedImage struct {
	ID string `json:"id"`
}

// AggregateOperations holds the operations on host aggregates.
func AggregateOperations() pipeline.OperationSet {
	return pipeline.OperationSet{Operations: aggregateOperations()}
}

func aggregateOperations() map[string]pipeline.Operation {
	type step = pipeline.StepOf[aggregating]
	exists := step{Name: "aggregate exists", Run: aggregateExists}
	integer := step{Name: "id is a number", Run: pipeline.Ignoring[aggregating](aggregateNumber)}
	out := map[string]pipeline.Operation{"aggregates.list": {Answer: listAggregates}}
	for id, o := range map[string]pipeline.OperationOf[aggregating]{
		"aggregates.show": {Steps: []step{integer, exists}, Answer: answerAggregate},
		"aggregates.create": {
			Steps: []step{
				{Name: "name is free", Run: aggregateNameFree},
				{Name: "make the aggregate", Run: makeAggregate},
			},
			Answer: answerAggregate,
		},
		"aggregates.update": {
			Steps: []step{
				integer, exists,
				{Name: "name is free", Run: aggregateRename},
				{Name: "zone may change", Run: aggregateRezone},
			},
			Answer: answerAggregate,
		},
		"aggregates.delete": {
			Steps:  []step{integer, exists, {Name: "has no hosts", Run: aggregateEmpty}, {Name: "delete the aggregate", Run: deleteAggregate}},
			Answer: status(200),
		},
		"aggregates.add-host": {
			Steps: []step{
				integer,
				{Name: "host exists", Run: hostToAdd},
				exists,
				{Name: "host's zone may change", Run: addMayRezone},
				{Name: "servers' zone does not change", Run: addMovesServers},
				{Name: "host is not in it", Run: notIn},
				{Name: "add the host", Requirements: []string{"HYP-20"}, Run: addHost},
			},
			Answer: answerAggregate,
		},
		"aggregates.remove-host": {
			Steps: []step{
				integer,
				{Name: "host is in it", Run: findMember},
				{Name: "servers' zone does not change", Run: removeMovesServers},
				{Name: "remove the host", Run: removeHost},
			},
			Answer: answerAggregate,
		},
		"aggregates.set-metadata": {
			Steps: []step{
				integer, exists,
				{Name: "zone may change", Run: metadataRezones},
				{Name: "set the metadata", Requirements: []string{"HYP-20", "HYP-30"}, Run: setMetadata},
			},
			Answer: answerAggregate,
		},
		"aggregates.images": {
			Steps:  []step{integer, {Name: "images differ", Run: cacheDiffers}, exists, {Name: "images exist", Run: cacheExists}},
			Answer: status(202),
		},
	} {
		out[id] = o.Operation()
	}
	return out
}

// status answers without a body.
func status(code int) func(*pipeline.Exchange, *aggregating) (*pipeline.Response, *pipeline.Fault) {
	return func(*pipeline.Exchange, *aggregating) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Status(code), nil
	}
}

func aggregateNumber(x *pipeline.Exchange) *pipeline.Fault {
	return wantInteger(x.Params.Get("aggregate_id"))
}

func aggregateExists(x *pipeline.Exchange, w *aggregating) *pipeline.Fault {
	id := x.Params.Get("aggregate_id")
	if w.found == nil {
		if w.found = state.Aggregates.Get(x.Txn, id); w.found == nil {
			return pipeline.NotFound("Aggregate %s could not be found.", id)
		}
	}
	return nil
}

// aggregatesInOrder answers all aggregates in the order of their ids.
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
	var out []*aggregateView
	for _, a := range aggregatesInOrder(x) {
		out = append(out, viewOfAggregate(a))
	}
	return pipeline.Answer(200, "aggregates", out), nil
}

func answerAggregate(x *pipeline.Exchange, w *aggregating) (*pipeline.Response, *pipeline.Fault) {
	v := viewOfAggregate(w.found)
	if w.touched {
		now := x.Now()
		v.Updated = record.MicroOrNil(&now)
	}
	return pipeline.Answer(200, "aggregate", v), nil
}

// aggregateView is an aggregate as answers show it.
type aggregateView struct {
	ID        int64             `json:"id"`
	UUID      string            `json:"uuid"`
	Name      string            `json:"name"`
	Zone      *string           `json:"availability_zone"`
	Hosts     []string          `json:"hosts"`
	Metadata  map[string]string `json:"metadata"`
	Created   string            `json:"created_at"`
	Updated   *string           `json:"updated_at"`
	Deleted   bool              `json:"deleted"`
	DeletedAt *string           `json:"deleted_at"`
}

func viewOfAggregate(a *state.Aggregate) *aggregateView {
	return &aggregateView{
		ID: number64(a.ID), UUID: a.UUID, Name: a.Name, Zone: record.NonEmpty(a.Zone()), Hosts: a.Hosts, Metadata: a.Metadata,
		Created: record.FormatMicroseconds(a.Created), Updated: record.MicroOrNil(a.Updated),
	}
}

// change stores a changed copy of the aggregate.
func (w *aggregating) change(x *pipeline.Exchange, with func(*state.Aggregate)) {
	changed := *w.found
	with(&changed)
	w.found = &changed
	state.Aggregates.Insert(x.Txn, &changed)
}
