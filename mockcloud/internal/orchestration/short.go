package orchestration

import (
	"strings"

	"plumbline/mockcloud/internal/page"
	"plumbline/mockcloud/pipeline"
)

// short are the paths with a stack's name (or id) only, by operation, with what comes behind the name.
var short = map[string]string{
	"stacks.lookup": "", "stacks.lookup-post": "", "stacks.lookup-put": "", "stacks.lookup-patch": "", "stacks.lookup-delete": "",
	"stacks.lookup-action": "/actions", "stack-actions.lookup": "/actions", "stack-resources.lookup": "/resources", "stack-resources.lookup-post": "/resources",
	"stack-events.lookup": "/events", "stack-events.lookup-post": "/events", "stack-template.lookup": "/template", "stack-template.lookup-post": "/template",
	"stack-environment.lookup": "/environment", "stack-files.lookup": "/files",
}

// shortOperations redirect from the short paths to the ones with name and id.
func shortOperations() map[string]pipeline.Operation {
	all := map[string]pipeline.Operation{}
	for id, rest := range short {
		all[id] = pipeline.Operation{Reads: true, Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			name := x.Params.Get("stack_name")
			s := named(x, name)
			if s == nil {
				return nil, noStack(name)
			}
			at := pathOf(x, s) + rest
			if query := x.Request.URL.RawQuery; query != "" {
				at += "?" + query
			}
			answer := pageOf(x, 302, "The resource was found at "+at+"; you should be redirected automatically.")
			return answer.With("Location", at), nil
		}}
	}
	return all
}

// pageOf is an answer that the web framework writes: a short page.
func pageOf(x *pipeline.Exchange, status int, explanation string) *pipeline.Response {
	kind, body := page.Page{Status: status, Explanation: explanation, Short: true}.Write(x.Header("Accept"))
	return &pipeline.Response{Status: status, Raw: []byte(strings.TrimRight(string(body), " ")), ContentType: kind}
}
