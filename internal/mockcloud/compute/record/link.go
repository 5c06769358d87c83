package record

import (
	"net/url"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/pipeline"
)

// ServiceRoot is the service's URL without the version.
func ServiceRoot(x *pipeline.Exchange) string { return strings.TrimSuffix(x.Base, x.Versioned) }

// InProject is the project's segment of links: links contain the project if the request's URL did.
func InProject(x *pipeline.Exchange) string {
	if x.PathProject == "" {
		return ""
	}
	return "/" + x.PathProject
}

// Bookmark is the permanent link of a resource, without the version.
func Bookmark(x *pipeline.Exchange, kind, id string) pipeline.Link {
	return pipeline.Link{Rel: "bookmark", Href: ServiceRoot(x) + InProject(x) + "/" + kind + "/" + id}
}

// Links are the versioned and the permanent link of a resource.
func Links(x *pipeline.Exchange, kind, id string) []pipeline.Link {
	return []pipeline.Link{{Rel: "self", Href: x.Base + InProject(x) + "/" + kind + "/" + id}, Bookmark(x, kind, id)}
}

// Next is the link to the page after marker: the request's query, sorted, each key once, with the greatest of its values. The marker stands
// where the request had one, otherwise at the end.
func Next(x *pipeline.Exchange, path, marker string) []pipeline.Link {
	q := url.Values{}
	for k, v := range x.Query {
		q.Set(k, slices.Max(v))
	}
	last := "marker=" + url.QueryEscape(marker)
	if q.Has("marker") {
		q.Set("marker", marker)
		last = ""
	}
	query := strings.Trim(q.Encode()+"&"+last, "&")
	return []pipeline.Link{{Rel: "next", Href: x.Base + InProject(x) + path + "?" + query}}
}
