package sentences

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"plumbline/steps/world"
)

const (
	// stackSettles is how long Heat may keep its own lock after it has written a state.
	stackSettles = time.Second
	// groupRests is how long a group that must not grow is given to do so.
	groupRests = 3 * time.Second
)

// stackWork is the kind of work that a mock does for an action; a fault rule on it makes the action fail.
var stackWork = map[string]string{
	"UPDATE": "stacks.updating", "ROLLBACK": "stacks.rolling-back", "RESTORE": "stacks.restoring", "DELETE": "stacks.deleting",
	"SUSPEND": "stacks.acting", "RESUME": "stacks.acting", "CHECK": "stacks.acting", "LOCK": "stacks.acting", "UNLOCK": "stacks.acting",
	"SNAPSHOT": "stacks.snapshotting",
}

// stackWord is how a stack is asked for the action of a state.
var stackWord = map[string]string{
	"UPDATE": "update", "RESTORE": "restore", "DELETE": "delete", "SUSPEND": "suspend", "RESUME": "resume", "CHECK": "check",
	"SNAPSHOT": "snapshot", "LOCK": "lock", "UNLOCK": "unlock",
}

// makeStack makes a stack of parts and waits until it is there.
func makeStack(w *world.World, parts ...string) (*world.Noun, error) {
	template, err := templateWith(w, parts)
	if err != nil {
		return nil, err
	}
	return w.CreateStack("member", "", template)
}

// stackIn makes a stack of parts and brings it to a state.
func stackIn(w *world.World, state string, parts ...string) error {
	action, status, _ := strings.Cut(state, "_")
	if action == "CREATE" || action == "ADOPT" {
		return newStackIn(w, action, status, parts)
	}
	stack, err := makeStack(w, parts...)
	if err != nil {
		return err
	}
	if err := stackBefore(w, stack, action); err != nil {
		return err
	}
	if action == "ROLLBACK" {
		return rolledBack(w, stack, status)
	}
	return bringStack(w, stack, action, status)
}

// stackBefore does what has to be done before an action makes sense.
func stackBefore(w *world.World, stack *world.Noun, action string) error {
	first := map[string]string{"RESUME": "SUSPEND", "UNLOCK": "LOCK", "RESTORE": "SNAPSHOT"}[action]
	if first == "" {
		return nil
	}
	return bringStack(w, stack, first, "COMPLETE")
}

// bringStack asks a stack for an action and waits until it is as far as the status says. IN_PROGRESS is not
// waited for: no time goes by between the answer and the next request.
func bringStack(w *world.World, stack *world.Noun, action, status string) error {
	asked, known := stackWord[action]
	if !known {
		return fmt.Errorf("no way is known to bring a stack to %s_%s", action, status)
	}
	if status == "FAILED" {
		if err := w.AddFault(world.FaultRule{Operation: stackWork[action], Resource: stack.ID, Status: 500, Times: 1, Message: "told to fail"}); err != nil {
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
	}
	if status == "IN_PROGRESS" {
		return nil
	}
	return awaitStack(w, stack, action+"_"+status)
}

// newStackIn makes a stack whose own making ends in a state.
func newStackIn(w *world.World, action, status string, parts []string) error {
	template, err := templateWith(w, parts)
	if err != nil {
		return err
	}
	if status == "FAILED" {
		template["resources"].(object)["bad"] = resourceOf("OS::Heat::TestResource", object{"fail": true})
	}
	if status == "IN_PROGRESS" {
		template["resources"].(object)["slow"] = resourceOf("OS::Heat::TestResource", object{"action_wait_secs": object{"create": stackSlowly, "update": 0, "delete": 0}})
	}
	extra := object{}
	if action == "ADOPT" {
		extra["adopt_stack_data"] = adoptedStack(template)
	}
	stack, err := w.BeginStack("member", "", template, extra)
	if err != nil || status == "IN_PROGRESS" {
		return err
	}
	return awaitStack(w, stack, action+"_"+status)
}

// stackSlowly is how many seconds a resource takes that is to be met at work.
const stackSlowly = 6

// rolledBack lets an update fail that rolls back, and the rolling back end as wanted.
func rolledBack(w *world.World, stack *world.Noun, status string) error {
	template := changedTemplate(stack.Facts["template"].(object))
	template["resources"].(object)["bad"] = resourceOf("OS::Heat::TestResource", object{"fail": true})
	if status == "FAILED" {
		if err := w.AddFault(world.FaultRule{Operation: stackWork["ROLLBACK"], Resource: stack.ID, Status: 500, Times: 1, Message: "told to fail"}); err != nil {
			return err
		}
	}
	body := object{"template": template, "timeout_mins": 10, "disable_rollback": false}
	if _, err := w.Setup(heat("member", "PUT", stackPath(stack), body), 202); err != nil {
		return err
	}
	return awaitStack(w, stack, "ROLLBACK_"+status)
}

// stackBeingUpdated makes a stack whose update takes a while and begins it.
func stackBeingUpdated(w *world.World) error {
	slow := func(value string) object {
		return templateOf(object{"t": resourceOf("OS::Heat::TestResource", object{
			"value": value, "action_wait_secs": object{"create": 0, "update": stackSlowly, "delete": 0},
		})})
	}
	stack, err := w.CreateStack("member", "", slow("old"))
	if err != nil {
		return err
	}
	stack.Facts["template"] = slow("new")
	_, err = w.Setup(heat("member", "PUT", stackPath(stack), object{"template": slow("new"), "timeout_mins": 10}), 202)
	return err
}

// justAsked sends an action that the next request is to meet at work; the look comes first, for it takes time.
func justAsked(w *world.World, action string) error {
	stack := w.Noun("stack", "")
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
	if err := stackBefore(w, stack, what); err != nil {
		return err
	}
	return bringStack(w, stack, what, status)
}
