// Package collection makes the operations of plain resources from declarations: records in a table that are listed, shown, created,
// changed and deleted, without any further behaviour. A resource declares its differences as data and small functions (Of), a service
// those of its API (Service).
package collection

import (
	"iter"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// Of declares a resource: T is its record, C the object in a request to create one, U the object in a request to change one. The
// operations are named by Plural ("security-groups.list" for security_groups), the objects in documents by Noun and Plural. Create,
// update and delete exist if New, Change and Deletes are set. Bodies are checked by the document's schema, policy rules are those
// that the document names.
type Of[T, C, U any] struct {
	In           *Service
	Noun, Plural string
	// Param is the path's parameter with the record's id; the default is Noun and "_id".
	Param string

	// Table has the records. Records that are computed from others are made by Derived for each request; ID answers their id.
	Table   *state.Table[T]
	Derived func(*pipeline.Exchange) iter.Seq[*T]
	ID      func(*T) string

	// Owner answers the target of policy rules. With it, the record of the path is looked up in the stage "lookup", before policy;
	// without it in the operation, after policy.
	Owner func(*T) policy.Target
	// Sees tells whether a caller may see a record, Lists whether lists include it; nil stands for yes.
	Sees, Lists func(*pipeline.Exchange, *T) bool
	// Prepare runs before a list; Writes tells that it may write.
	Prepare func(*pipeline.Exchange)
	Writes  bool
	// Filters are the fields that lists can be filtered by, Sorts the fields that they can be sorted by, Order the default order
	// (nil: the table's). Fields answers the values of fields that the view lacks, or has in another form.
	Filters, Sorts []string
	Order          func(a, b *T) int
	Fields         map[string]func(*T) any

	// View makes the view of a record: a struct with `json` tags; nil shows the record itself. Created and Changed make the views for
	// answers to creations and changes, if they differ.
	View, Created, Changed func(*pipeline.Exchange, *T) any

	// New makes a record from a request; Change changes a copy of one.
	New    func(*pipeline.Exchange, *C) (*T, *pipeline.Fault)
	Change func(*pipeline.Exchange, *T, *U) *pipeline.Fault
	// Unique refuses a record that conflicts with others. Then runs after a change is stored.
	Unique func(*pipeline.Exchange, *T) *pipeline.Fault
	Then   func(x *pipeline.Exchange, before, after *T)

	// Deletes tells that records can be deleted: Keep are the checks that refuse a deletion, With deletes what belongs to the record.
	Deletes bool
	Keep    []pipeline.StepOf[T]
	With    func(*pipeline.Exchange, *T)
}

// Operations holds the operations on the resource.
func (c *Of[T, C, U]) Operations() pipeline.OperationSet {
	set := pipeline.OperationSet{Operations: c.operations()}
	if c.Owner != nil {
		set.Lookups = map[string]pipeline.Lookup{c.param(): c.LookUp}
	}
	return set
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

// allRecords are all records, also those that the caller may not see.
func (c *Of[T, C, U]) allRecords(x *pipeline.Exchange) iter.Seq[*T] {
	if c.Derived != nil {
		return c.Derived(x)
	}
	return c.Table.All(x.Txn)
}

// Get finds a record that the caller may see.
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

// LookUp finds the record of a path and stores it as the exchange's subject.
func (c *Of[T, C, U]) LookUp(x *pipeline.Exchange, id string) *pipeline.Fault {
	r, f := c.Get(x, id)
	if f == nil {
		x.SetSubject(r, c.Owner(r))
	}
	return f
}

// Find finds the record that the path names.
func (c *Of[T, C, U]) Find(x *pipeline.Exchange) (*T, *pipeline.Fault) {
	if c.Owner != nil {
		return pipeline.Subject[T](x), nil
	}
	return c.Get(x, x.Params.Get(c.param()))
}

// List answers the records that match the query and, unless which is nil, a further condition.
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

// items are the items of a list; the rendered form of records that are shown whole is kept.
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

// operation is the id of an operation on the resource.
func (c *Of[T, C, U]) operation(verb string) string {
	return strings.ReplaceAll(c.Plural, "_", "-") + "." + verb
}
