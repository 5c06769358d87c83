package world

import (
	"fmt"
	"maps"
	"net/http"
	"strings"

	"plumbline/openapi"
)

// CreateStack makes a stack from a HOT template (decoded), waits for CREATE_COMPLETE and remembers it as "stack NAME".
func (w *World) CreateStack(actor, name string, template map[string]any) (*Noun, error) {
	n, err := w.BeginStack(actor, name, template, nil)
	if err != nil {
		return nil, err
	}
	return n, w.Eventually("stack", "the stack is CREATE_COMPLETE", func() (bool, string, error) {
		x, err := w.Setup(Request{Actor: actor, Service: openapi.Orchestration, Method: http.MethodGet, Path: n.stackPath()}, http.StatusOK)
		if err != nil {
			return false, "", err
		}
		status := x.Text("/stack/stack_status")
		if strings.HasSuffix(status, "_FAILED") {
			return false, status, fmt.Errorf("stack %s: %s %s", n.ID, status, x.Text("/stack/stack_status_reason"))
		}
		return status == "CREATE_COMPLETE", status, nil
	})
}

// BeginStack asks for a stack and does not wait for it. It registers its removal, remembers it as "stack NAME"
// and its template as the fact "template". extra is merged into the body of the request.
func (w *World) BeginStack(actor, name string, template, extra map[string]any) (*Noun, error) {
	real := w.Name("stack")
	body := map[string]any{"stack_name": real, "template": template, "timeout_mins": 10}
	maps.Copy(body, extra)
	x, err := w.Setup(Request{Actor: actor, Service: openapi.Orchestration, Method: http.MethodPost, Path: "/stacks", Body: body}, http.StatusCreated)
	if err != nil {
		return nil, err
	}
	n := &Noun{Kind: "stack", Name: name, RealName: real, ID: x.Text("/stack/id"), Owner: actor, Facts: map[string]any{"template": template}}
	w.removeStack(n)
	w.Remember(n)
	return n, nil
}

func (n *Noun) stackPath() string { return "/stacks/" + n.RealName + "/" + n.ID }
