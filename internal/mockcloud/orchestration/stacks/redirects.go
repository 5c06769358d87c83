package stacks

import (
	"plumbline/internal/mockcloud/orchestration/faults"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/page"
	"plumbline/internal/mockcloud/pipeline"
)

// shortPaths are the paths with only a stack's name (or id), by operation, with the part of the path after the name.
var shortPaths = map[string]string{
	"stacks.lookup": "", "stacks.lookup-post": "", "stacks.lookup-put": "", "stacks.lookup-patch": "", "stacks.lookup-delete": "",
	"stacks.lookup-action": "/actions", "stack-actions.lookup": "/actions", "stack-resources.lookup": "/resources",
	"stack-resources.lookup-post": "/resources",
	"stack-events.lookup":         "/events", "stack-events.lookup-post": "/events", "stack-template.lookup": "/template",
	"stack-template.lookup-post": "/template",
	"stack-environment.lookup":   "/environment", "stack-files.lookup": "/files",
}

// Redirects tells whether an operation belongs to a short path.
func Redirects(operation string) bool {
	_, found := shortPaths[operation]
	return found
}

// redirect answers a short path with a redirect to the path with name and id.
func redirect(rest string) pipeline.Operation {
	return pipeline.Operation{Reads: true, Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		name := x.Params.Get("stack_name")
		s := record.FindByName(x, name)
		if s == nil {
			return nil, faults.NoStack(name)
		}
		at := record.PathOf(x, s) + rest
		if query := x.Request.URL.RawQuery; query != "" {
			at += "?" + query
		}
		kind, body := page.Page{Status: 302, Explanation: "The resource was found at", Location: at, Short: true}.Write(x.Header("Accept"))
		return (&pipeline.Response{Status: 302, Raw: body, ContentType: kind}).WithHeader("Location", at), nil
	}}
}
