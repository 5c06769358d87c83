package listing

import (
	"cmp"
	"iter"
	"net/url"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/collection"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// List declares how the records of one kind are listed.
type List[T any] struct {
	// Key is the key of the list in the answer, Links the key of the link to the next page; "" for none.
	Key, Links string
	// Path is what the link to the next page leads to, "" for the path of the request.
	Path string
	// ID identifies a record, Serial numbers the records in the order of their creation.
	ID     func(*T) string
	Serial func(*T) int64
	// Fields are the fields that records can be filtered by (see collection.List, Value); Sorts are the fields that they can be
	// sorted by, besides created_at and id.
	Fields map[string]func(*T) any
	Sorts  []string
	// Find finds any record, for a marker that is not in the list: the page begins where it would be. With nil it begins at the start.
	Find func(x *pipeline.Exchange, id string) *T
	// Missing is the fault for a marker that is not in the list; with nil such a marker is ignored.
	Missing func(x *pipeline.Exchange, marker string) *pipeline.Fault
}

// Answer is the page of the records that match the filters, with the link to the next page if this one is full.
func (l List[T]) Answer(x *pipeline.Exchange, p *Page, all iter.Seq[*T], view func(*T) any) (*pipeline.Response, *pipeline.Fault) {
	page, f := p.convert(func(field string) bool { return l.Fields[field] != nil })
	if f != nil {
		return nil, f
	}
	if l.Missing != nil {
		page.NoMarker = func(marker string) *pipeline.Fault { return l.Missing(x, marker) }
	}
	list := collection.List[T]{
		ID: l.ID, Value: l.value, Sorts: append(slices.Clip(l.Sorts), "id"),
		Order: func(a, b *T) int { return cmp.Compare(l.Serial(a), l.Serial(b)) },
	}
	if l.Find != nil {
		list.Elsewhere = func(marker string) *T { return l.Find(x, marker) }
	}
	if p.whole {
		page.Limit = mostItems(x)
	}
	found, cut, f := list.CutPage(page, all)
	if f != nil {
		return nil, f
	}
	cut.Page.Limit = p.limit
	beside := &openapi.Fields{}
	if p.count {
		*beside = append(*beside, openapi.Field{Name: "count", Value: cut.Total})
	}
	if l.Links != "" {
		linkNext(x, cut, cmp.Or(l.Path, x.Route.Path), l.Links, beside)
	}
	items := make([]pipeline.Item, len(found))
	for i, r := range found {
		items[i] = pipeline.Item{Record: r, Render: func() any { return view(r) }}
	}
	return &pipeline.Response{Status: 200, Value: beside, List: &pipeline.List{Key: l.Key, Items: items}}, nil
}

// linkNext adds the link to the next page, which is under path, if this one is full.
func linkNext(x *pipeline.Exchange, cut *collection.Cut, path, key string, beside *openapi.Fields) {
	if cut.Shown == 0 || cut.Page.Limit > cut.Shown {
		return
	}
	var query []string // in the order of the request; the marker is last
	for part := range strings.SplitSeq(x.Request.URL.RawQuery, "&") {
		key, value, _ := strings.Cut(part, "=")
		if key, value = plain(key), plain(value); key != "" && key != "marker" {
			query = append(query, url.QueryEscape(key)+"="+url.QueryEscape(value))
		}
	}
	query = append(query, "marker="+cut.Last)
	next := pipeline.Link{Rel: "next", Href: x.Base + record.Project(x) + path + "?" + strings.Join(query, "&")}
	*beside = append(*beside, openapi.Field{Name: key, Value: []pipeline.Link{next}})
}

// plain is a part of a query as it was meant; what cannot be decoded stays as it is.
func plain(part string) string {
	if text, err := url.QueryUnescape(part); err == nil {
		return text
	}
	return part
}

// convert makes a page of package collection; records are in the order of their creation unless the query says otherwise. A filter
// by a field that is not known finds nothing, and then nobody looks at the keys of the order.
func (p *Page) convert(known func(field string) bool) (*collection.Page, *pipeline.Fault) {
	page := &collection.Page{
		Limit: p.limit, Offset: p.offset, Marker: p.marker, Marked: p.marked,
		NoSort: func(string) *pipeline.Fault { return record.InvalidInput("Invalid sort key") },
	}
	for _, o := range p.order {
		if o.dir != "asc" && o.dir != "desc" {
			return nil, record.InvalidInput("Unknown sort direction, must be 'desc' or 'asc'.")
		}
	}
	for key, values := range p.Filters {
		field, somewhere := strings.CutSuffix(key, "~")
		if !known(field) {
			page.Filters = append(page.Filters, collection.Filter{Passes: func(any) bool { return false }})
			return page, nil
		}
		wanted := values[len(values)-1] // of several the last counts
		page.Filters = append(page.Filters, collection.Filter{
			Field: field, Passes: func(v any) bool { return matchesFilter(v, wanted, somewhere) },
		})
	}
	for _, o := range p.order {
		field := o.key
		switch field {
		case "":
			field = "no key" // which no list is sorted by
		case "created_at":
			field = ""
		}
		page.Order = append(page.Order, collection.Order{Field: field, Descending: o.dir == "desc"})
	}
	return page, nil
}

// value is the value of a record's field, nil for an unknown field.
func (l List[T]) value(r *T, field string) any {
	if of := l.Fields[field]; of != nil {
		return of(r)
	}
	if field == "id" {
		return l.ID(r)
	}
	return nil
}
