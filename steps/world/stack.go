package world

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"plumbline/openapi"
)

// CreateStack makes a stack from a HOT template (decoded), waits for CREATE_COMPLETE and remembers it as "stack NAME".
func (w *World) CreateStack(actor, name string, template map[string]any) (*Noun, error) {
	real := w.Name("stack")
	x, err := w.Setup(Request{
		Actor: actor, Service: openapi.Orchestration, Method: http.MethodPost, Path: "/stacks",
		Body: map[string]any{"stack_name": real, "template": template, "timeout_mins": 10},
	}, http.StatusCreated)
	if err != nil {
		return nil, err
	}
	n := &Noun{Kind: "stack", Name: name, RealName: real, ID: x.Text("/stack/id"), Owner: actor}
	w.removeStack(n)
	w.Remember(n)
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

func (n *Noun) stackPath() string { return "/stacks/" + n.RealName + "/" + n.ID }

// removeStack deletes a stack and waits: what is in it goes with it. Heat keeps showing a deleted stack by id.
func (w *World) removeStack(n *Noun) {
	remove := w.Delete(Request{Actor: n.Owner, Service: openapi.Orchestration, Path: n.stackPath()})
	w.CleanUp("stack", n.ID, n.RealName, func(ctx context.Context) error {
		if err := remove(ctx); err != nil {
			return err
		}
		return w.Eventually("delete", "the stack is gone", func() (bool, string, error) {
			x, err := w.Do(Cleanup, Request{Actor: n.Owner, Service: openapi.Orchestration, Method: http.MethodGet, Path: n.stackPath()})
			if err != nil {
				return false, "", err
			}
			status := x.Text("/stack/stack_status")
			if status == "DELETE_FAILED" {
				return false, status, fmt.Errorf("stack %s: %s", n.ID, x.Text("/stack/stack_status_reason"))
			}
			return x.Status == http.StatusNotFound || status == "DELETE_COMPLETE", status, nil
		})
	})
}
