// Package stacks checks after each scenario about locks of stacks that the stack, all that is nested in it, what their resources
// stand for, and their events are as the accepted requests of the scenario, and no others, made them
// (docs/contract/30-stack-lock.md §1 and §3).
package stacks

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/world"
)

// specification is the one whose scenarios are audited.
const specification = "stack-lock"

// repeated begins the rows that repeat those of LCK-50 to LCK-55 for the sake of a status that is a decision.
const repeated = "LCK-64"

// Audit reads the scenario's stack with all that is in it and compares it with what the accepted requests of the scenario lead to.
// A cloud that offers no lock is not audited, nor is a stack that is gone, nor a scenario that only reads, or that has nothing to do
// with a lock.
func Audit(w *world.World) error {
	x := w.Asked()
	if x != nil && x.Asked.Service == openapi.Orchestration {
		if err := faultFits(x); err != nil {
			return err
		}
	}
	if x == nil || x.Asked.Method == http.MethodGet || w.Case().Scenario.Spec != specification ||
		strings.Contains(w.Case().ID, "#"+repeated) || !w.Env().Target.Capabilities()[target.StackLock].Present {
		return nil
	}
	root, err := w.Recall("stack", "")
	if err != nil {
		return nil //nolint:nilerr // the scenario is about something else
	}
	a := &audit{w: w, root: root, requests: requestsOf(w)}
	asked := requestOf(x)
	if asked == nil || !asked.locks() {
		if !slices.ContainsFunc(a.requests, (*request).locks) || x.Status >= http.StatusBadRequest && isPlain(root) {
			return nil
		}
	}
	if err := a.readAtRest(); err != nil || a.tree == nil {
		return err
	}
	if err := a.readEvents(); err != nil {
		return err
	}
	for _, check := range []func() error{a.eventsFit, a.statesFit, a.endsFit, a.physicalFits} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// isPlain tells whether a stack holds neither nested stacks nor what can be locked.
func isPlain(root *world.Noun) bool {
	template := phrases.Text(root.Facts["template"])
	return !slices.ContainsFunc([]string{serverType, imageType, `Group"`, "file://"},
		func(s string) bool { return strings.Contains(template, s) })
}

// audit is what the checks of one scenario share.
type audit struct {
	w        *world.World
	root     *world.Noun
	requests []*request
	// tree is the stack and all nested ones, each after the one around it; nil where the stack is gone.
	tree []*stack
	// events are those of the whole tree, oldest first.
	events []event
}

// readAtRest reads the tree, and waits for a lock or an unlock under way to end.
func (a *audit) readAtRest() error {
	if err := a.pass(); err != nil {
		return err
	}
	if err := a.readTree(); err != nil || !a.isAtWork() {
		return err
	}
	err := a.w.AtOnce("stack", "no lock or unlock of the stack is under way", func() (bool, string, error) {
		if err := a.pass(); err != nil {
			return false, "", err
		}
		err := a.readStatus()
		return !a.isAtWork(), "at work", err
	})
	if err != nil || a.tree == nil {
		return err
	}
	return a.readTree()
}

// pass lets time pass where the clock is stepped: there a wait costs nothing, and a look does.
func (a *audit) pass() error {
	if a.w.Env().Target.Kind != target.Embedded {
		return nil
	}
	return a.w.Env().Clock.Sleep(a.w.Context(), mostlyEnds)
}

// mostlyEnds is longer than a lock of one of the scenarios' resources takes.
const mostlyEnds = 5 * time.Second

func (a *audit) isAtWork() bool {
	return slices.ContainsFunc(a.tree, func(s *stack) bool { return isLockState(s.status) && strings.HasSuffix(s.status, "_IN_PROGRESS") })
}

// isLockState tells whether a state is one of a lock or of an unlock.
func isLockState(status string) bool {
	return strings.HasPrefix(status, "LOCK_") || strings.HasPrefix(status, "UNLOCK_")
}
