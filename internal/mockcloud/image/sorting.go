package image

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

type ordering = func(a, b *state.Image) int

var sortKeys = []string{"name", "status", "container_format", "disk_format", "size", "id", "created_at", "updated_at"}

// sorting reads sort=key:dir,… or sort_key and sort_dir; images that are equal by them are sorted newest first.
func sorting(query url.Values) (ordering, *pipeline.Fault) {
	keys, dirs, fault := sortedBy(query)
	if fault != nil {
		return nil, fault
	}
	for _, key := range keys {
		if !slices.Contains(sortKeys, key) {
			return nil, pipeline.BadRequest("Invalid sort key: %s. It must be one of the following: %s.", key, strings.Join(sortKeys, ", "))
		}
	}
	for _, dir := range dirs {
		if dir != "asc" && dir != "desc" {
			return nil, pipeline.BadRequest("Invalid sort direction: %s", dir)
		}
	}
	if len(dirs) > 1 && len(dirs) != len(keys) {
		return nil, pipeline.BadRequest("Number of sort dirs does not match the number of sort keys")
	}
	var orders []ordering
	for i, key := range keys {
		orders = append(orders, orderBy(key, i < len(dirs) && dirs[i] == "asc" || len(dirs) == 1 && dirs[0] == "asc"))
	}
	if len(keys) == 0 && slices.Contains(dirs, "asc") {
		orders = append(orders, func(a, b *state.Image) int { return cmp.Compare(a.Serial, b.Serial) })
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

// sortedBy are the keys and directions that a query names, in one of the two ways.
func sortedBy(query url.Values) (keys, dirs []string, fault *pipeline.Fault) {
	if !query.Has("sort") {
		return trimmed(query["sort_key"]), trimmed(query["sort_dir"]), nil
	}
	if query.Has("sort_key") || query.Has("sort_dir") {
		return nil, nil, pipeline.BadRequest("Old and new sorting syntax cannot be combined")
	}
	for _, part := range strings.Split(last(query, "sort"), ",") {
		key, dir, _ := strings.Cut(part, ":")
		keys, dirs = append(keys, key), append(dirs, cmp.Or(dir, "desc"))
	}
	return trimmed(keys), trimmed(dirs), nil
}

func trimmed(texts []string) []string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = strings.TrimSpace(text)
	}
	return out
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
