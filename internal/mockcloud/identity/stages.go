package identity

import (
	"encoding/json"
	"fmt"
	"html"
	"mime"
	"net/http"
	"regexp"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/identity/assignments"
	"plumbline/internal/mockcloud/identity/catalog"
	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// page404 is the page of Keystone's web framework for an unknown path, whatever the client accepts.
const page404 = `<!doctype html>
<html lang=en>
<title>404 Not Found</title>
<h1>Not Found</h1>
<p>The requested URL was not found on the server. If you entered the URL manually please check your spelling and try again.</p>
`

// page308 is its page for a path with several slashes in a row; the address stands in it twice.
const page308 = `<!doctype html>
<html lang=en>
<title>Redirecting...</title>
<h1>Redirecting...</h1>
<p>You should be redirected automatically to the target URL: <a href="%[1]s">%[1]s</a>. If not, click the link.
`

func unknownPath() *pipeline.Fault {
	return &pipeline.Fault{Status: 404, Raw: []byte(page404), ContentType: "text/html; charset=utf-8", Bare: true}
}

// route refuses unknown paths, and methods that a path does not have.
func route(chain *openapi.Chain) pipeline.Stage {
	return pipeline.Stage{Name: "route", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		if x.Route != nil && x.PathProject == "" {
			return nil
		}
		if _, _, allowed := chain.Routes().Match(x.Request.Method, x.Path); allowed != nil {
			return &pipeline.Fault{
				Status: 405, ContentType: "application/json", Bare: true,
				Raw: []byte("{\"message\": \"The method is not allowed for the requested URL.\"}\n"),
			}
		}
		if f := otherSlashes(x, chain); f != nil {
			return f
		}
		return unknownPath()
	}}
}

// otherSlashes redirects from a path with several slashes in a row to the one that it means.
func otherSlashes(x *pipeline.Exchange, chain *openapi.Chain) *pipeline.Fault {
	path := slashes.ReplaceAllLiteralString(x.Path, "/")
	if rt, _, _ := chain.Routes().Match(x.Request.Method, path); path == x.Path || rt == nil {
		return nil
	}
	to := x.Base + path
	if query := x.Request.URL.RawQuery; query != "" {
		to += "?" + query
	}
	return &pipeline.Fault{
		Status: 308, Raw: fmt.Appendf(nil, page308, html.EscapeString(to)), ContentType: "text/html; charset=utf-8", Bare: true,
		Header: http.Header{"Location": {to}},
	}
}

var slashes = regexp.MustCompile("//+")

// decode reads the body: a JSON object, or nothing.
func decode() pipeline.Stage {
	return pipeline.Stage{Name: "body", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		if len(x.Raw) == 0 || x.Request.Method == "GET" || x.Request.Method == "HEAD" {
			return nil
		}
		if kind, _, err := mime.ParseMediaType(x.Header("Content-Type")); err != nil || kind != "application/json" {
			return record.Expecting("application/json", "Content-Type header")
		}
		if err := json.Unmarshal(x.Raw, &x.Body); err != nil {
			return record.Expecting("valid JSON", "request body")
		}
		if !body.IsObject(x.Body) {
			return record.Expecting("valid JSON", "request body")
		}
		return nil
	}}
}

// firstFound are the operations that look their record up before policy is checked: an unknown one is no secret.
var firstFound = map[string]func(x *pipeline.Exchange) *pipeline.Fault{
	"roles.show": role, "roles.update": role, "roles.delete": role,
	"endpoints.show": catalog.KnownEndpoint, "endpoints.update": catalog.KnownEndpoint, "endpoints.delete": catalog.KnownEndpoint,
	"domains.update": domain, "domains.delete": domain, "limits.update": limit, "limits.delete": limit,
	"groups.delete": func(x *pipeline.Exchange) *pipeline.Fault {
		_, f := record.Group(x, x.Params.Get("group_id"))
		return f
	},
}

func role(x *pipeline.Exchange) *pipeline.Fault {
	_, f := record.Role(x, x.Params.Get("role_id"))
	return f
}

func domain(x *pipeline.Exchange) *pipeline.Fault {
	_, f := record.Domain(x, x.Params.Get("domain_id"))
	return f
}

func limit(x *pipeline.Exchange) *pipeline.Fault {
	if id := x.Params.Get("limit_id"); state.Limits.Get(x.Txn, id) == nil {
		return record.Missing("limit", id)
	}
	return nil
}

// known refuses requests for an unknown record where Keystone does so first.
func known() pipeline.Stage {
	return pipeline.Stage{Name: "known", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		if find := firstFound[x.Operation.ID]; find != nil {
			return find(x)
		}
		return assignments.Known(x)
	}}
}
