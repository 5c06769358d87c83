package stacks

import (
	"fmt"
	"net/http"
	"strings"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/world"
)

func lockRequest(stack *world.Noun, who, level string) world.Request {
	return heat(who, http.MethodPost, path(stack)+"/actions", object{"lock": object{"level": level}})
}

// lockAt locks a stack in a Given sentence.
func lockAt(w *world.World, stack *world.Noun, level string) error {
	if _, err := w.Setup(lockRequest(stack, "member", level), 200); err != nil {
		return err
	}
	return awaitStack(w, stack, "LOCK_COMPLETE")
}

// lockedBy locks the stack in the member's project as another caller.
func lockedBy(w *world.World, who, level string) error {
	stack := w.Noun("stack", "")
	r := lockRequest(stack, who, level)
	r.Prefix = "/" + fixtures.ProjectID(w, "member")
	if _, err := w.Setup(r, 200); err != nil {
		return err
	}
	return awaitStack(w, stack, "LOCK_COMPLETE")
}

// aboutToFail makes the service of a stack's server or image fail when it is locked or unlocked. A stack that will be
// unlocked is locked first.
func aboutToFail(w *world.World, action, what, which string) error {
	if action == "unlock" {
		if err := lockAt(w, w.Noun("stack", ""), "all"); err != nil {
			return err
		}
	}
	id, err := part(w, which, what)
	if err != nil {
		return err
	}
	operation := map[string]string{"server": "servers." + action, "image": "images.update"}[what]
	return w.AddFault(world.FaultRule{Operation: operation, Resource: id, Status: 500, Times: 1, Message: "told to fail"})
}

// failAlone makes the lock of only a nested stack fail, or the unlock after such a lock.
func failAlone(w *world.World, action, which string) error {
	nested, err := named(w, which)
	if err != nil {
		return err
	}
	w.CleanUp("lock", nested.ID, nested.RealName, unlockAsOwner(w, nested))
	if action == "unlock" {
		if err := lockAt(w, nested, "stacks"); err != nil {
			return err
		}
	}
	return bringStack(w, nested, strings.ToUpper(action), "FAILED")
}

// failAtServer makes the lock of a stack fail, or the unlock after a lock, because compute fails to do it for one of its servers.
func failAtServer(w *world.World, action, which string) error {
	stack := w.Noun("stack", "")
	if err := aboutToFail(w, action, "server", which); err != nil {
		return err
	}
	r, err := stackRequest(w, "member", stack, action)
	if err != nil {
		return err
	}
	if _, err := w.Setup(r, 200); err != nil {
		return err
	}
	return awaitStack(w, stack, strings.ToUpper(action)+"_FAILED")
}

// unlockNested unlocks only a nested stack.
func unlockNested(w *world.World, which string) error {
	nested, err := named(w, which)
	if err != nil {
		return err
	}
	return bringStack(w, nested, "UNLOCK", "COMPLETE")
}

// callWebhook posts to the alarm URL of the stack's policy.
func callWebhook(w *world.World, who string, details any) error {
	stack := w.Noun("stack", "")
	x, err := w.Do(world.Probe, heat("member", http.MethodGet, path(stack)+"/outputs/hook", nil))
	if err != nil {
		return err
	}
	address := x.Text("/output/output_value")
	if address == "" {
		return fmt.Errorf("the policy gives no webhook: %d %s", x.Status, x.Message())
	}
	r := heat(who, http.MethodPost, "", details)
	r.Address = address
	return aboutStack(w, r)
}
