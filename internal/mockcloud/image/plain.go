package image

import (
	"net/url"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/collection"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// missing are the messages about what is not there.
var missing = map[string]string{
	"task": "Could not find task %s", "namespace": "Metadata definition namespace=%s was not found.",
	"property": "Could not find property %s", "object": "Could not find metadata object %s", "tag": "Could not find metadata tag %s",
	"resource_type": "Failed to find resource type %s to delete",
}

// plain holds what the service's plain resources have in common: lists are paged, newest first unless sorted otherwise.
var plain = &collection.Service{
	Bare:    true,
	Missing: missingFault,
	Ask:     readPlainQuery,
	ListFields: func(x *pipeline.Exchange, cut *collection.Cut) any {
		switch cut.Key {
		case "objects":
			return objectsBeside{"v2/schemas/metadefs/objects"}
		case "tasks", "namespaces":
			path := "/v2" + x.Path
			beside := pageLinks{Schema: "/v2/schemas" + x.Path, First: pageLink(path, x.Request.URL.RawQuery, "")}
			if cut.Key == "namespaces" {
				beside.Schema = "/v2/schemas/metadefs/namespaces"
			}
			if cut.Shown > 0 && cut.Shown == cut.Page.Limit {
				beside.Next = pageLink(path, x.Request.URL.RawQuery, cut.Last)
			}
			return beside
		}
		return nil
	},
}

type objectsBeside struct {
	Schema string `json:"schema"`
}

// readPlainQuery reads page, order and filters of a list.
func readPlainQuery(x *pipeline.Exchange, filters []string) (*collection.Page, *pipeline.Fault) {
	query, page := x.Request.URL.Query(), collection.UnfilteredPage()
	var fault *pipeline.Fault
	if page.Limit, fault = pageSize(query); fault != nil {
		return nil, fault
	}
	dir := query.Get("sort_dir")
	if !slices.Contains([]string{"", "asc", "desc"}, dir) {
		return nil, pipeline.BadRequest("Invalid sort direction: %s", dir)
	}
	if key := query.Get("sort_key"); key != "" || dir != "" {
		page.Order = []collection.Order{{Field: key, Descending: dir != "asc"}}
		if key == "" || key == "created_at" {
			page.Order = []collection.Order{{Field: "", Descending: dir == "asc"}} // the resource's own order is newest first
		}
	}
	page.NoSort = func(string) *pipeline.Fault { return pipeline.BadRequest("Sort key supplied was not valid.") }
	page.Marker, page.Marked = query.Get("marker"), query.Get("marker") != ""
	page.NoMarker = func(id string) *pipeline.Fault {
		if x.Operation.ID == "tasks.list" {
			return pipeline.BadRequest("Task with the given id %s was not found", id)
		}
		return missingFault("namespace", id)
	}
	page.Filters = filtersOf(query, filters)
	return page, nil
}

func filtersOf(query url.Values, fields []string) (all []collection.Filter) {
	for _, field := range fields {
		if wanted := query.Get(field); wanted != "" {
			all = append(all, collection.Filter{Field: field, Passes: func(value any) bool { return collection.Text(value) == wanted }})
		}
	}
	return all
}

func missingFault(noun, id string) *pipeline.Fault { return pipeline.NotFound(missing[noun], id) }

// located adds the address of a new record to the answer of its creation.
func located(set pipeline.OperationSet, operation string) {
	create := set.Operations[operation]
	answer := create.Answer
	create.Answer = func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		out, fault := answer(x)
		if fault == nil {
			self, _ := openapi.Get(out.Value, "self")
			out.WithHeader("Location", strings.TrimSuffix(x.Base, "/v2")+collection.Text(self))
		}
		return out, fault
	}
	set.Operations[operation] = create
}
