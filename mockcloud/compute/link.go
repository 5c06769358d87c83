package compute

import (
	"net/url"
	"strings"

	"plumbline/mockcloud/pipeline"
	"plumbline/openapi"
)

func link(rel, href string) *openapi.Fields {
	return &openapi.Fields{{Name: "rel", Value: rel}, {Name: "href", Value: href}}
}

// serviceRoot is the service's URL without the version.
func serviceRoot(x *pipeline.Exchange) string { return strings.TrimSuffix(x.Base, x.Versioned) }

// inProject is the project as the client put it into the URL: links have it where the request had it.
func inProject(x *pipeline.Exchange) string {
	if x.PathProject == "" {
		return ""
	}
	return "/" + x.PathProject
}

// bookmark is the permanent link, without the version.
func bookmark(x *pipeline.Exchange, kind, id string) *openapi.Fields {
	return link("bookmark", serviceRoot(x)+inProject(x)+"/"+kind+"/"+id)
}

// links are the versioned and the permanent link of a resource.
func links(x *pipeline.Exchange, kind, id string) []any {
	return []any{link("self", x.Base+inProject(x)+"/"+kind+"/"+id), bookmark(x, kind, id)}
}

// next is the link to the page after marker: the request's query, sorted, with the marker at its end.
func next(x *pipeline.Exchange, path, marker string) []any {
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
	return []any{link("next", x.Base+inProject(x)+path+"?"+encoded+"marker="+url.QueryEscape(marker))}
}
