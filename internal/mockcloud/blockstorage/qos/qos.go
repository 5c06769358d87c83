package qos

import (
	"cmp"
	"maps"
	"slices"

	"plumbline/internal/mockcloud/blockstorage/listing"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/collection"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// shown are specs of quality of service in answers.
type shown struct {
	ID       string             `json:"id"`
	Name     string             `json:"name"`
	Consumer string             `json:"consumer"`
	Specs    map[string]*string `json:"specs"`
}

// given are specs in a request: besides name and consumer, any keys.
type given struct {
	Specs map[string]*string `body:"qos_specs"`
}

var specs = collection.Of[state.VolumeQoS, pipeline.Nothing, pipeline.Nothing]{
	In:   listing.Plain(func(id string) *pipeline.Fault { return pipeline.NotFound("No such QoS spec %s.", id) }),
	Noun: "qos_specs", Plural: "qos_specs", Param: "qos_id", Table: state.VolumeQoSSpecs,
	Filters: []string{"id", "name", "consumer"}, Sorts: []string{"id", "updated_at"},
	// The service takes filters by name and consumer, and finds nothing with them.
	Fields: map[string]func(*state.VolumeQoS) any{
		"name": func(*state.VolumeQoS) any { return "" }, "consumer": func(*state.VolumeQoS) any { return "" },
	},
	Order: func(a, b *state.VolumeQoS) int { return cmp.Compare(a.Serial, b.Serial) },
	View: func(_ *pipeline.Exchange, q *state.VolumeQoS) any {
		return &shown{ID: q.ID, Name: q.Name, Consumer: q.Consumer, Specs: q.Specs}
	},
}

// Operations holds the operations on specs of quality of service.
func Operations() pipeline.OperationSet {
	set := specs.Operations()
	maps.Copy(set.Operations, associations())
	set.Operations["qos-specs.show"] = pipeline.Operation{Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		q, f := specs.Find(x)
		if f != nil {
			return nil, f
		}
		return answer(x, q)
	}}
	set.Operations["qos-specs.create"] = create()
	set.Operations["qos-specs.update"] = pipeline.OperationOf[given]{
		Steps: []pipeline.StepOf[given]{{Name: "change the specs", Run: change}},
		Answer: func(_ *pipeline.Exchange, w *given) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(200, "qos_specs", w.Specs), nil
		},
	}.Operation()
	set.Operations["qos-specs.delete"] = pipeline.OperationOf[pipeline.Nothing]{
		Steps:  []pipeline.StepOf[pipeline.Nothing]{{Name: "delete the specs", Run: remove}},
		Answer: record.AnswerDeleted[pipeline.Nothing],
	}.Operation()
	set.Operations["qos-specs.delete-keys"] = pipeline.OperationOf[keys]{
		Steps:  []pipeline.StepOf[keys]{{Name: "delete the keys", Run: deleteKeys}},
		Answer: record.AnswerDeleted[keys],
	}.Operation()
	return set
}

func answer(x *pipeline.Exchange, q *state.VolumeQoS) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Body(200, &openapi.Fields{
		{Name: "qos_specs", Value: specs.View(x, q)}, {Name: "links", Value: record.Links(x, "qos-specs", q.ID)},
	}), nil
}

// store stores specs with what a request says of them. A consumer that is null changes nothing.
func store(x *pipeline.Exchange, q *state.VolumeQoS, given map[string]*string) *pipeline.Fault {
	for key, value := range given {
		switch {
		case key != "consumer":
			q.Specs[key] = value
		case value == nil:
		case !slices.Contains(consumers, *value):
			return pipeline.BadRequest("Invalid qos specs: Valid consumer of QoS specs are: QoSConsumerValues(default=<class "+
				"'oslo_versionedobjects.fields.UnspecifiedDefault'>,nullable=False,valid_values=(%s))", record.PythonTuple(consumers))
		default:
			q.Consumer = *value
		}
	}
	state.VolumeQoSSpecs.Insert(x.Txn, q)
	return nil
}

// consumers are who may see to the quality.
var consumers = []string{"back-end", "front-end", "both"}

func change(x *pipeline.Exchange, w *given) *pipeline.Fault {
	before, f := specs.Find(x)
	if f != nil {
		return f
	}
	q := *before
	q.Specs = maps.Clone(q.Specs)
	return store(x, &q, w.Specs)
}

func remove(x *pipeline.Exchange, _ *pipeline.Nothing) *pipeline.Fault {
	force, f := record.Flag(x, "force")
	if f != nil {
		return f
	}
	q, f := specs.Find(x)
	if f != nil {
		return f
	}
	for _, t := range typesOf(x, q.ID) {
		if !force {
			return pipeline.BadRequest("Qos specs still in use.")
		}
		give(x, t, "")
	}
	state.VolumeQoSSpecs.Delete(x.Txn, q.ID)
	return nil
}

// keys holds the values that the steps of a request to delete keys share.
type keys struct {
	Keys []string `body:"keys"`
}

func deleteKeys(x *pipeline.Exchange, w *keys) *pipeline.Fault {
	before, f := specs.Find(x)
	if f != nil {
		return f
	}
	q := *before
	q.Specs = maps.Clone(q.Specs)
	for _, key := range w.Keys {
		if _, there := q.Specs[key]; !there {
			return pipeline.NotFound("QoS spec %s has no spec with key %s.", q.ID, key)
		}
		delete(q.Specs, key)
	}
	state.VolumeQoSSpecs.Insert(x.Txn, &q)
	return nil
}
