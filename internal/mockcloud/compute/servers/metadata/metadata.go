package metadata

import (
	"maps"

	"plumbline/internal/mockcloud/compute/quota"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// items is a request with several items; item is a request with the one item that the path names.
type (
	items struct {
		Request map[string]string `body:"metadata"`
	}
	item struct {
		Request map[string]string `body:"meta"`
	}
)

// Operations holds the operations on the metadata of servers.
func Operations(q quota.Limits) pipeline.OperationSet {
	set := func(name string, from func(*state.Server) map[string]string) pipeline.Operation {
		return pipeline.OperationOf[items]{
			Steps: []pipeline.StepOf[items]{{Name: name, Run: func(x *pipeline.Exchange, w *items) *pipeline.Fault {
				return store(x, q, from(record.Server(x)), w.Request)
			}}},
			Answer: func(x *pipeline.Exchange, _ *items) (*pipeline.Response, *pipeline.Fault) { return list(x) },
		}.Operation()
	}
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"server-metadata.list":    {Answer: list},
		"server-metadata.show":    {Answer: show},
		"server-metadata.create":  set("set some items", func(s *state.Server) map[string]string { return s.Metadata }),
		"server-metadata.replace": set("replace all items", func(*state.Server) map[string]string { return nil }),
		"server-metadata.update": pipeline.OperationOf[item]{
			Blocks: sameKey,
			Steps: []pipeline.StepOf[item]{{Name: "set one item", Run: func(x *pipeline.Exchange, w *item) *pipeline.Fault {
				return store(x, q, record.Server(x).Metadata, w.Request)
			}}},
			Answer: func(_ *pipeline.Exchange, w *item) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Answer(200, "meta", w.Request), nil
			},
		}.Operation(),
		"server-metadata.delete": {
			Blocks: isThere,
			Steps:  []pipeline.Step{{Name: "remove one item", Run: remove}},
			Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return pipeline.Status(204), nil },
		},
	}}
}

func list(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Answer(200, "metadata", record.Server(x).Metadata), nil
}

func show(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	if f := isThere(x); f != nil {
		return nil, f
	}
	key := x.Params.Get("key")
	return pipeline.Answer(200, "meta", map[string]string{key: record.Server(x).Metadata[key]}), nil
}

func isThere(x *pipeline.Exchange) *pipeline.Fault {
	if _, there := record.Server(x).Metadata[x.Params.Get("key")]; !there {
		return pipeline.NotFound("Metadata item was not found")
	}
	return nil
}

func sameKey(x *pipeline.Exchange, w *item) *pipeline.Fault {
	if _, same := w.Request[x.Params.Get("key")]; !same {
		return pipeline.BadRequest("Request body and URI mismatch")
	}
	return nil
}

// store stores the new items and the previous ones that they do not replace, within the server's quota.
func store(x *pipeline.Exchange, q quota.Limits, before, set map[string]string) *pipeline.Fault {
	after := maps.Clone(before)
	if after == nil {
		after = map[string]string{}
	}
	maps.Copy(after, set)
	if f := q.For(x, x.Caller.ProjectID).CheckMetadata(after); f != nil {
		return f
	}
	record.NotifyUpdate(x, record.Change(x, func(s *state.Server) { s.Metadata = after }))
	return nil
}

func remove(x *pipeline.Exchange) *pipeline.Fault {
	record.NotifyUpdate(x, record.Change(x, func(s *state.Server) {
		s.Metadata = maps.Clone(s.Metadata)
		delete(s.Metadata, x.Params.Get("key"))
	}))
	return nil
}
