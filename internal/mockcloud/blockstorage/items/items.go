package items

import (
	"maps"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
)

// Of declares whose metadata it is. The resource is the one of the request's path.
type Of struct {
	// Prefix begins the names of the operations: "volume-metadata".
	Prefix string
	// Items answers the metadata, Store stores it anew.
	Items func(*pipeline.Exchange) map[string]string
	Store func(*pipeline.Exchange, map[string]string)
	// Missing makes the fault for an item that is not there; CanChange refuses changes, nil for none.
	Missing   func(x *pipeline.Exchange, key string) *pipeline.Fault
	CanChange func(*pipeline.Exchange) *pipeline.Fault
	// Unjudged tells that no schema judges the bodies.
	Unjudged bool
}

// several holds the values that the steps of operations on all items share.
type several struct {
	Metadata map[string]string `body:"metadata"`
}

// one holds the values that the steps of an operation on one item share: an object with one item.
type one struct {
	Meta map[string]string `body:"meta"`
}

// Operations holds the operations on the metadata.
func (o *Of) Operations() pipeline.OperationSet {
	operations := map[string]pipeline.Operation{
		o.Prefix + ".list":    {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return o.answer(x, nil) }},
		o.Prefix + ".show":    {Answer: o.show},
		o.Prefix + ".create":  o.storing("add the metadata", o.Items),
		o.Prefix + ".replace": o.storing("replace the metadata", func(*pipeline.Exchange) map[string]string { return nil }),
		o.Prefix + ".update": pipeline.OperationOf[one]{
			Steps: []pipeline.StepOf[one]{{Name: "metadata can change", Run: o.itemCanChange}, {Name: "set the item", Run: o.set}},
			Answer: func(_ *pipeline.Exchange, w *one) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Answer(200, "meta", w.Meta), nil
			},
		}.Operation(),
		o.Prefix + ".delete": pipeline.OperationOf[pipeline.Nothing]{
			Steps:  []pipeline.StepOf[pipeline.Nothing]{{Name: "the item is there", Run: o.itemThere}, {Name: "remove the item", Run: o.remove}},
			Answer: record.AnswerRemoved[pipeline.Nothing],
		}.Operation(),
	}
	if o.Unjudged {
		o.judgeNothing(operations)
	}
	return pipeline.OperationSet{Operations: operations}
}

// storing makes an operation that stores the kept items, overridden by the given ones.
func (o *Of) storing(name string, kept func(*pipeline.Exchange) map[string]string) pipeline.Operation {
	return pipeline.OperationOf[several]{
		Steps: []pipeline.StepOf[several]{
			{Name: "metadata can change", Run: func(x *pipeline.Exchange, _ *several) *pipeline.Fault { return o.canChange(x) }},
			{Name: name, Run: func(x *pipeline.Exchange, w *several) *pipeline.Fault { return o.merge(x, kept(x), w.Metadata) }},
		},
		Answer: o.answer,
	}.Operation()
}

// key is the key of the item in the path.
func key(x *pipeline.Exchange) string { return x.Params.Get("metadata_key") }

func (o *Of) answer(x *pipeline.Exchange, _ *several) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Answer(200, "metadata", maps.Clone(o.Items(x))), nil
}

func (o *Of) show(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	value, there := o.Items(x)[key(x)]
	if !there {
		return nil, o.Missing(x, key(x))
	}
	return pipeline.Answer(200, "meta", map[string]string{key(x): value}), nil
}

func (o *Of) canChange(x *pipeline.Exchange) *pipeline.Fault {
	if o.CanChange == nil {
		return nil
	}
	return o.CanChange(x)
}

func (o *Of) itemCanChange(x *pipeline.Exchange, w *one) *pipeline.Fault {
	if _, inPath := w.Meta[key(x)]; !inPath {
		return pipeline.BadRequest("Request body and URI mismatch")
	}
	return o.canChange(x)
}

func (o *Of) set(x *pipeline.Exchange, w *one) *pipeline.Fault { return o.merge(x, o.Items(x), w.Meta) }

func (o *Of) merge(x *pipeline.Exchange, kept, given map[string]string) *pipeline.Fault {
	merged := map[string]string{}
	maps.Copy(merged, kept)
	maps.Copy(merged, given)
	o.Store(x, merged)
	return nil
}

func (o *Of) itemThere(x *pipeline.Exchange, _ *pipeline.Nothing) *pipeline.Fault {
	if _, there := o.Items(x)[key(x)]; !there {
		return o.Missing(x, key(x))
	}
	return nil
}

func (o *Of) remove(x *pipeline.Exchange, _ *pipeline.Nothing) *pipeline.Fault {
	left := maps.Clone(o.Items(x))
	delete(left, key(x))
	o.Store(x, left)
	return nil
}
