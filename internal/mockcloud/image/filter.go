package image

import (
	"cmp"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

type predicate = func(*state.Image) bool

// pagingKeys are the query keys that are not filters.
var pagingKeys = []string{"limit", "marker", "sort", "sort_key", "sort_dir", "member_status"}

// once are keys of which one value counts: what is given besides finds nothing.
var once = []string{"limit", "marker", "sort", "member_status", "visibility"}

// comparable are the fields whose values in a query may have an operator in front.
var comparable = []string{"name", "id", "status", "container_format", "disk_format"}

// numbers are the fields that are compared as numbers.
var numbers = []string{"size", "virtual_size", "min_disk", "min_ram"}

// last is the value of a key that counts where a query has several.
func last(query url.Values, key string) string {
	if all := query[key]; len(all) > 0 {
		return all[len(all)-1]
	}
	return ""
}

// filter makes a predicate from a list's query. A key that is no field filters by a property.
func filter(x *pipeline.Exchange, query url.Values) (predicate, *pipeline.Fault) {
	if status := last(query, "member_status"); query.Has("member_status") && status != "all" && !slices.Contains(memberStatuses, status) {
		return nil, pipeline.BadRequest("Invalid status: %s", status)
	}
	if last(query, "changes-since") != "" {
		return nil, pipeline.BadRequest(`The "changes-since" filter is no longer available on v2.`)
	}
	all := []predicate{func(img *state.Image) bool { return isListed(img, x.Caller, query) }}
	hidden := false
	for key, values := range query {
		value := values[len(values)-1]
		switch {
		case slices.Contains(once, key) && len(values) > 1: // all but the last are the values of a property
			all = append(all, func(*state.Image) bool { return false })
		case slices.Contains(pagingKeys, key):
		case key == "visibility":
			if value != "" && !slices.Contains([]string{"public", "private", "shared", "community", "all"}, value) {
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
		case slices.Contains(comparable, key):
			compare, f := oneOf(key, value)
			if f != nil {
				return nil, f
			}
			all = append(all, compare)
		case slices.Contains(numbers, key):
			all = append(all, isNumber(key, value))
		default:
			all = append(all, isValue(key, value))
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
	visibility := last(query, "visibility")
	if said := sharedWith(img, c); said != "" && img.Owner != c.ProjectID && !c.Admin() {
		if wanted := last(query, "member_status"); wanted != "all" && said != cmp.Or(wanted, "accepted") {
			return false
		}
	}
	if !Visible(img, c) || query.Has("visibility") && visibility != "all" && visibility != img.Visibility {
		return false
	}
	return visibility != "" || img.Visibility != "community" || img.Owner == c.ProjectID
}

// oneOf compares a field with a value, or with the values of "in:a,b". What is in front of a colon is an operator, whatever it is.
func oneOf(key, value string) (predicate, *pipeline.Fault) {
	operator, text, split := strings.Cut(value, ":")
	if _, err := parseTime(value); !split || err == nil {
		operator, text = "eq", value
	}
	wanted := []string{text}
	switch operator {
	case "eq":
	case "in":
		if fault := checkQuotes(text); fault != nil {
			return nil, fault
		}
		wanted = nil
		for _, found := range inList.FindAllStringSubmatch(text, -1) {
			wanted = append(wanted, cmp.Or(found[1], found[2]))
		}
	default:
		return nil, pipeline.BadRequest("Unable to filter by unknown operator '%s'.", operator)
	}
	return func(img *state.Image) bool {
		got, ok := field(img, key)
		return ok && slices.Contains(wanted, got)
	}, nil
}

// inList finds the values of a list: those in quotes may have commas.
var inList = regexp.MustCompile(`"([^"\\]*(?:\\.[^"\\]*)*)",?|([^,]+),?|,`)

// checkQuotes asks for a comma, or an end, on the outer side of each quote.
func checkQuotes(text string) *pipeline.Fault {
	open := false
	for i := range len(text) {
		if text[i] != '"' || i > 0 && text[i-1] == '\\' {
			continue
		}
		if !open && i > 0 && text[i-1] != ',' {
			return pipeline.BadRequest("Invalid filter value %s. There is no comma before opening quotation mark.", text)
		}
		if open && i+1 < len(text) && text[i+1] != ',' {
			return pipeline.BadRequest("Invalid filter value %s. There is no comma after closing quotation mark.", text)
		}
		open = !open
	}
	if open {
		return pipeline.BadRequest("Invalid filter value %s. The quote is not closed.", text)
	}
	return nil
}

// leading is the number that a text begins with, as MySQL reads it; the number of other texts is 0.
var leading = regexp.MustCompile(`^\s*[+-]?\d+`)

// isNumber compares a field with the number that a text begins with.
func isNumber(key, text string) predicate {
	wanted, _ := strconv.ParseInt(strings.TrimSpace(leading.FindString(text)), 10, 64)
	return func(img *state.Image) bool {
		got := numberOf(img, key)
		return got != nil && *got == wanted
	}
}

// numberOf is the number in a field, nil for none.
func numberOf(img *state.Image, key string) *int64 {
	number := int64(img.MinRAM)
	switch key {
	case "size":
		return img.Size
	case "virtual_size":
		return img.VirtualSize
	case "min_disk":
		number = int64(img.MinDisk)
	}
	return &number
}

// isValue compares a field or property with a value.
func isValue(key, value string) predicate {
	return func(img *state.Image) bool {
		got, ok := field(img, key)
		return ok && got == value
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
		return pointed(orNull(img.Checksum))
	case "os_hash_value":
		return pointed(orNull(img.Hash))
	case "os_hash_algo":
		return pointed(orNull(img.HashAlgo))
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
	name := key[:len(key)-len("_min")]
	return func(img *state.Image) bool {
		value := numberOf(img, name)
		switch {
		case value == nil:
			return false
		case strings.HasSuffix(key, "_min"):
			return *value >= bound
		}
		return *value <= bound
	}
}
