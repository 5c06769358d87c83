package collection

import (
	"reflect"
	"strings"

	"plumbline/internal/mockcloud/pipeline"
)

// request holds the values that the steps of an operation that stores a record share: the request's object, and the record.
type request[T, B any] struct {
	Object B `body:""`
	stored *T
}

func (c *Of[T, C, U]) operations() map[string]pipeline.Operation {
	all := map[string]pipeline.Operation{
		c.operation("list"): {Writes: c.Prepare != nil && c.Writes, Answer: c.list},
		c.operation("show"): {Answer: c.show},
	}
	name := strings.ReplaceAll(c.Noun, "_", " ")
	if c.New != nil {
		all[c.operation("create")] = storeOperation(c, c.Created, true, pipeline.StepOf[request[T, C]]{Name: "create the " + name, Run: c.create})
	}
	if c.Change != nil {
		all[c.operation("update")] = storeOperation(c, c.Changed, false, pipeline.StepOf[request[T, U]]{
			Name: "change the " + name,
			Run:  c.update,
		})
	}
	if c.Deletes {
		remove := pipeline.StepOf[T]{Name: "delete the " + name, Run: c.remove}
		var steps []pipeline.Step
		for _, s := range append(c.Keep[:len(c.Keep):len(c.Keep)], remove) {
			steps = append(steps, pipeline.Step{Name: s.Name, Requirements: s.Requirements, Refuses: s.Refuses, Run: c.onRecordOfPath(s.Run)})
		}
		all[c.operation("delete")] = pipeline.Operation{
			Steps: steps,
			Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Status(status(x)), nil
			},
		}
	}
	return all
}

// status is the status of a success: the first that the document declares.
func status(x *pipeline.Exchange) int { return x.Operation.Success()[0] }

// storeOperation is an operation that stores a record.
func storeOperation[T, C, U, B any](
	c *Of[T, C, U], view func(*pipeline.Exchange, *T) any, creates bool, step pipeline.StepOf[request[T, B]],
) pipeline.Operation {
	if view == nil {
		view = c.view
	}
	out := pipeline.OperationOf[request[T, B]]{
		Under: c.bodyKey(),
		Steps: []pipeline.StepOf[request[T, B]]{step},
		Answer: func(x *pipeline.Exchange, w *request[T, B]) (*pipeline.Response, *pipeline.Fault) {
			return c.In.AnswerRecord(x, status(x), c.Noun, view(x, w.stored)), nil
		},
	}.Operation()
	judged := c.In.judge(c.Noun, reflect.TypeFor[B](), creates)
	out.Formats, out.Policy = judged.Formats, judged.Policy
	return out
}

// bodyKey is the body's key of the object, "" if the body is the object itself.
func (c *Of[T, C, U]) bodyKey() string {
	if c.In.Bare {
		return ""
	}
	return c.Noun
}

// onRecordOfPath makes a step that calls run with the record of the path.
func (c *Of[T, C, U]) onRecordOfPath(run func(*pipeline.Exchange, *T) *pipeline.Fault) func(*pipeline.Exchange) *pipeline.Fault {
	return func(x *pipeline.Exchange) *pipeline.Fault {
		r, f := c.Find(x)
		if f != nil {
			return f
		}
		return run(x, r)
	}
}

func (c *Of[T, C, U]) list(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	if c.Prepare != nil {
		c.Prepare(x)
	}
	return c.List(x, nil)
}

func (c *Of[T, C, U]) show(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	r, f := c.Find(x)
	if f != nil {
		return nil, f
	}
	return c.In.AnswerRecord(x, 200, c.Noun, c.view(x, r)), nil
}

func (c *Of[T, C, U]) create(x *pipeline.Exchange, w *request[T, C]) (f *pipeline.Fault) {
	if w.stored, f = c.New(x, &w.Object); f != nil {
		return f
	}
	return c.store(x, w.stored)
}

func (c *Of[T, C, U]) update(x *pipeline.Exchange, w *request[T, U]) *pipeline.Fault {
	before, f := c.Find(x)
	if f != nil {
		return f
	}
	after := *before
	if f := c.Change(x, &after, &w.Object); f != nil {
		return f
	}
	if f := c.store(x, &after); f != nil {
		return f
	}
	if c.Then != nil {
		c.Then(x, before, &after)
	}
	w.stored = &after
	return nil
}

// store stores a record, which becomes the exchange's subject.
func (c *Of[T, C, U]) store(x *pipeline.Exchange, r *T) *pipeline.Fault {
	if c.Unique != nil {
		if f := c.Unique(x, r); f != nil {
			return f
		}
	}
	c.Table.Insert(x.Txn, r)
	if c.Owner != nil {
		x.SetSubject(r, c.Owner(r))
	}
	return nil
}

func (c *Of[T, C, U]) remove(x *pipeline.Exchange, r *T) *pipeline.Fault {
	if c.With != nil {
		c.With(x, r)
	}
	c.Table.Delete(x.Txn, c.Table.ID(r))
	return nil
}
