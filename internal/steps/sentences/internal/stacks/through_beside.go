package stacks

import (
	"fmt"
	"strings"

	"plumbline/internal/steps/world"
)

// asksThroughBeside sends the request of an action about a part of the stack, but by the path of the stack beside it.
func asksThroughBeside(w *world.World, who, action string) error {
	stack, err := named(w, "the stack")
	if err != nil {
		return err
	}
	other, err := named(w, "the stack beside it")
	if err != nil {
		return err
	}
	r, err := stackRequest(w, who, stack, action)
	if err != nil {
		return err
	}
	below, isPart := strings.CutPrefix(r.Path, path(stack))
	if !isPart || below == "" {
		return fmt.Errorf("%s is no action about a part of a stack", action)
	}
	r.Path = path(other) + below
	return aboutStack(w, r)
}
