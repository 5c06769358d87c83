// Package resources lists and shows the resources of stacks.
package resources

import (
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/locks"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Operations holds stack-resources.*, except the operation for signals.
func Operations(ts *kind.Types, table locks.Table) pipeline.OperationSet {
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"stack-resources.list": pipeline.OperationOf[listing]{
			Formats: readListing,
			Answer:  func(x *pipeline.Exchange, q *listing) (*pipeline.Response, *pipeline.Fault) { return list(x, ts, q) },
		}.Operation(),
		"stack-resources.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			r, f := record.Resource(x)
			if f != nil {
				return nil, f
			}
			s := record.Stack(x)
			return pipeline.Answer(200, "resource", &detail{described{viewOf(x, s, r), r.Description}, ts.ShownAttributes(x, s, r)}), nil
		}},
		"stack-resources.metadata": {Answer: metadata},
		"stack-resources.mark-unhealthy": pipeline.OperationOf[marking]{
			Formats: readHealth,
			Steps:   []pipeline.StepOf[marking]{locks.GuardOf[marking](table, "mark_unhealthy"), {Name: "mark the resource", Run: markUnhealthy}},
			Answer:  record.NullOf[marking],
		}.Operation(),
	}}
}

func metadata(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	r, f := record.Resource(x)
	if f != nil {
		return nil, f
	}
	return pipeline.Answer(200, "metadata", record.OrEmpty(r.Metadata)), nil
}

// listing is the depth of a list of resources, whether it has details, and the filters that are not compared as they are.
type listing struct {
	depth  int
	detail bool
	// statuses and actions are nil if the query does not ask for any.
	statuses, actions []string
	kind              string
}

// list answers the resources of a stack and of the stacks nested in it.
func list(x *pipeline.Exchange, ts *kind.Types, q *listing) (*pipeline.Response, *pipeline.Fault) {
	items := []any{}
	for _, at := range listNested(x, record.Stack(x), min(q.depth, record.MostDepth)) {
		r := at.resource
		if !q.matches(x, r) {
			continue
		}
		v := viewOf(x, at.stack, r)
		if at.stack.ID != record.Stack(x).ID {
			v.Parent = at.stack.ParentResource
		}
		if q.detail {
			items = append(items, &detail{described{v, r.Description}, ts.ShownAttributes(x, at.stack, r)})
			continue
		}
		items = append(items, &v)
	}
	return pipeline.Answer(200, "resources", items), nil
}

// located is a resource with its stack.
type located struct {
	stack    *state.Stack
	resource *state.StackResource
}

// listNested lists the resources of a stack and of the stacks nested in it, down to a depth.
func listNested(x *pipeline.Exchange, s *state.Stack, depth int) []located {
	all := record.PresentResources(x, s.ID)
	var out, inner []located
	for _, name := range record.Names(all) {
		r := all[name]
		out = append(out, located{s, r})
		if depth == 0 {
			continue
		}
		if child := state.Stacks.Get(x.Txn, r.PhysicalID); child != nil && child.ParentID == s.ID {
			inner = append(inner, listNested(x, child, depth-1)...)
		}
	}
	return append(out, inner...)
}
