package identity

import (
	"encoding/json"
	"mime"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// page404 is the page of Keystone's web framework for an unknown path, whatever the client accepts.
const page404 = `<!doctype html>
<html lang=en>
<title>404 Not Found</title>
<h1>Not Found</h1>
<p>The requested URL was not found on the server. If you entered the URL manually please check your spelling and try again.</p>
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
		return unknownPath()
	}}
}

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
