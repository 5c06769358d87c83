package kinds

import (
	"fmt"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/kinds/remote"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// stackProperties are the properties of a stack that is made with a request of its own.
type stackProperties struct {
	Template   string      `json:"template"`
	Parameters kind.Values `json:"parameters"`
	Timeout    *int        `json:"timeout"`
	Context    struct {
		Region string `json:"region_name"`
	} `json:"context"`
}

// stackRequest is the request for such a stack.
type stackRequest struct {
	Name            string      `json:"stack_name,omitempty"`
	Template        any         `json:"template"`
	Files           kind.Values `json:"files"`
	Environment     kind.Values `json:"environment"`
	Parameters      kind.Values `json:"parameters,omitempty"`
	Minutes         *int        `json:"timeout_mins,omitempty"`
	DisableRollback *bool       `json:"disable_rollback,omitempty"`
}

// remoteStack is OS::Heat::Stack: a stack of its own, which Heat makes as any client does. The mock has one region.
func remoteStack() *kind.Kind {
	handlers := map[string]kind.Handler{
		record.Create: {Begin: createStack, Done: stackDone},
		record.Update: {Begin: updateStack, Done: stackDone},
		record.Delete: {Begin: func(t *kind.Task) *kind.Failure {
			return askStack(t, pipeline.Call{Method: "DELETE"}, 404)
		}, Done: func(t *kind.Task) (bool, *kind.Failure) {
			if t.Child() == nil {
				return true, nil
			}
			return stackDone(t)
		}},
	}
	for _, action := range []string{record.Suspend, record.Resume, record.Check} {
		handlers[action] = kind.Handler{Begin: func(t *kind.Task) *kind.Failure {
			return askStack(t, pipeline.Call{Method: "POST", Path: "/actions", Body: kind.Values{record.LowerCase(action): nil}}, 0)
		}, Done: stackDone}
	}
	return &kind.Kind{
		Check: checkStack,
		Does:  handlers,
		Shows: func(t *kind.Task) kind.Values {
			s := t.Child()
			if s == nil {
				return nil
			}
			reply := t.Call(pipeline.Call{Service: openapi.Orchestration, Method: "GET", Path: pathOfStack(s)})
			return body.As[kind.Values](reply.Get("stack"))
		},
		Attribute: stackAttribute,
		Updates:   true,
	}
}

func pathOfStack(s *state.Stack) string { return "/stacks/" + s.Name + "/" + s.ID }

// requestOf is the request for the stack of a resource.
func requestOf(x *pipeline.Exchange, around *state.Stack, name string, p stackProperties) (stackRequest, string) {
	template, wrong := hot.Decode(p.Template)
	if wrong != nil {
		return stackRequest{}, strings.TrimPrefix(wrong.Message, "Template not in valid format: ")
	}
	inside := hot.Settings(around.Environment).Inside(name, "OS::Heat::Stack")
	return stackRequest{
		Template: template, Files: record.OrEmpty(around.Files), Parameters: p.Parameters, Minutes: p.Timeout,
		Environment: inside.WithSection("parameters", record.OrEmpty(p.Parameters)),
	}, ""
}

// checkStack asks for the template of the stack to be validated, before the stack around it is made.
func checkStack(c *kind.Checking) *kind.Complaint {
	if c.Loose["template"] || c.Loose["parameters"] {
		return nil
	}
	p := decodeProperties[stackProperties](c.Properties)
	region := "None"
	if p.Context.Region != "" {
		region = p.Context.Region
	}
	if p.Context.Region != "" && p.Context.Region != c.Env.Region {
		const why = "Cannot establish connection to Heat endpoint at region \"%s\" due to \"publicURL endpoint for orchestration service in " +
			"%s region not found\""
		return &kind.Complaint{Text: fmt.Sprintf(why, region, region)}
	}
	request, why := requestOf(c.Exchange, c.Stack, c.Name, p)
	if why == "" {
		request.Parameters, request.Minutes = nil, nil
		reply := c.Call(pipeline.Call{Service: openapi.Orchestration, Method: "POST", Path: "/validate", Body: request})
		if reply.OK() {
			return nil
		}
		why = "ERROR: " + reply.Fault.Message
	}
	return &kind.Complaint{Text: fmt.Sprintf("Failed validating stack template using Heat endpoint at region \"%s\" due to \"%s\"", region, why)}
}

func createStack(t *kind.Task) *kind.Failure {
	request, why := requestOf(t.Exchange, t.Stack, t.Resource.Name, decodeProperties[stackProperties](t.Resource.Properties))
	if why != "" {
		return kind.Failf("ValueError", "%s", why)
	}
	off := true
	request.Name, request.DisableRollback = t.Resource.PhysicalName, &off
	reply := t.Call(pipeline.Call{Service: openapi.Orchestration, Method: "POST", Path: "/stacks", Body: request})
	if !reply.OK() {
		return refusedStack(reply)
	}
	t.Resource.PhysicalID = reply.Text("stack", "id")
	return nil
}

func updateStack(t *kind.Task) *kind.Failure {
	request, why := requestOf(t.Exchange, t.Stack, t.Resource.Name, decodeProperties[stackProperties](t.Resource.Properties))
	if why != "" {
		return kind.Failf("ValueError", "%s", why)
	}
	request.DisableRollback = &t.Stack.DisableRollback
	return askStack(t, pipeline.Call{Method: "PUT", Body: request}, 0)
}

// askStack makes a request about the stack of a resource; the status allowed is no failure.
func askStack(t *kind.Task, call pipeline.Call, allowed int) *kind.Failure {
	s := t.Child()
	if s == nil {
		if allowed == 404 {
			return nil
		}
		return kind.Failf("HTTPNotFound", "ERROR: The Stack (%s) could not be found.", t.Resource.PhysicalID)
	}
	call.Service, call.Path = openapi.Orchestration, pathOfStack(s)+call.Path
	if reply := t.Call(call); !reply.OK() && reply.Status != allowed {
		return refusedStack(reply)
	}
	return nil
}

func refusedStack(reply pipeline.Reply) *kind.Failure {
	return kind.Failf("HTTP"+remote.ErrorName(reply.Status), "ERROR: %s", reply.Fault.Message)
}

// stackDone tells whether the stack of a resource has ended its action.
func stackDone(t *kind.Task) (bool, *kind.Failure) {
	s := t.Child()
	switch {
	case s == nil:
		return false, kind.Failf("HTTPNotFound", "ERROR: The Stack (%s) could not be found.", t.Resource.PhysicalID)
	case s.Action != t.Resource.Action:
		return false, nil
	case s.Status == record.Failed:
		return false, kind.Failf("ResourceInError", "Went to status %s due to \"%s\"", record.Status(s), s.StatusReason)
	}
	return s.Status == record.Complete, nil
}

// stackAttribute is the stack's name, or its outputs by their names.
func stackAttribute(t *kind.Task, name string, path []any) (any, []any, bool) {
	s := t.Child()
	switch {
	case name != "outputs" && name != "stack_name":
		return nil, nil, false
	case s == nil:
		return nil, nil, true
	case name == "stack_name":
		return s.Name, path, true
	}
	return outputsInside(t), path, true
}
