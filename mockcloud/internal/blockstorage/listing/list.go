package listing

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"plumbline/mockcloud/internal/blockstorage/record"
	"plumbline/mockcloud/pipeline"
)

// List declares how the records of a noun are listed.
type List[T any] struct {
	// Key is the list's in the answer, Links that of the link to the next page; "" for none.
	Key, Links string
	// ID and Serial identify a record, and say which came first.
	ID     func(*T) string
	Serial func(*T) int64
	// Fields are what records can be filtered by; Sorts are those that they can be sorted by, beside created_at and id.
	Fields map[string]func(*T) Value
	Sorts  []string
	// Missing is the fault of a marker that is not in the list; nil takes it for none.
	Missing func(x *pipeline.Exchange, marker string) *pipeline.Fault
}

// Answer is the page of the records that pass the filters, with the link to the next page when this one is full.
func (l List[T]) Answer(x *pipeline.Exchange, p *Page, all iter.Seq[*T], view func(*T) any) (*pipeline.Response, *pipeline.Fault) {
	var found []*T
	for r := range all {
		if l.passes(p, r) {
			found = append(found, r)
		}
	}
	total := len(found)
	found, f := l.cut(x, p, found)
	if f != nil {
		return nil, f
	}
	beside := map[string]any{}
	if p.count {
		beside["count"] = total
	}
	if len(found) > 0 && l.Links != "" && p.limit <= len(found) {
		query := x.Request.URL.Query()
		query.Set("marker", l.ID(found[len(found)-1]))
		beside[l.Links] = []any{record.Link("next", x.Base+record.Project(x)+x.Route.Path+"?"+query.Encode())}
	}
	items := make([]pipeline.Item, len(found))
	for i, r := range found {
		items[i] = pipeline.Item{Record: r, Render: func() any { return view(r) }}
	}
	return &pipeline.Response{Status: 200, Value: beside, List: &pipeline.List{Key: l.Key, Items: items}}, nil
}

// passes tells whether a record matches all filters. One for a field that is not there lets nothing through.
func (l List[T]) passes(p *Page, r *T) bool {
	for key, values := range p.Filters {
		name, somewhere := strings.CutSuffix(key, "~")
		field, known := l.Fields[name]
		if !known || !field(r).is(values[0], somewhere) {
			return false
		}
	}
	return true
}

// cut sorts the records, and cuts the page out of them.
func (l List[T]) cut(x *pipeline.Exchange, p *Page, all []*T) ([]*T, *pipeline.Fault) {
	for _, o := range p.order {
		if o.dir != "asc" && o.dir != "desc" {
			return nil, record.InvalidInput("Unknown sort direction, must be 'desc' or 'asc'.")
		}
	}
	if p.marked && l.at(all, p.marker) < 0 && l.Missing != nil {
		if f := l.Missing(x, p.marker); f != nil {
			return nil, f
		}
	}
	for _, o := range p.order {
		if o.key != "created_at" && o.key != "id" && !slices.Contains(l.Sorts, o.key) {
			return nil, record.InvalidInput("Invalid sort key")
		}
	}
	slices.SortStableFunc(all, func(a, b *T) int { return l.compare(p.order, a, b) })
	if p.marked {
		all = all[l.at(all, p.marker)+1:]
	}
	all = all[min(p.offset, len(all)):]
	return all[:min(p.limit, len(all))], nil
}

func (l List[T]) at(all []*T, id string) int {
	return slices.IndexFunc(all, func(r *T) bool { return l.ID(r) == id })
}

func (l List[T]) compare(by []order, a, b *T) int {
	for _, o := range by {
		if c := l.compareBy(o.key, a, b); c != 0 {
			if o.dir == "desc" {
				return -c
			}
			return c
		}
	}
	if by[0].dir == "desc" {
		return cmp.Compare(l.Serial(b), l.Serial(a))
	}
	return cmp.Compare(l.Serial(a), l.Serial(b))
}

func (l List[T]) compareBy(key string, a, b *T) int {
	switch key {
	case "created_at":
		return cmp.Compare(l.Serial(a), l.Serial(b))
	case "id":
		return cmp.Compare(l.ID(a), l.ID(b))
	}
	field := l.Fields[key]
	if field == nil {
		return 0 // a field that no record has
	}
	return field(a).compare(field(b))
}
