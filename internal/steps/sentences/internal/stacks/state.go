package stacks

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/world"
)

const (
	// settles is how long Heat may keep its own lock after it has written a state.
	settles = time.Second
	// groupRests is the wait in which a group must not grow.
	groupRests = 3 * time.Second
)

// work is the mock's name of the work for an action; a fault rule on it makes the action fail.
var work = map[string]string{
	"UPDATE": "stacks.updating", "ROLLBACK": "stacks.rolling-back", "RESTORE": "stacks.restoring", "DELETE": "stacks.deleting",
	"SUSPEND": "stacks.acting", "RESUME": "stacks.acting", "CHECK": "stacks.acting", "LOCK": "stacks.acting", "UNLOCK": "stacks.acting",
	"SNAPSHOT": "stacks.snapshotting",
}

// word is the request word for the action of a state.
var word = map[string]string{
	"UPDATE": "update", "RESTORE": "restore", "DELETE": "delete", "SUSPEND": "suspend", "RESUME": "resume", "CHECK": "check",
	"SNAPSHOT": "snapshot", "LOCK": "lock", "UNLOCK": "unlock",
}

// makeStack makes a stack of parts and waits until it is created.
func makeStack(w *world.World, parts ...string) (*world.Noun, error) {
	template, err := templateWith(w, parts)
	if err != nil {
		return nil, err
	}
	files := filesFor(w, parts)
	if files == nil {
		return fixtures.CreateStack(w, "member", "", template)
	}
	stack, err := fixtures.BeginStack(w, "member", "", template, object{"files": files})
	if err != nil {
		return nil, err
	}
	stack.Facts["files"] = files
	made := awaitStack(w, stack, "CREATE_COMPLETE")
	if err := removeLasting(w, parts); made == nil {
		return stack, err
	}
	return nil, made
}

// beside is the name of a stack of the same project that no request of the scenario is about.
const beside = "beside"

// makeBeside makes a stack beside the scenario's own, and remembers its state.
func makeBeside(w *world.World, parts ...string) error {
	template, err := templateWith(w, parts)
	if err != nil {
		return err
	}
	stack, err := fixtures.CreateStack(w, "member", beside, template)
	if err != nil {
		return err
	}
	before, err := lookAtStack(w, world.Setup, stack)
	stack.Facts["before"] = before
	return err
}

// makeRolledBack makes a stack whose creations and updates are rolled back when they fail.
func makeRolledBack(w *world.World, parts ...string) error {
	template, err := templateWith(w, parts)
	if err != nil {
		return err
	}
	stack, err := fixtures.BeginStack(w, "member", "", template, object{"disable_rollback": false})
	if err != nil {
		return err
	}
	stack.Facts["rollback"] = true
	return awaitStack(w, stack, "CREATE_COMPLETE")
}

// makeInState makes a stack of parts and brings it to a state.
func makeInState(w *world.World, state string, parts ...string) error {
	action, status, _ := strings.Cut(state, "_")
	if status == "IN_PROGRESS" && !slices.ContainsFunc(parts, func(part string) bool { return strings.HasSuffix(part, " something slow") }) {
		parts = append(parts, map[bool]string{true: "something slow to delete", false: "something slow"}[action == "DELETE"])
	}
	if action == "CREATE" || action == "ADOPT" {
		return newStackIn(w, action, status, parts)
	}
	stack, err := makeStack(w, parts...)
	if err != nil {
		return err
	}
	return toState(w, stack, action, status)
}

// toState brings a stack that has just been made to a state.
func toState(w *world.World, stack *world.Noun, action, status string) error {
	if err := prepareAction(w, stack, action, status); err != nil {
		return err
	}
	switch state := action + "_" + status; {
	case action == "INIT":
		return w.Env().Target.Control.PutStack(w.Context(), stack.ID, state)
	case state == "DELETE_COMPLETE":
		stack.Facts["meant"] = state
		return bringStack(w, stack, action, status)
	case action == "ROLLBACK", state == "UPDATE_FAILED":
		if err := updateFails(w, stack, action, status); err != nil {
			return err
		}
	default:
		if err := bringStack(w, stack, action, status); err != nil {
			return err
		}
	}
	if status == "FAILED" {
		return awaitInside(w, stack)
	}
	return nil
}

