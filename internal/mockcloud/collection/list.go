package collection

import (
	"cmp"
	"iter"
	"reflect"
	"slices"
	"time"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi/python"
)

// Page holds the paging, order and filters of a request for a list.
type Page struct {
	// Limit is the greatest number of records of the page, negative for no limit; Offset is the number of records to skip.
	Limit, Offset int
	// Reverse selects the page that ends before the marker.
	Reverse bool
	// Marker is the id of the record before the page; Marked tells whether one is given.
	Marker string
	Marked bool
	// Order are the fields to sort by, none for the resource's own order.
	Order   []Order
	Filters []Filter
	// NoMarker makes the fault for a marker that is not in the list, NoSort the one for a key that the list cannot be sorted by; nil
	// ignores them.
	NoMarker, NoSort func(what string) *pipeline.Fault
}

// UnfilteredPage is the page with all records in the resource's own order.
func UnfilteredPage() *Page { return &Page{Limit: -1} }

// Order is one field to sort by; "" is the resource's own order.
type Order struct {
	Field      string
	Descending bool
}

// Filter selects the records whose value in a field passes. A missing field is nil.
type Filter struct {
	Field  string
	Passes func(value any) bool
}

// List declares how the records of a resource are filtered, sorted and paged.
type List[T any] struct {
	ID func(*T) string
	// Value answers a record's value of a field: a text, a number, a boolean, a time, a pointer to one, a list or a map; nil for
	// null.
	Value func(r *T, field string) any
	// Elsewhere finds a record that is not in the list, whose place a marker names; nil for none.
	Elsewhere func(id string) *T
	// Order is the default order, also among records that are equal by the requested one; nil is the order in which the records come.
	Order func(a, b *T) int
	// Sorts are the fields that the list can be sorted by.
	Sorts []string
}

// Cut is a page of a list.
type Cut struct {
	// Key is the key of the list in the answer.
	Key string
	// First and Last are the ids of the page's first and last record, "" for an empty page; Shown is the number of records on the
	// page, Total that of all records that match the filters.
	First, Last  string
	Shown, Total int
	Page         *Page
}

// CutPage answers the records of a page, and a description of the page.
func (l *List[T]) CutPage(p *Page, all iter.Seq[*T]) ([]*T, *Cut, *pipeline.Fault) {
	var found []*T
	for r := range all {
		if l.matchesFilters(p, r) {
			found = append(found, r)
		}
	}
	cut := &Cut{Total: len(found), Page: p}
	at := -1
	if p.Marked {
		at = slices.IndexFunc(found, func(r *T) bool { return l.ID(r) == p.Marker })
		if at < 0 && p.NoMarker != nil {
			if f := p.NoMarker(p.Marker); f != nil {
				return nil, nil, f
			}
		}
	}
	for _, o := range p.Order {
		if o.Field != "" && !slices.Contains(l.Sorts, o.Field) && p.NoSort != nil {
			return nil, nil, p.NoSort(o.Field)
		}
	}
	if len(p.Order) > 0 || l.Order != nil {
		slices.SortStableFunc(found, func(a, b *T) int { return l.compare(p.Order, a, b) })
		if at >= 0 {
			at = slices.IndexFunc(found, func(r *T) bool { return l.ID(r) == p.Marker })
		}
	}
	if p.Marked && at < 0 && l.Elsewhere != nil && !p.Reverse {
		if marked := l.Elsewhere(p.Marker); marked != nil {
			found = slices.DeleteFunc(found, func(r *T) bool { return l.compare(p.Order, r, marked) <= 0 })
		}
	}
	if p.Reverse {
		slices.Reverse(found)
		at = slices.IndexFunc(found, func(r *T) bool { return p.Marked && l.ID(r) == p.Marker })
	}
	found = found[at+1:]
	found = found[min(p.Offset, len(found)):]
	if p.Limit >= 0 {
		found = found[:min(p.Limit, len(found))]
	}
	if p.Reverse {
		slices.Reverse(found)
	}
	if cut.Shown = len(found); cut.Shown > 0 {
		cut.First, cut.Last = l.ID(found[0]), l.ID(found[len(found)-1])
	}
	return found, cut, nil
}

func (l *List[T]) matchesFilters(p *Page, r *T) bool {
	return !slices.ContainsFunc(p.Filters, func(f Filter) bool { return !f.Passes(l.Value(r, f.Field)) })
}

func (l *List[T]) compare(by []Order, a, b *T) int {
	for _, o := range by {
		c := 0
		if o.Field != "" {
			c = compare(l.Value(a, o.Field), l.Value(b, o.Field))
		} else if l.Order != nil {
			c = l.Order(a, b)
		}
		if o.Descending {
			c = -c
		}
		if c != 0 {
			return c
		}
	}
	if l.Order == nil {
		return 0
	}
	if len(by) > 0 && by[0].Descending {
		return l.Order(b, a)
	}
	return l.Order(a, b)
}

// compare compares numbers by value, everything else by its text in Python. What is null comes first, as in the services' database.
func compare(a, b any) int {
	if null, other := isNull(a), isNull(b); null || other {
		return cmp.Compare(rank(other), rank(null))
	}
	switch a := a.(type) {
	case int:
		if b, ok := b.(int); ok {
			return cmp.Compare(a, b)
		}
	case int64:
		if b, ok := b.(int64); ok {
			return cmp.Compare(a, b)
		}
	}
	return cmp.Compare(Text(a), Text(b))
}

func isNull(v any) bool {
	r := reflect.ValueOf(v)
	return !r.IsValid() || r.Kind() == reflect.Pointer && r.IsNil()
}

// rank is a truth as a number.
func rank(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Text is the value of a field as Python writes it; a time has microseconds.
func Text(v any) string {
	switch v := v.(type) {
	case int:
		return python.Str(float64(v))
	case int64:
		return python.Str(float64(v))
	case time.Time:
		return v.UTC().Format("2006-01-02T15:04:05.000000")
	case *string:
		if v != nil {
			return *v
		}
		return python.Str(nil)
	case *time.Time:
		if v != nil {
			return Text(*v)
		}
		return python.Str(nil)
	}
	return python.Str(v)
}
