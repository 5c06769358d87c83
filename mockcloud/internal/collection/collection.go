// Package collection makes the operations of plain resources out of declarations: records in a table that are listed,
// shown, created, changed and deleted, and that have no behaviour of their own. What differs from one resource to the next
// is data and small functions; what is done with them is here.
package collection

import (
	"slices"

	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// Of declares a resource: T is its record, C the object that a request to create one has, U that of a request to change it.
// The operations are named by Plural ("projects.list"), the objects in documents by Noun and Plural. Create, update and
// delete are there where New, Change and Deletes say so. The document judges the bodies; policy is what it names.
type Of[T, C, U any] struct {
	Noun, Plural string
	// Param is the record's id in paths: "project_id".
	Param string
	Table *state.Table[T]
	// Missing is the fault of a record that is not there.
	Missing func(noun, id string) *pipeline.Fault

	// Seen tells which records a list has, nil for all; Filters by which keys of the query they are chosen.
	Seen    func(*pipeline.Exchange, *T) bool
	Filters map[string]func(r *T, wanted string) bool
	// Order is the order of lists, nil for that of the table.
	Order func(a, b *T) int
	// Enclose makes a list's answer of what is in it.
	Enclose func(x *pipeline.Exchange, plural string, items []any) (*pipeline.Response, *pipeline.Fault)

	// View is a record as it is shown. Changed is that of an answer to a change, nil where it is the same.
	View, Changed func(*pipeline.Exchange, *T) map[string]any

	// New makes a record of a request; Change changes the copy of one.
	New    func(*pipeline.Exchange, *C) (*T, *pipeline.Fault)
	Change func(*T, *U)
	// Unique refuses a record that cannot be stored beside the others. Then runs when a change is stored.
	Unique func(*pipeline.Exchange, *T) *pipeline.Fault
	Then   func(x *pipeline.Exchange, before, after *T)

	// Deletes says that records can be deleted: Keep refuses that, With deletes what goes with the record.
	Deletes bool
	Keep    func(*pipeline.Exchange, *T) *pipeline.Fault
	With    func(*pipeline.Exchange, *T)
}

// making is the work of an operation that stores a record.
type making[T any] struct{ made *T }

// Is makes a filter of a text: it passes where it is what is wanted.
func Is[T any](of func(*T) string) func(*T, string) bool {
	return func(r *T, wanted string) bool { return of(r) == wanted }
}

// Operations are the resource's, by their ids.
func (c *Of[T, C, U]) Operations() map[string]pipeline.Operation {
	all := map[string]pipeline.Operation{
		c.Plural + ".list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return c.List(x, nil) }},
		c.Plural + ".show": {Answer: c.show},
	}
	if c.New != nil {
		all[c.Plural+".create"] = pipeline.OperationOf[making[T]]{
			Steps:  []pipeline.StepOf[making[T]]{{Name: "create the " + c.Noun, Run: c.create}},
			Answer: c.answer(201, c.View),
		}.Operation()
	}
	if c.Change != nil {
		view := c.Changed
		if view == nil {
			view = c.View
		}
		all[c.Plural+".update"] = pipeline.OperationOf[making[T]]{
			Steps:  []pipeline.StepOf[making[T]]{{Name: "change the " + c.Noun, Run: c.update}},
			Answer: c.answer(200, view),
		}.Operation()
	}
	if c.Deletes {
		all[c.Plural+".delete"] = pipeline.Operation{
			Steps:  []pipeline.Step{{Name: "delete the " + c.Noun, Run: c.remove}},
			Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return pipeline.Status(204), nil },
		}
	}
	return all
}

// Find is the record that the path names.
func (c *Of[T, C, U]) Find(x *pipeline.Exchange) (*T, *pipeline.Fault) {
	id := x.Params.Get(c.Param)
	r := c.Table.Get(x.Txn, id)
	if r == nil {
		return nil, c.Missing(c.Noun, id)
	}
	return r, nil
}

// List answers the records that the query lets through, and a further condition where there is one.
func (c *Of[T, C, U]) List(x *pipeline.Exchange, which func(*T) bool) (*pipeline.Response, *pipeline.Fault) {
	var found []*T
	for r := range c.Table.All(x.Txn) {
		if (which == nil || which(r)) && (c.Seen == nil || c.Seen(x, r)) && c.passes(x, r) {
			found = append(found, r)
		}
	}
	if c.Order != nil {
		slices.SortStableFunc(found, c.Order)
	}
	items := make([]any, len(found))
	for i, r := range found {
		items[i] = c.View(x, r)
	}
	return c.Enclose(x, c.Plural, items)
}

func (c *Of[T, C, U]) passes(x *pipeline.Exchange, r *T) bool {
	for key, passes := range c.Filters {
		if x.Query.Has(key) && !passes(r, x.Query.Get(key)) {
			return false
		}
	}
	return true
}

func (c *Of[T, C, U]) show(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	r, f := c.Find(x)
	if f != nil {
		return nil, f
	}
	return pipeline.Answer(200, c.Noun, c.View(x, r)), nil
}

func (c *Of[T, C, U]) answer(status int, view func(*pipeline.Exchange, *T) map[string]any) func(*pipeline.Exchange, *making[T]) (*pipeline.Response, *pipeline.Fault) {
	return func(x *pipeline.Exchange, w *making[T]) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Answer(status, c.Noun, view(x, w.made)), nil
	}
}

func (c *Of[T, C, U]) create(x *pipeline.Exchange, w *making[T]) (f *pipeline.Fault) {
	request := new(C)
	body.Read(x.Inner(c.Noun), request)
	if w.made, f = c.New(x, request); f != nil {
		return f
	}
	return c.store(x, w.made)
}

func (c *Of[T, C, U]) update(x *pipeline.Exchange, w *making[T]) *pipeline.Fault {
	before, f := c.Find(x)
	if f != nil {
		return f
	}
	request, after := new(U), *before
	body.Read(x.Inner(c.Noun), request)
	c.Change(&after, request)
	if f := c.store(x, &after); f != nil {
		return f
	}
	if c.Then != nil {
		c.Then(x, before, &after)
	}
	w.made = &after
	return nil
}

func (c *Of[T, C, U]) store(x *pipeline.Exchange, r *T) *pipeline.Fault {
	if c.Unique != nil {
		if f := c.Unique(x, r); f != nil {
			return f
		}
	}
	c.Table.Insert(x.Txn, r)
	return nil
}

func (c *Of[T, C, U]) remove(x *pipeline.Exchange) *pipeline.Fault {
	r, f := c.Find(x)
	if f != nil {
		return f
	}
	if c.Keep != nil {
		if f := c.Keep(x, r); f != nil {
			return f
		}
	}
	if c.With != nil {
		c.With(x, r)
	}
	c.Table.Delete(x.Txn, c.Table.ID(r))
	return nil
}
