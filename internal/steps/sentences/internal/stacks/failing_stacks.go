package stacks

import (
	"maps"
	"slices"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/world"
)

// newStackIn creates a stack whose creation ends in a state.
func newStackIn(w *world.World, action, status string, parts []string) error {
	template, err := templateWith(w, parts)
	if err != nil {
		return err
	}
	extra, resources := object{}, template["resources"].(object)
	if status == "IN_PROGRESS" {
		resources["slow"] = resourceOf("OS::Heat::TestResource", object{"action_wait_secs": object{"create": slowly, "update": 0, "delete": 0}})
	}
	if status == "FAILED" { // the last resource fails, so that all others exist
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

// slowly is how many seconds the work on a resource takes, so that a request meets it.
const slowly = 6

// failsAt makes the target fail an action on a stack.
func failsAt(w *world.World, stack *world.Noun, action string) error {
	return w.AddFault(world.FaultRule{Operation: work[action], Resource: stack.ID, Status: 500, Times: 1, Message: "told to fail"})
}

// updateFails makes an update fail at its last resource, with or without a rollback, and waits for the end.
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
