package orchestration

import (
	"strings"

	"plumbline/mockcloud/page"
	"plumbline/mockcloud/pipeline"
)

// shortOperations are the paths with a stack's name (or id) only: they redirect to the one with both.
func shortOperations() map[string]pipeline.Operation {
	all := map[string]pipeline.Operation{}
	for id, rest := range map[string]string{
		"stacks.lookup": "", "stacks.lookup-delete": "", "stacks.lookup-action": "/actions",
		"stack-resources.lookup": "/resources", "stack-events.lookup": "/events", "stack-template.lookup": "/template",
	} {
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
			return found(x, at), nil
		}}
	}
	return all
}

func found(x *pipeline.Exchange, at string) *pipeline.Response {
	kind, body := page.Page{Status: 302, Explanation: "The resource was found at " + at + "; you should be redirected automatically.", Short: true}.Write(x.Header("Accept"))
	answer := &pipeline.Response{Status: 302, Raw: []byte(strings.TrimRight(string(body), " ")), ContentType: kind}
	return answer.With("Location", at)
}
