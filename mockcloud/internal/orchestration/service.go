// Package orchestration is the mock's Heat: stacks of HOT templates whose servers are real servers of
// the mock's compute. What a resource type does is one [kind] in a file of its own; what the service does
// with a stack is in the files of the actions.
package orchestration

import (
	"fmt"
	"net/http"

	"plumbline/mockcloud/pipeline"
	"plumbline/openapi"
)

// Prefix is where the service is mounted.
const Prefix = "/orchestration"

// New makes the service. Its order of checks is Heat's, each adjacent pair asked of the real one: token, path,
// body, the action's name, the project in the URL, policy, then the stack.
func New(env *pipeline.Env) (*pipeline.Service, error) {
	chain, err := env.Chain(openapi.Orchestration)
	if err != nil {
		return nil, fmt.Errorf("orchestration: %w", err)
	}
	h := &heat{kinds: kinds(), cells: cells(env)}
	return &pipeline.Service{
		Name:   openapi.Orchestration,
		Prefix: Prefix, ProjectInPath: true,
		Chain: chain,
		Roots: []string{"/v1"},
		Stages: []pipeline.Stage{
			pipeline.Token(),
			pipeline.Size(pipeline.MostBody), // so many bytes are not read for anybody
			route(chain),
			decode(),
			action(chain),
			ownProject(),
			pipeline.OnlyVersion(),
			pipeline.Exists(),
			hooked(),
			pipeline.Authorise(),
			presence(),
			pipeline.Schema(),
			arguments(),
			request(),
			pipeline.Find(),
		},
		Outside:    discover,
		Render:     render,
		Refused:    refused,
		Violated:   violated,
		Headers:    func(x *pipeline.Exchange, h http.Header) { h["X-Openstack-Request-Id"] = []string{x.RequestID} },
		Lookups:    map[string]pipeline.Lookup{"stack_id": findStack},
		Operations: h.operations(),
		Async:      h.works(),
	}, nil
}

// heat is the service with the resource types it knows, and the table of what a locked stack allows.
type heat struct {
	kinds map[string]*kind
	cells map[[2]string]string
}

func (h *heat) operations() map[string]pipeline.Operation {
	all := map[string]pipeline.Operation{}
	for _, part := range []map[string]pipeline.Operation{
		h.createOperations(), h.updateOperations(), h.deleteOperations(), h.actionOperations(), h.lockOperations(), h.showOperations(), shortOperations(),
		listOperations(), h.resourceOperations(), h.signalOperations(), h.hookOperations(), h.eventOperations(), h.snapshotOperations(), h.abandonOperations(),
		h.validateOperations(), h.aboutOperations(),
	} {
		for id, op := range part {
			if _, twice := all[id]; twice {
				panic("orchestration: operation registered twice: " + id)
			}
			all[id] = op
		}
	}
	return all
}

// discover answers the root, without a token; every other path outside v1 is unknown.
func discover(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	if x.Path != "" && x.Path != "/" {
		return nil, unknownPath(x)
	}
	return pipeline.Answer(300, "versions", []any{map[string]any{
		"id": "v1.0", "status": "CURRENT", "links": []any{map[string]any{"rel": "self", "href": x.Root + Prefix + "/v1/"}},
	}}), nil
}
