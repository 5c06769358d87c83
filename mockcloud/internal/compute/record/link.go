package record

import (
	"net/url"
	"strings"

	"plumbline/mockcloud/internal/pipeline"
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

// Next is the link to the page after marker: the request's query, sorted, with the marker at the end.
func Next(x *pipeline.Exchange, path, marker string) []pipeline.Link {
	q := url.Values{}
	for k, v := range x.Query {
		if k != "marker" {
			q[k] = v
		}
	}
	encoded := q.Encode()
	if encoded != "" {
		encoded += "&"
	}
	return []pipeline.Link{{Rel: "next", Href: x.Base + InProject(x) + path + "?" + encoded + "marker=" + url.QueryEscape(marker)}}
}
