package compute

import (
	"strconv"

	"plumbline/mockcloud/pipeline"
)

// mostPerPage is what a page holds at most, whatever limit says.
const mostPerPage = 1000

// pageOf cuts the page out that limit and marker ask for. more is the marker of the next page, "" when
// the page is not full. A marker that is no item's id is 400 in the given words.
func pageOf[T any](x *pipeline.Exchange, all []T, id func(T) string, unknown string) (page []T, more string, fault *pipeline.Fault) {
	if marker := last(x, "marker"); x.Query.Has("marker") {
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
	limit := mostPerPage
	if text := last(x, "limit"); text != "" {
		if n, err := strconv.Atoi(text); err == nil {
			limit = min(n, mostPerPage)
		}
	}
	if len(all) < limit || limit == 0 {
		return all[:min(limit, len(all))], "", nil
	}
	return all[:limit], id(all[limit-1]), nil
}
