package stacks

import (
	"maps"
	"slices"

	"plumbline/steps/internal/fixtures"
	"plumbline/steps/internal/world"
)

// newStackIn makes a stack whose own making ends in a state.
func newStackIn(w *world.World, action, status string, parts []string) error {
	template, err := templateWith(w, parts)
	if err != nil {
		return err
	}
	extra, resources := object{}, template["resources"].(object)
	if status == "IN_PROGRESS" {
		resources["slow"] = resourceOf("OS::Heat::TestResource", object{"action_wait_secs": object{"create": slowly, "update": 0, "delete": 0}})
	}
	if status == "FAILED" { // at the last resource, so that all others are there
		var earlier []string
		for _, name := range slices.Sorted(maps.Keys(resources)) {
			if resources[name].(object)["depends_on"] != "bad" {
				earlier = append(earlier, name)
			}
		}
		resources["bad"] = object{"type": "OS::Heat::TestResource", "properties": object{"fail": true}, "depends_on": earlier}
	}
	if action == "ADOPT" {
		extra["adopt_stack_data"] = adoptedStack(template)
	}
	files := filesFor(w, parts)
	if files != nil {
		extra["files"] = files
	}
	stack, err := fixtures.BeginStack(w, "member", "", template, extra)
	if err != nil {
		return err
	}
	if files != nil {
		stack.Facts["files"] = files
	}
	if status == "IN_PROGRESS" {
		return metAtWork(w, stack, action)
	}
	return awaitStack(w, stack, action+"_"+status)
}

// slowly is how many seconds a resource takes that is to be met at work.
const slowly = 6

// failsAt tells the target to fail an action on a stack.
func failsAt(w *world.World, stack *world.Noun, action string) error {
	return w.AddFault(world.FaultRule{Operation: work[action], Resource: stack.ID, Status: 500, Times: 1, Message: "told to fail"})
}

// updateFails lets an update fail at its last resource, with a rollback or without, and waits for how that ends.
func updateFails(w *world.World, stack *world.Noun, action, status string) error {
	template := changedTemplate(stack.Facts["template"].(object))
	resources := template["resources"].(object)
	bad := resourceOf("OS::Heat::TestResource", object{"fail": true})
	for _, earlier := range []string{"slow", "t"} {
		if _, there := resources[earlier]; there {
			bad["depends_on"] = earlier
			break
		}
	}
	resources["bad"] = bad
	if action == "ROLLBACK" && status == "FAILED" {
		if err := failsAt(w, stack, action); err != nil {
			return err
		}
	}
	body := object{"template": template, "timeout_mins": 10, "disable_rollback": action != "ROLLBACK"}
	stack.Facts["changed"] = true
	if action == "ROLLBACK" {
		stack.Facts["rollback"] = true
	}
	if _, err := w.Setup(heat("member", "PUT", path(stack), body), 202); err != nil {
		return err
	}
	if status == "IN_PROGRESS" {
		return metAtWork(w, stack, action)
	}
	return awaitStack(w, stack, action+"_"+status)
}