// awaitInside waits until no nested stack is at work: failed work may leave some of it behind, and stacks at work are not locked.
func awaitInside(w *world.World, stack *world.Noun) error {
	resources, _ := stack.Facts["template"].(object)["resources"].(object)
	for _, inside := range [][2]string{{"g", "the nested stack"}, {"h", "the other nested stack"}, {"deep", "the middle stack"}} {
		which := inside[1]
		if _, there := resources[inside[0]]; !there {
			continue
		}
		nested, err := named(w, which)
		if err != nil {
			return err
		}
		err = w.AtOnce("stack", which+" is at work no more", func() (bool, string, error) {
			x, err := showStack(w, world.Setup, nested)
			if err != nil {
				return false, "", err
			}
			got := x.Text("/stack/stack_status")
			return !strings.HasSuffix(got, "_IN_PROGRESS"), got, nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// prepareAction does what an action needs before it makes sense, or has anything to do.
func prepareAction(w *world.World, stack *world.Noun, action, status string) error {
	for _, first := range map[string][]string{
		"RESUME_COMPLETE": {"SUSPEND"}, "RESUME_IN_PROGRESS": {"SUSPEND"}, // a stack that was never suspended cannot be resumed
		"UNLOCK_COMPLETE": {"LOCK"}, "UNLOCK_IN_PROGRESS": {"LOCK"}, "UNLOCK_FAILED": {"LOCK"},
		"RESTORE_COMPLETE": {"SNAPSHOT"}, "RESTORE_FAILED": {"SNAPSHOT"}, "RESTORE_IN_PROGRESS": {"SNAPSHOT", "UPDATE"},
	}[action+"_"+status] {
		if err := bringStack(w, stack, first, "COMPLETE"); err != nil {
			return err
		}
	}
	return nil
}

// bringStack sends an action to a stack and waits for the status. It does not wait for IN_PROGRESS, so that the next
// request follows the answer at once.
func bringStack(w *world.World, stack *world.Noun, action, status string) error {
	asked, known := word[action]
	if !known {
		return fmt.Errorf("no way is known to bring a stack to %s_%s", action, status)
	}
	if status == "FAILED" && action != "RESUME" {
		if err := failsAt(w, stack, action); err != nil {
			return err
		}
	}
	r, err := stackRequest(w, "member", stack, asked)
	if err != nil {
		return err
	}
	x, err := w.Setup(r)
	if err != nil {
		return err
	}
	if action == "SNAPSHOT" {
		w.Remember(&world.Noun{Kind: "stack snapshot", Name: stack.Name, ID: x.Text("/id"), Owner: stack.Owner})
		stack.Facts["snapshot"] = x.Text("/id")
	}
	if status == "IN_PROGRESS" {
		return metAtWork(w, stack, action)
	}
	return awaitStack(w, stack, action+"_"+status)
}

// metAtWork waits until a stack shows that the action has begun. It is an error if the action has ended by then.
func metAtWork(w *world.World, stack *world.Noun, action string) error {
	stack.Facts["meant"] = action + "_IN_PROGRESS"
	return w.AtOnce("stack", "the stack is "+action+"_IN_PROGRESS", func() (bool, string, error) {
		x, err := showStack(w, world.Setup, stack)
		if err != nil {
			return false, "", err
		}
		got := x.Text("/stack/stack_status")
		if over, status, _ := strings.Cut(got, "_"); over == action && status != "IN_PROGRESS" {
			return false, got, fmt.Errorf("the stack is %s before it can be met at work", got)
		}
		return got == action+"_IN_PROGRESS", got, nil
	})
}

// metMeanwhile waits until a nested stack is in a state while the stack around it is still at work.
func metMeanwhile(w *world.World, stack *world.Noun, want string) error {
	return w.AtOnce("stack", "the stack inside is "+want, func() (bool, string, error) {
		x, err := showStack(w, world.Setup, stack)
		if err != nil {
			return false, "", err
		}
		got := x.Text("/stack/stack_status")
		return got == want, got, nil
	})
}

// updatedSlowly is a resource whose update takes a while.
func updatedSlowly(value string) object {
	return resourceOf("OS::Heat::TestResource", object{"value": value, "action_wait_secs": object{"create": 0, "update": slowly, "delete": 0}})
}

// beingUpdated makes a stack whose update takes a while and begins it.
func beingUpdated(w *world.World) error {
	return beginUpdate(w, func(value string) object { return templateOf(object{"t": updatedSlowly(value)}) })
}

// updatedAtSeveral makes a stack in which two resources, and one in each of two nested stacks, are being
// updated, and another one is not.
func updatedAtSeveral(w *world.World) error {
	err := beginUpdate(w, func(value string) object {
		inside := groupOf(1, updatedSlowly(value))
		return templateOf(object{
			"a": resourceOf("OS::Heat::None", nil), "g": inside, "h": inside, "t": updatedSlowly(value), "u": updatedSlowly(value),
		})
	})
	if err != nil {
		return err
	}
	for _, name := range []string{"the nested stack", "the other nested stack"} {
		nested, err := named(w, name)
		if err != nil {
			return err
		}
		err = w.AtOnce("stack", "the update has come down to "+name, func() (bool, string, error) {
			x, err := w.Setup(heat("member", "GET", path(nested)+"/resources/0", nil), 200)
			if err != nil {
				return false, "", err
			}
			got := x.Text("/resource/resource_status")
			return got == "UPDATE_IN_PROGRESS", got, nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// beginUpdate makes a stack and begins its update, from an old value to a new one.
func beginUpdate(w *world.World, slow func(value string) object) error {
	stack, err := fixtures.CreateStack(w, "member", "", slow("old"))
	if err != nil {
		return err
	}
	stack.Facts["template"], stack.Facts["changed"] = slow("new"), true
	stack.Facts["earlier"] = slow("old")
	_, err = w.Setup(heat("member", "PUT", path(stack), object{"template": slow("new"), "timeout_mins": 10}), 202)
	return err
}

// justAsked sends an action that the next request must meet at work; the look comes first, because it takes time.
func justAsked(w *world.World, which, action string) error {
	stack, err := named(w, which)
	if err != nil {
		return err
	}
	seen, err := lookAtStack(w, world.Setup, stack)
	if err != nil {
		return err
	}
	stack.Facts["before"] = seen
	r, err := stackRequest(w, "member", stack, action)
	if err != nil {
		return err
	}
	_, err = w.Setup(r, 200)
	return err
}

// preparedStack makes a stack that can do an action, in a state.
func preparedStack(w *world.World, action, state string) error {
	parts := []string{"a value"}
	if strings.HasSuffix(state, "_IN_PROGRESS") {
		parts = append(parts, "something slow")
	}
	if action == "signal" {
		parts = append(parts, "a scaling group")
	}
	stack, err := makeStack(w, parts...)
	if err != nil {
		return err
	}
	if slices.Contains([]string{"restore", "delete_snapshot"}, action) {
		if err := bringStack(w, stack, "SNAPSHOT", "COMPLETE"); err != nil {
			return err
		}
	}
	if action == "resume" {
		if err := bringStack(w, stack, "SUSPEND", "COMPLETE"); err != nil {
			return err
		}
	}
	what, status, _ := strings.Cut(state, "_")
	return toState(w, stack, what, status)
}
