package image

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

type predicate = func(*state.Image) bool

// pagingKeys are the query keys that are not filters.
var pagingKeys = []string{"limit", "marker", "sort", "sort_key", "sort_dir", "member_status"}

// filter makes a predicate from a list's query. A key that is no field filters by a property.
func filter(x *pipeline.Exchange, query url.Values) (predicate, *pipeline.Fault) {
	if status := query.Get("member_status"); status != "" && status != "all" && !slices.Contains(memberStatuses, status) {
		return nil, pipeline.BadRequest("Invalid status: %s", status)
	}
	all := []predicate{func(img *state.Image) bool { return isListed(img, x.Caller, query) }}
	hidden := false
	for key, values := range query {
		value := values[len(values)-1]
		switch {
		case slices.Contains(pagingKeys, key):
			continue
		case key == "visibility":
			if !slices.Contains([]string{"public", "private", "shared", "community", "all"}, value) {
				return nil, pipeline.BadRequest("Invalid visibility value: %s", value)
			}
		case key == "os_hidden":
			if hidden = strings.EqualFold(value, "true"); !hidden && !strings.EqualFold(value, "false") {
				return nil, pipeline.BadRequest("Invalid value '%s' for 'os_hidden' filter. Valid values are 'true' or 'false'.", value)
			}
		case key == "protected":
			if value != "true" && value != "false" {
				return nil, pipeline.BadRequest("Invalid value '%s' for 'protected' filter. Valid values are 'true' or 'false'.", value)
			}
			all = append(all, func(img *state.Image) bool { return img.Protected == (value == "true") })
		case key == "tag":
			all = append(all, func(img *state.Image) bool {
				return !slices.ContainsFunc(values, func(t string) bool { return !slices.Contains(img.Tags, t) })
			})
		case strings.HasSuffix(key, "_min"), strings.HasSuffix(key, "_max"):
			bound, err := strconv.ParseInt(value, 10, 64)
			if err != nil {
				return nil, pipeline.BadRequest("Unable to filter on a range with a non-numeric value.")
			}
			all = append(all, bounded(key, bound))
		case key == "created_at", key == "updated_at":
			compare, f := timed(key, value)
			if f != nil {
				return nil, f
			}
			all = append(all, compare)
		default:
			all = append(all, oneOf(key, value))
		}
	}
	all = append(all, func(img *state.Image) bool { return img.Hidden == hidden })
	return func(img *state.Image) bool {
		return !slices.ContainsFunc(all, func(p predicate) bool { return !p(img) })
	}, nil
}

// isListed tells whether a list includes an image: community images of other projects are included only on request, images that are
// shared with the caller's project if it accepted them, or said what the query asks for.
func isListed(img *state.Image, c *pipeline.Caller, query url.Values) bool {
	visibility := query.Get("visibility")
	if said := sharedWith(img, c); said != "" && img.Owner != c.ProjectID && !c.Admin() {
		if wanted := query.Get("member_status"); wanted != "all" && said != cmp.Or(wanted, "accepted") {
			return false
		}
	}
	if !Visible(img, c) || visibility != "" && visibility != "all" && visibility != img.Visibility {
		return false
	}
	return visibility != "" || img.Visibility != "community" || img.Owner == c.ProjectID
}

// oneOf compares a field or property with a value, or with the values of "in:a,b".
func oneOf(key, value string) predicate {
	wanted := []string{value}
	if list, ok := strings.CutPrefix(value, "in:"); ok {
		wanted = strings.Split(list, ",")
		for i := range wanted {
			wanted[i] = strings.Trim(wanted[i], `"`)
		}
	}
	return func(img *state.Image) bool {
		got, ok := field(img, key)
		return ok && slices.Contains(wanted, got)
	}
}

func field(img *state.Image, key string) (string, bool) {
	pointed := func(p *string) (string, bool) {
		if p == nil {
			return "", false
		}
		return *p, true
	}
	switch key {
	case "id":
		return img.ID, true
	case "name":
		return pointed(img.Name)
	case "status":
		return img.Status, true
	case "owner":
		return img.Owner, true
	case "disk_format":
		return pointed(img.DiskFormat)
	case "container_format":
		return pointed(img.ContainerFormat)
	case "checksum":
		return img.Checksum, true
	case "os_hash_value":
		return img.Hash, true
	case "min_disk":
		return strconv.Itoa(img.MinDisk), true
	case "min_ram":
		return strconv.Itoa(img.MinRAM), true
	}
	value, ok := img.Properties[key]
	return value, ok
}

// timed compares a time of an image with that of "gte:2026-01-02T03:04:05Z"; without an operator they are to be equal.
func timed(key, value string) (predicate, *pipeline.Fault) {
	operator, text := "eq", value
	than, err := parseTime(value)
	if before, after, split := strings.Cut(value, ":"); err != nil && split {
		operator, text = before, after
		than, err = parseTime(text)
	}
	if err != nil {
		return nil, pipeline.BadRequest(`Bad "%s" query filter format. Use ISO 8601 DateTime notation.`, key)
	}
	holds := map[string]func(order int) bool{
		"gt": func(o int) bool { return o > 0 }, "gte": func(o int) bool { return o >= 0 }, "lt": func(o int) bool { return o < 0 },
		"lte": func(o int) bool { return o <= 0 }, "eq": func(o int) bool { return o == 0 }, "neq": func(o int) bool { return o != 0 },
	}[operator]
	if holds == nil {
		return nil, pipeline.BadRequest("Unable to filter on a unknown operator.")
	}
	return func(img *state.Image) bool {
		at := img.Created
		if key == "updated_at" {
			at = img.Updated
		}
		return holds(at.Truncate(time.Second).Compare(than))
	}, nil
}

// parseTime reads a time; one without a zone is UTC.
func parseTime(text string) (t time.Time, err error) {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05", "2006-01-02"} {
		if t, err = time.Parse(layout, text); err == nil {
			return t, nil
		}
	}
	return t, err
}

func bounded(key string, bound int64) predicate {
	return func(img *state.Image) bool {
		var value int64
		switch key[:len(key)-4] {
		case "size":
			if img.Size == nil {
				return false
			}
			value = *img.Size
		case "min_ram":
			value = int64(img.MinRAM)
		case "min_disk":
			value = int64(img.MinDisk)
		}
		if strings.HasSuffix(key, "_min") {
			return value >= bound
		}
		return value <= bound
	}
}
