package stacks

import (
	"slices"
	"strings"

	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

// saysWhy are actions whose status reason is the same text for every stack. CHECK is not among them: it names
// resources that cannot be checked.
var saysWhy = map[string]bool{"CREATE": true, "UPDATE": true, "SUSPEND": true, "RESUME": true, "LOCK": true, "UNLOCK": true}

// reasonOf is Heat's status reason for a state, "" where it varies.
func reasonOf(what, status string) string {
	action, state, _ := strings.Cut(status, "_")
	switch {
	case !saysWhy[action]:
	case state == "COMPLETE":
		return what + action + " completed successfully"
	case state == "IN_PROGRESS":
		return what + action + " started"
	}
	return ""
}

// isLockState tells whether a state is one of a lock or of an unlock.
func isLockState(status any) bool {
	s, _ := status.(string)
	return strings.HasPrefix(s, "LOCK_") || strings.HasPrefix(s, "UNLOCK_")
}

// failedAs is the beginning of the status reason of a failed stack.
func failedAs(status string) string {
	action, _, _ := strings.Cut(status, "_")
	return "Resource " + action + " failed: "
}

// resourceWhy is Heat's status reason for the state of a resource, "" where it varies.
func resourceWhy(status string) string {
	action, state, _ := strings.Cut(status, "_")
	if saysWhy[action] && state != "FAILED" {
		return "state changed"
	}
	return ""
}

// wholeResource checks all fields of one resource in a list.
func wholeResource(w *world.World, stack *world.Noun, r object) error {
	if !wordedAsKnown(w) {
		return nil
	}
	name, _ := r["resource_name"].(string)
	status, _ := r["resource_status"].(string)
	id, _ := r["physical_resource_id"].(string)
	links := linksOf(r)
	if len(links) == 3 && strings.HasPrefix(links[2], "nested ") && strings.HasSuffix(links[2], "/"+id) {
		links = links[:2]
	}
	at := homeOf(w, stack)
	all := []expectation{
		{"the logical id of resource " + name, name, r["logical_resource_id"]},
		{"the links of resource " + name, []string{"self " + at + "/resources/" + name, "stack " + at}, links},
	}
	if why := resourceWhy(status); why != "" {
		all = append(all, expectation{"why resource " + name + " is " + status, why, r["resource_status_reason"]})
	}
	if template, ok := stack.Facts["template"].(object); ok && stack.Facts["parent"] == nil {
		definitions, _ := template["resources"].(object)
		if definition, ok := definitions[name].(object); ok {
			all = append(all, expectation{"the type of resource " + name, definition["type"], r["resource_type"]})
			if stack.Facts["changed"] == nil {
				all = append(all, expectation{"what needs resource " + name, findDependents(definitions, name), r["required_by"]})
			}
		}
	}
	for _, key := range []string{"creation_time", "updated_time", "resource_type", "resource_status_reason"} {
		if got, _ := r[key].(string); got == "" && (key != "resource_status_reason" || status == "CHECK_FAILED") {
			return world.Failf("resource %s has no %s", name, key)
		}
	}
	made, _ := r["creation_time"].(string)
	changed, _ := r["updated_time"].(string)
	all = append(all, expectation{
		"whether resource " + name + " was made not long ago and changed since", true, made >= longAgo && changed >= made,
	})
	if before, _ := stack.Facts["before"].(*look); before != nil && isLockState(status) {
		if known, there := before.resources[name]; there && known.physicalID == id {
			all = append(all, expectation{"when resource " + name + " was made", known.made, made})
		}
	}
	if kind := r["resource_type"]; (kind == "OS::Heat::RandomString" || kind == "OS::Heat::TestResource") && id != "" &&
		!strings.HasPrefix(id, "adopted-") {
		if suffix, ok := strings.CutPrefix(id, stack.RealName+"-"+name+"-"); !ok || len(suffix) != 12 {
			return world.Differ("the physical id of resource "+name, stack.RealName+"-"+name+"- and twelve letters", id)
		}
	}
	return agree(all)
}

// findDependents are the resources whose definitions name another one.
func findDependents(definitions object, name string) []string {
	out := []string{}
	for other, definition := range definitions {
		d, _ := definition.(object)
		depends := phrases.Text(d["depends_on"])
		if strings.Contains(phrases.Text(definition), `{"get_resource":"`+name+`"}`) || strings.Contains(depends, `"`+name+`"`) {
			out = append(out, other)
		}
	}
	slices.Sort(out)
	return out
}

// wholeEvents checks all fields of events, the newest first.
func wholeEvents(w *world.World, stack *world.Noun, events []object) error {
	if !wordedAsKnown(w) {
		return nil
	}
	last := ""
	for _, e := range events {
		name, _ := e["resource_name"].(string)
		status, _ := e["resource_status"].(string)
		id, _ := e["id"].(string)
		when, _ := e["event_time"].(string)
		at := homeOf(w, stack)
		all := []expectation{
			{"the logical id of an event of " + name, name, e["logical_resource_id"]},
			{
				"the links of an event of " + name,
				[]string{"self " + at + "/resources/" + name + "/events/" + id, "resource " + at + "/resources/" + name, "stack " + at},
				linksOf(e),
			},
			{"the order of the events", true, last == "" || last >= when},
		}
		why := resourceWhy(status)
		if name == stack.RealName {
			why = reasonOf("Stack ", status)
			all = append(all, expectation{"the physical id of an event of the stack", stack.ID, e["physical_resource_id"]})
		}
		if before, _ := stack.Facts["before"].(*look); before != nil && strings.Contains(status, "LOCK_") {
			if known, there := before.resources[name]; there && known.physicalID != "" {
				all = append(all, expectation{"the physical id of an event of " + name, known.physicalID, e["physical_resource_id"]})
			}
		}
		if before, _ := stack.Facts["before"].(*look); before != nil {
			made, _ := before.shown["creation_time"].(string)
			all = append(all, expectation{"whether an event of " + name + " is as old as the stack at most", true, when >= made})
		}
		reason, _ := e["resource_status_reason"].(string)
		if why != "" && !strings.HasPrefix(reason, "Signal") {
			all = append(all, expectation{"what an event says of " + name + " in " + status, why, reason})
		}
		if id == "" || when == "" {
			return world.Failf("an event of %s has no id or no time", name)
		}
		if err := agree(all); err != nil {
			return err
		}
		last = when
	}
	return nil
}

// wholeSnapshots checks all fields of the snapshots of a stack: the data of a complete one is there.
func wholeSnapshots(stack *world.Noun, snapshots []object) error {
	last := ""
	if before, _ := stack.Facts["before"].(*look); before != nil {
		last, _ = before.shown["creation_time"].(string)
	}
	for _, s := range snapshots {
		data, kept := s["data"].(object)
		name, _ := s["name"].(string)
		id, _ := s["id"].(string)
		made, _ := s["creation_time"].(string)
		all := []expectation{
			{"whether the snapshot has the name that it was given, and an id", true, strings.HasPrefix(name, "plumbline-") && id != ""},
			{"whether the snapshot is younger than the stack and the snapshots before it", true, made >= last},
		}
		last = made
		switch s["status"] {
		case "COMPLETE":
			resources, _ := data["resources"].(object)
			all = append(all, []expectation{
				{"why the snapshot is complete", "Stack SNAPSHOT completed successfully", s["status_reason"]},
				{"the state that the snapshot keeps", []any{"SNAPSHOT", "COMPLETE"}, []any{data["action"], data["status"]}},
				{"the stack that the snapshot keeps", []any{stack.RealName, stack.ID}, []any{data["name"], data["id"]}},
				{"whether the snapshot keeps resources", true, len(resources) > 0},
			}...)
		case "IN_PROGRESS":
			all = append(all, expectation{"what a snapshot at work keeps", false, kept},
				expectation{"why a snapshot is at work", nil, s["status_reason"]})
		case "FAILED":
		default:
			return world.Differ("the status of the snapshot", "COMPLETE, IN_PROGRESS or FAILED", s["status"])
		}
		if err := agree(all); err != nil {
			return err
		}
	}
	return nil
}
