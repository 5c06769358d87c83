package network

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/mockcloud/internal/collection"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

// plain holds what Neutron's plain resources have in common: lists can be filtered by any field, and requests can select fields.
var plain = &collection.Service{Missing: notFoundFault, Ask: readListQuery, ListFields: linksBeside, Shape: wantedFields, Judge: judge}

// pagingKeys are the query keys that are not filters.
var pagingKeys = []string{"fields", "limit", "marker", "page_reverse", "sort_key", "sort_dir"}

// readListQuery reads the query of a list; the document declares the allowed filters.
func readListQuery(x *pipeline.Exchange, _ []string) (*collection.Page, *pipeline.Fault) {
	query, page := x.Request.URL.Query(), collection.UnfilteredPage()
	var unknown []string
	for key, values := range query {
		switch {
		case !x.Operation.QueryKnown(key):
			unknown = append(unknown, "'"+key+"'")
		case tagging[key] != nil:
			page.Filters = append(page.Filters, collection.Filter{Field: "tags", Passes: func(tags any) bool {
				return tagging[key](tags.([]string), strings.Split(values[0], ","))
			}})
		case !slices.Contains(pagingKeys, key):
			page.Filters = append(page.Filters, collection.Filter{Field: key, Passes: func(value any) bool { return matchesFilter(value, values) }})
		}
	}
	if len(unknown) > 0 {
		slices.Sort(unknown)
		return nil, badRequest("[%s] is invalid attribute for filtering", strings.Join(unknown, ", "))
	}
	directions := query["sort_dir"]
	for i, key := range query["sort_key"] {
		page.Order = append(page.Order, collection.Order{Field: key, Descending: i < len(directions) && directions[i] == "desc"})
	}
	page.Reverse = truthNumber(query.Get("page_reverse")) == 1
	page.Marker = query.Get("marker")
	page.Marked = page.Marker != ""
	if limit, err := strconv.Atoi(query.Get("limit")); err == nil && limit > 0 {
		page.Limit = limit
	}
	return page, nil
}

// tagging holds the filters by tags, by query key.
var tagging = map[string]func(has, asked []string) bool{
	"tags": hasAll, "tags-any": hasAny, "not-tags": func(has, asked []string) bool { return !hasAll(has, asked) },
	"not-tags-any": func(has, asked []string) bool { return !hasAny(has, asked) },
}

func hasAll(has, asked []string) bool {
	return !slices.ContainsFunc(asked, func(tag string) bool { return !slices.Contains(has, tag) })
}

func hasAny(has, asked []string) bool {
	return slices.ContainsFunc(asked, func(tag string) bool { return slices.Contains(has, tag) })
}

// matchesFilter tells whether a field has one of the values; for a list of texts, whether it contains all of the values.
func matchesFilter(field any, values []string) bool {
	switch f := field.(type) {
	case bool:
		return slices.ContainsFunc(values, func(v string) bool {
			return strings.EqualFold(v, strconv.FormatBool(f)) || v == "1" && f || v == "0" && !f
		})
	case []string:
		return hasAll(f, strings.Split(values[0], ","))
	case []state.FixedIP:
		return slices.ContainsFunc(values, func(v string) bool {
			key, wanted, _ := strings.Cut(v, "=")
			return slices.ContainsFunc(f, func(ip state.FixedIP) bool {
				switch key {
				case "ip_address":
					return ip.Address == wanted
				case "ip_address_substr":
					return strings.Contains(ip.Address, wanted)
				}
				return ip.SubnetID == wanted
			})
		})
	case nil:
		return slices.Contains(values, "")
	}
	return slices.Contains(values, fmt.Sprint(field))
}

// wantedFields reduces a record to the fields that the request selects; nil if it selects none.
func wantedFields(x *pipeline.Exchange) func(any) any {
	fields := x.Request.URL.Query()["fields"]
	if len(fields) == 0 {
		return nil
	}
	slices.Sort(fields)
	fields = slices.Compact(fields)
	return func(view any) any {
		out := &openapi.Fields{}
		for _, name := range fields {
			if value, there := openapi.Get(view, name); there {
				*out = append(*out, openapi.Field{Name: name, Value: value})
			}
		}
		return out
	}
}

// linksBeside are the links to the next and previous page, if the request has a limit.
func linksBeside(x *pipeline.Exchange, cut *collection.Cut) any {
	if cut.Page.Limit < 0 {
		return nil
	}
	links := []pipeline.Link{}
	add := func(rel, marker string, back bool) {
		q := x.Request.URL.Query()
		q.Set("marker", marker)
		if back {
			q.Set("page_reverse", "True")
		}
		links = append(links, pipeline.Link{Rel: rel, Href: x.Base + x.Path + "?" + q.Encode()})
	}
	if cut.Shown == cut.Page.Limit {
		add("next", cut.Last, false)
	}
	if cut.Shown > 0 {
		add("previous", cut.First, true)
	}
	return &openapi.Fields{{Name: cut.Key + "_links", Value: links}}
}
