package image

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

type ordering = func(a, b *state.Image) int

var sortKeys = []string{"name", "status", "container_format", "disk_format", "size", "id", "created_at", "updated_at"}

// sorting reads sort=key:dir,… or sort_key and sort_dir; images that are equal by them are sorted newest first.
func sorting(query url.Values) (ordering, *pipeline.Fault) {
	keys, dirs := query["sort_key"], query["sort_dir"]
	if sort := query.Get("sort"); sort != "" {
		if len(keys)+len(dirs) > 0 {
			return nil, pipeline.BadRequest("Old and new sorting syntax cannot be combined")
		}
		keys, dirs = nil, nil
		for _, part := range strings.Split(sort, ",") {
			key, dir, ok := strings.Cut(strings.TrimSpace(part), ":")
			if !ok {
				dir = "desc"
			}
			keys, dirs = append(keys, key), append(dirs, dir)
		}
	}
	var orders []ordering
	for i, key := range keys {
		if !slices.Contains(sortKeys, key) {
			return nil, pipeline.BadRequest("Invalid sort key: %s. It must be one of the following: %s.", key, strings.Join(sortKeys, ", "))
		}
		orders = append(orders, orderBy(key, i < len(dirs) && dirs[i] == "asc" || len(dirs) == 1 && dirs[0] == "asc"))
	}
	for _, dir := range dirs {
		if dir != "asc" && dir != "desc" {
			return nil, pipeline.BadRequest("Invalid sort direction: %s", dir)
		}
	}
	orders = append(orders, func(a, b *state.Image) int { return cmp.Compare(b.Serial, a.Serial) })
	return func(a, b *state.Image) int {
		for _, o := range orders {
			if c := o(a, b); c != 0 {
				return c
			}
		}
		return 0
	}, nil
}

func orderBy(key string, ascending bool) ordering {
	compare := func(a, b *state.Image) int {
		switch key {
		case "size":
			return cmp.Compare(sizeOf(a), sizeOf(b))
		case "created_at":
			return a.Created.Compare(b.Created)
		case "updated_at":
			return a.Updated.Compare(b.Updated)
		}
		va, _ := field(a, key)
		vb, _ := field(b, key)
		return cmp.Compare(va, vb)
	}
	if ascending {
		return compare
	}
	return func(a, b *state.Image) int { return compare(b, a) }
}

func sizeOf(img *state.Image) int64 {
	if img.Size == nil {
		return -1
	}
	return *img.Size
}
