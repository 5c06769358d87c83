// Package collection makes the operations of plain resources out of declarations: records in a table that are listed,
// shown, created, changed and deleted, and that have no behaviour of their own. What differs from one resource to the next
// is data and small functions; what differs from one service to the next is a Service; what is done with them is here.
package collection

import (
	"iter"
	"slices"
	"strings"

	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/policy"
	"plumbline/mockcloud/internal/state"
	"plumbline/openapi"
)

// Of declares a resource: T is its record, C the object that a request to create one has, U that of a request to change it.
// The operations are named by Plural ("security-groups.list" for security_groups), the objects in documents by Noun and
// Plural. Create, update and delete are there where New, Change and Deletes say so. The document judges the bodies; policy
// is what it names.
type Of[T, C, U any] struct {
	In           *Service
	Noun, Plural string
	// Param is the record's id in paths, Noun and "_id" where it is "".
	Param string

	// Table has the records. Records that follow from something else are made by Derived for each request; ID is their id then.
	Table   *state.Table[T]
	Derived func(*pipeline.Exchange) iter.Seq[*T]
	ID      func(*T) string

	// Owner is whom policy is asked about. With it the stage "lookup" finds the record of the path, ahead of policy; without
	// it the operation does, behind policy.
	Owner func(*T) policy.Target
	// Sees tells whether a caller may know of a record, Lists whether lists have it; nil is yes.
	Sees, Lists func(*pipeline.Exchange, *T) bool
	// Prepare runs ahead of a list; Writes tells that it may write.
	Prepare func(*pipeline.Exchange)
	Writes  bool
	// Filters are the fields that lists can be filtered by, Sorts those that they can be sorted by, Order their order else (nil:
	// that of the table). Fields are the values of fields that views do not have, or have otherwise.
	Filters, Sorts []string
	Order          func(a, b *T) int
	Fields         map[string]func(*T) any

	// View is a record as it is shown: a struct with `json` tags; nil shows the record itself, which has them. Created and
	// Changed are those of the answers to a creation and a change, nil where they are the same.
	View, Created, Changed func(*pipeline.Exchange, *T) any

	// New makes a record of a request; Change changes the copy of one.
	New    func(*pipeline.Exchange, *C) (*T, *pipeline.Fault)
	Change func(*pipeline.Exchange, *T, *U) *pipeline.Fault
	// Unique refuses a record that cannot be stored beside the others. Then runs when a change is stored.
	Unique func(*pipeline.Exchange, *T) *pipeline.Fault
	Then   func(x *pipeline.Exchange, before, after *T)

	// Deletes says that records can be deleted: Keep are the checks that refuse that, With deletes what goes with the record.
	Deletes bool
	Keep    []pipeline.StepOf[T]
	With    func(*pipeline.Exchange, *T)
}

// Room is the resource as a part of its service.
func (c *Of[T, C, U]) Room() pipeline.Room {
	room := pipeline.Room{Operations: c.operations()}
	if c.Owner != nil {
		room.Lookups = map[string]pipeline.Lookup{c.param(): c.LookUp}
	}
	return room
}

func (c *Of[T, C, U]) param() string {
	if c.Param != "" {
		return c.Param
	}
	return c.Noun + "_id"
}

func (c *Of[T, C, U]) view(x *pipeline.Exchange, r *T) any {
	if c.View == nil {
		return r
	}
	return c.View(x, r)
}

func (c *Of[T, C, U]) id(r *T) string {
	if c.ID != nil {
		return c.ID(r)
	}
	return c.Table.ID(r)
}

// allRecords are the records, whoever may know of them.
func (c *Of[T, C, U]) allRecords(x *pipeline.Exchange) iter.Seq[*T] {
	if c.Derived != nil {
		return c.Derived(x)
	}
	return c.Table.All(x.Txn)
}

// Get is a record that the caller may know of.
func (c *Of[T, C, U]) Get(x *pipeline.Exchange, id string) (*T, *pipeline.Fault) {
	var r *T
	if c.Derived == nil {
		r = c.Table.Get(x.Txn, id)
	} else {
		for each := range c.Derived(x) {
			if c.ID(each) == id {
				r = each
				break
			}
		}
	}
	if r == nil || c.Sees != nil && !c.Sees(x, r) {
		return nil, c.In.Missing(c.Noun, id)
	}
	return r, nil
}

// LookUp finds the record of a path for the stages behind.
func (c *Of[T, C, U]) LookUp(x *pipeline.Exchange, id string) *pipeline.Fault {
	r, f := c.Get(x, id)
	if f == nil {
		x.SetSubject(r, c.Owner(r))
	}
	return f
}

// Find is the record that the path names.
func (c *Of[T, C, U]) Find(x *pipeline.Exchange) (*T, *pipeline.Fault) {
	if c.Owner != nil {
		return pipeline.Subject[T](x), nil
	}
	return c.Get(x, x.Params.Get(c.param()))
}

// List answers the records that the query lets through, and a further condition where there is one.
func (c *Of[T, C, U]) List(x *pipeline.Exchange, which func(*T) bool) (*pipeline.Response, *pipeline.Fault) {
	page, f := c.In.readQuery(x, c.Filters)
	if f != nil {
		return nil, f
	}
	list := &List[T]{ID: c.id, Order: c.Order, Sorts: c.Sorts, Value: func(r *T, field string) any {
		if own := c.Fields[field]; own != nil {
			return own(r)
		}
		value, _ := openapi.Get(c.view(x, r), field)
		return value
	}}
	found, cut, f := list.CutPage(page, func(yield func(*T) bool) {
		for r := range c.allRecords(x) {
			if c.lists(x, r) && (which == nil || which(r)) && !yield(r) {
				return
			}
		}
	})
	if f != nil {
		return nil, f
	}
	cut.Key = c.Plural
	return c.In.list(x, cut, c.items(x, found)), nil
}

func (c *Of[T, C, U]) lists(x *pipeline.Exchange, r *T) bool {
	return (c.Sees == nil || c.Sees(x, r)) && (c.Lists == nil || c.Lists(x, r))
}

// items are the records of a list; those that are shown whole are kept once they are rendered.
func (c *Of[T, C, U]) items(x *pipeline.Exchange, found []*T) []pipeline.Item {
	items, shape := make([]pipeline.Item, len(found)), c.In.shape(x)
	for i, r := range slices.All(found) {
		if shape != nil {
			items[i].Render = func() any { return shape(c.view(x, r)) }
			continue
		}
		items[i].Render = func() any { return c.view(x, r) }
		if c.Derived == nil {
			items[i].Record = r
		}
	}
	return items
}

// operation is the id of one of the resource's operations.
func (c *Of[T, C, U]) operation(verb string) string {
	return strings.ReplaceAll(c.Plural, "_", "-") + "." + verb
}
