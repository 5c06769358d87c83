package image

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Glance's page sizes.
const (
	pageDefault = 25
	pageMax     = 1000
)

// list answers a page of the images that the caller may see, newest first unless sorted otherwise.
func list(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	query := x.Request.URL.Query()
	keep, fault := filter(x, query)
	if fault != nil {
		return nil, fault
	}
	order, fault := sorting(query)
	if fault != nil {
		return nil, fault
	}
	limit, fault := pageSize(query)
	if fault != nil {
		return nil, fault
	}
	var found []*state.Image
	for img := range state.Images.All(x.Txn) {
		if keep(img) {
			found = append(found, img)
		}
	}
	slices.SortStableFunc(found, order)
	if query.Has("marker") {
		marker := last(query, "marker")
		at := state.Images.Get(x.Txn, marker)
		if at == nil {
			return nil, pipeline.BadRequest("No image found with ID %s", marker)
		}
		if !Visible(at, x.Caller) {
			return nil, pipeline.Forbidden("Forbidding request, image %s not visible", marker)
		}
		found = slices.DeleteFunc(found, func(img *state.Image) bool { return order(img, at) <= 0 })
	}
	beside := &pageLinks{Schema: "/v2/schemas/images", First: pageLink("/v2/images", x.Request.URL.RawQuery, "")}
	if len(found) > limit || limit > 0 && len(found) == limit {
		found = found[:limit]
		if limit > 0 {
			beside.Next = pageLink("/v2/images", x.Request.URL.RawQuery, found[limit-1].ID)
		}
	}
	items := make([]pipeline.Item, len(found))
	for i, img := range found {
		items[i] = pipeline.Item{Record: img, Render: func() any { return view(img) }}
	}
	return &pipeline.Response{Status: 200, Value: beside, List: &pipeline.List{Key: "images", Items: items}}, nil
}

// pageLinks are the links in the answer to a list.
type pageLinks struct {
	First  string `json:"first"`
	Next   string `json:"next,omitzero"`
	Schema string `json:"schema"`
}

func pageSize(query url.Values) (int, *pipeline.Fault) {
	if !query.Has("limit") {
		return pageDefault, nil
	}
	n, err := strconv.Atoi(strings.TrimSpace(last(query, "limit")))
	if err != nil {
		return 0, pipeline.BadRequest("limit param must be an integer")
	}
	if n < 0 {
		return 0, pipeline.BadRequest("limit param must be positive")
	}
	return min(n, pageMax), nil
}

// pageLink is a list's own path and query with another marker.
func pageLink(path, raw, marker string) string {
	var parts []string
	at := map[string]int{}
	for _, part := range strings.Split(raw, "&") {
		key, value, _ := strings.Cut(part, "=")
		name, err := url.QueryUnescape(key)
		plain, err2 := url.QueryUnescape(value)
		if part == "" || name == "marker" || err != nil || err2 != nil {
			continue
		}
		pair := url.QueryEscape(name) + "=" + url.QueryEscape(plain)
		if i, again := at[name]; again {
			parts[i] = pair
			continue
		}
		at[name] = len(parts)
		parts = append(parts, pair)
	}
	if marker != "" {
		parts = append(parts, "marker="+url.QueryEscape(marker))
	}
	if len(parts) == 0 {
		return path
	}
	return path + "?" + strings.Join(parts, "&")
}
