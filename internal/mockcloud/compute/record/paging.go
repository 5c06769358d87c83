package record

import (
	"strconv"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// MostPerPage is the largest number of items on a page, whatever limit says.
func MostPerPage(x *pipeline.Exchange) int { return x.Env.MostPerPage() }

// PageLimit is how many records a page has at most.
func PageLimit(x *pipeline.Exchange) int {
	most := MostPerPage(x)
	limit := most
	if text := LastQueryValue(x, "limit"); text != "" {
		if n, err := strconv.Atoi(text); err == nil {
			limit = min(n, most)
		}
	}
	return limit
}

// PageOf selects the page that limit and marker ask for. more is the marker of the next page, "" when the page is not full. A marker
// that is no item's id is 400 with the given message.
func PageOf[T any](x *pipeline.Exchange, all []T, id func(T) string, unknown string) (page []T, more string, fault *pipeline.Fault) {
	if marker := LastQueryValue(x, "marker"); x.Query.Has("marker") {
		at := -1
		for i, item := range all {
			if id(item) == marker {
				at = i
			}
		}
		if at < 0 {
			return nil, "", pipeline.BadRequest(unknown, marker)
		}
		all = all[at+1:]
	}
	page, more = fullPage(x, all, id)
	return page, more, nil
}

// fullPage selects the first items, as many as limit asks for. more is the marker of the next page, "" when the page is not full.
func fullPage[T any](x *pipeline.Exchange, all []T, id func(T) string) (page []T, more string) {
	limit := PageLimit(x)
	if len(all) < limit || limit == 0 {
		return all[:min(limit, len(all))], ""
	}
	return all[:limit], id(all[limit-1])
}

// PagedList declares a list that is answered page by page.
type PagedList[T any] struct {
	// Key is the key of the list in the answer, Links that of the link to the next page.
	Key, Links string
	// ID is what a marker names, Unknown the message of a refusal of a marker that names nothing ("marker [%s] not found").
	ID      func(*T) string
	Unknown string
}

// Answer is the page of all that limit and marker ask for, with the link to the next page, which is under path, if this one is full.
func (l PagedList[T]) Answer(x *pipeline.Exchange, path string, all []*T, view func(*T) any) (*pipeline.Response, *pipeline.Fault) {
	page, more, fault := PageOf(x, all, l.ID, l.Unknown)
	if fault != nil {
		return nil, fault
	}
	return l.answer(x, path, page, more, view), nil
}

// AnswerRest is Answer for a list that begins after the marker already.
func (l PagedList[T]) AnswerRest(x *pipeline.Exchange, path string, rest []*T, view func(*T) any) *pipeline.Response {
	page, more := fullPage(x, rest, l.ID)
	return l.answer(x, path, page, more, view)
}

func (l PagedList[T]) answer(x *pipeline.Exchange, path string, page []*T, more string, view func(*T) any) *pipeline.Response {
	list := &pipeline.List{Key: l.Key}
	for _, r := range page {
		list.Items = append(list.Items, pipeline.Item{Record: r, Render: func() any { return view(r) }})
	}
	out := &pipeline.Response{Status: 200, List: list}
	if more != "" {
		out.Value = &openapi.Fields{{Name: l.Links, Value: Next(x, path, more)}}
	}
	return out
}

// LastQueryValue is the last value of a query key that may be repeated.
func LastQueryValue(x *pipeline.Exchange, key string) string {
	if all := x.Query[key]; len(all) > 0 {
		return all[len(all)-1]
	}
	return ""
}

// LastNumber is the last value of a query key as a number, 0 for none.
func LastNumber(x *pipeline.Exchange, key string) int {
	values := x.Query[key]
	if len(values) == 0 {
		return 0
	}
	n, _ := strconv.Atoi(values[len(values)-1])
	return n
}
