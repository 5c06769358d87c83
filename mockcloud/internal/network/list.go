package network

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"plumbline/mockcloud/pipeline"
)

// plainKeys are the query keys that choose no records.
var plainKeys = []string{"fields", "limit", "marker", "page_reverse", "sort_key", "sort_dir"}

// answerList answers the views that the query lets through: filters by field, then a page of them, then
// the fields that are asked for.
func answerList(x *pipeline.Exchange, plural string, views []map[string]any) (*pipeline.Response, *pipeline.Fault) {
	query := x.Request.URL.Query()
	var unknown []string
	for key := range query {
		if !x.Operation.QueryKnown(key) {
			unknown = append(unknown, "'"+key+"'")
		}
	}
	if len(unknown) > 0 {
		slices.Sort(unknown)
		return nil, badRequest("[%s] is invalid attribute for filtering", strings.Join(unknown, ", "))
	}
	views = slices.DeleteFunc(views, func(v map[string]any) bool {
		for key, values := range query {
			if !slices.Contains(plainKeys, key) && !passes(v[key], values) {
				return true
			}
		}
		return false
	})
	body := map[string]any{}
	if links := cut(x, &views); links != nil {
		body[plural+"_links"] = links
	}
	items := []any{}
	for _, v := range views {
		items = append(items, only(v, query["fields"]))
	}
	body[plural] = items
	return pipeline.Body(200, body), nil
}

// answerOne answers a view, with the fields that are asked for.
func answerOne(x *pipeline.Exchange, status int, noun string, view map[string]any) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Answer(status, noun, only(view, x.Request.URL.Query()["fields"])), nil
}

func only(view map[string]any, fields []string) map[string]any {
	if len(fields) == 0 {
		return view
	}
	out := map[string]any{}
	for _, f := range fields {
		if v, ok := view[f]; ok {
			out[f] = v
		}
	}
	return out
}

// passes tells whether a field has one of the values; of a list, whether it has all of them.
func passes(field any, values []string) bool {
	switch f := field.(type) {
	case bool:
		return slices.ContainsFunc(values, func(v string) bool {
			return strings.EqualFold(v, strconv.FormatBool(f)) || v == "1" && f || v == "0" && !f
		})
	case []string:
		for _, v := range strings.Split(values[0], ",") {
			if !slices.Contains(f, v) {
				return false
			}
		}
		return true
	case []any:
		return slices.ContainsFunc(values, func(v string) bool {
			_, wanted, _ := strings.Cut(v, "=")
			return strings.Contains(fmt.Sprint(f), wanted)
		})
	case nil:
		return slices.Contains(values, "")
	}
	return slices.Contains(values, fmt.Sprint(field))
}

// cut cuts the list to limit behind marker and answers the links, nil without a limit.
func cut(x *pipeline.Exchange, views *[]map[string]any) []any {
	query := x.Request.URL.Query()
	if marker := query.Get("marker"); marker != "" {
		at := slices.IndexFunc(*views, func(v map[string]any) bool { return v["id"] == marker })
		*views = (*views)[at+1:]
	}
	limit, err := strconv.Atoi(query.Get("limit"))
	if err != nil || limit <= 0 {
		return nil
	}
	links := []any{}
	link := func(rel, marker string, more map[string]string) {
		q := x.Request.URL.Query()
		q.Set("marker", marker)
		for k, v := range more {
			q.Set(k, v)
		}
		links = append(links, map[string]any{"rel": rel, "href": x.Base + x.Path + "?" + q.Encode()})
	}
	if len(*views) >= limit {
		*views = (*views)[:limit]
		link("next", (*views)[limit-1]["id"].(string), nil)
	}
	if len(*views) > 0 {
		link("previous", (*views)[0]["id"].(string), map[string]string{"page_reverse": "True"})
	}
	return links
}
