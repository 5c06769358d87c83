package record

import (
	"strconv"

	"plumbline/mockcloud/internal/pipeline"
)

// MostPerPage is the largest number of items on a page, whatever limit says.
const MostPerPage = 1000

// PageLimit is how many records a page has at most.
func PageLimit(x *pipeline.Exchange) int {
	limit := MostPerPage
	if text := LastQueryValue(x, "limit"); text != "" {
		if n, err := strconv.Atoi(text); err == nil {
			limit = min(n, MostPerPage)
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
	page, more = FullPage(x, all, id)
	return page, more, nil
}

// FullPage selects the first items, as many as limit asks for. more is the marker of the next page, "" when the page is not full.
func FullPage[T any](x *pipeline.Exchange, all []T, id func(T) string) (page []T, more string) {
	limit := PageLimit(x)
	if len(all) < limit || limit == 0 {
		return all[:min(limit, len(all))], ""
	}
	return all[:limit], id(all[limit-1])
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
