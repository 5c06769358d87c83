package stacks

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/world"
)

// wordedAsKnown tells whether all fields of a stack, its resources and its events are checked whenever an observation reads
// them, whatever the scenario is about: names, ids, links and reasons fit together in every state. Only the embedded mock
// is checked so, which uses the wording of the releases that it was compared with. No specification states the wording:
// another release with other words is not failed.
func wordedAsKnown(w *world.World) bool { return w.Env().Target.Kind == target.Embedded }

// wholeAnswer checks the answer to a request for something below a stack.
func wholeAnswer(w *world.World, stack *world.Noun, below string, x *world.Exchange) error {
	if !wordedAsKnown(w) {
		return nil
	}
	if id := x.Header.Get("X-Openstack-Request-Id"); !phrases.RequestIDForm.MatchString(id) {
		return world.Differ("the header X-Openstack-Request-Id", "req- and a UUID", id)
	}
	switch below {
	case "":
		shown, _ := x.Get("/stack")
		o, _ := shown.(object)
		return wholeStack(w, stack, o, false)
	case "/resources":
		for _, r := range objectsAt(x, "/resources") {
			if around, there := r["parent_resource"]; there {
				return world.Differ("the parent of a resource in a list of one stack", "not told", around)
			}
			if err := wholeResource(w, stack, r); err != nil {
				return err
			}
		}
	case "/snapshots":
		return wholeSnapshots(stack, objectsAt(x, "/snapshots"))
	case "/events":
		return wholeEvents(w, stack, objectsAt(x, "/events"))
	}
	return nil
}

// expectation is the expected value of one field.
type expectation struct {
	what       string
	want, have any
}

func agree(all []expectation) error {
	for _, one := range all {
		if !equalValues(one.want, one.have) {
			return world.Differ(one.what, one.want, one.have)
		}
	}
	return nil
}

func equalValues(a, b any) bool { return phrases.Text(a) == phrases.Text(b) }

// wholeStack checks all fields of a stack as it is shown, or listed (then with fewer fields).
func wholeStack(w *world.World, stack *world.Noun, o object, listed bool) error {
	if !wordedAsKnown(w) {
		return nil
	}
	status, _ := o["stack_status"].(string)
	all := []expectation{
		{"the stack's id", stack.ID, o["id"]},
		{"the stack's name", stack.RealName, o["stack_name"]},
		{"the stack around the stack", stack.Facts["parent"], o["parent"]},
		{"the links of the stack", []string{"self " + homeOf(w, stack)}, linksOf(o)},
		{"when the stack was deleted", strings.HasPrefix(status, "DELETE_"), o["deletion_time"] != nil ||
			status == "DELETE_IN_PROGRESS" || status == "DELETE_FAILED"},
	}
	for _, key := range []string{"creation_time", "stack_user_project_id", "stack_status_reason"} {
		if got, _ := o[key].(string); got == "" {
			return world.Failf("the stack has no %s", key)
		}
	}
	if made, _ := o["creation_time"].(string); made < longAgo {
		return world.Differ("when the stack was made", "not long ago", made)
	}
	changed, _ := o["updated_time"].(string)
	if gone, _ := o["deletion_time"].(string); gone != "" && gone < changed {
		return world.Differ("when the stack was deleted", "not before it was changed last, at "+changed, gone)
	}
	all = append(all, sinceBefore(w, stack, o)...)
	if want := reasonOf("Stack ", status); want != "" {
		all = append(all, expectation{"why the stack is " + status, want, o["stack_status_reason"]})
	}
	if reason, _ := o["stack_status_reason"].(string); isLockState(status) && strings.HasSuffix(status, "_FAILED") &&
		!strings.HasPrefix(reason, failedAs(status)) {
		return world.Differ("why the stack is "+status, failedAs(status)+" …", reason)
	}
	if reason, _ := o["stack_status_reason"].(string); status == "UPDATE_FAILED" && !updateStopped.MatchString(reason) {
		return world.Differ("why the stack is UPDATE_FAILED", updateStopped.String(), reason)
	}
	if stack.Facts["parent"] == nil {
		all = append(all, expectation{"the stack's owner", ownerName(w, stack), o["stack_owner"]})
		if stack.Facts["changed"] == nil || stack.Facts["patched"] != nil {
			all = append(all, expectation{"the stack's tags", []any{fixtures.StackTag}, o["tags"]})
		}
	}
	if reason, _ := o["stack_status_reason"].(string); status == "RESUME_FAILED" && !neverSuspended.MatchString(reason) {
		return world.Differ("why the stack is RESUME_FAILED", neverSuspended.String(), reason)
	}
	if reason, _ := o["stack_status_reason"].(string); status == "CHECK_FAILED" && !checkSays.MatchString(reason) {
		return world.Differ("why the stack is CHECK_FAILED", checkSays.String(), reason)
	}
	if listed {
		return agree(append(all, expectation{"the description in a list", "", o["description"]}))
	}
	description := describedAs(stack)
	all = append(all, []expectation{
		{"the stack's description", description, o["description"]},
		{"the description of the stack's template", description, o["template_description"]},
	}...)
	if stack.Facts["parent"] == nil {
		all = append(all, []expectation{
			{"the stack's time-out", 10, o["timeout_mins"]},
			{"whether the stack is left as it is when something fails", stack.Facts["rollback"] == nil, o["disable_rollback"]},
		}...)
		all = append(all, outputsOf(stack, o, status)...)
	}
	all = append(all, []expectation{
		{"the stack's capabilities", []any{}, o["capabilities"]},
		{"the topics of the stack's notifications", []any{}, o["notification_topics"]},
	}...)
	parameters, _ := o["parameters"].(object)
	return agree(append(all, []expectation{
		{"the stack's parameter OS::stack_id", stack.ID, parameters["OS::stack_id"]},
		{"the stack's parameter OS::stack_name", stack.RealName, parameters["OS::stack_name"]},
		{"the stack's parameter OS::project_id", fixtures.ProjectID(w, stack.Owner), parameters["OS::project_id"]},
	}...))
}

// sinceBefore are the fields of a stack that no action changes.
func sinceBefore(w *world.World, stack *world.Noun, o object) (all []expectation) {
	before, _ := stack.Facts["before"].(*look)
	if before != nil && before.shown != nil {
		all = append(all, expectation{"when the stack was made", before.shown["creation_time"], o["creation_time"]})
		if was := before.status; isLockState(o["stack_status"]) && !strings.HasSuffix(was, "_IN_PROGRESS") {
			all = append(all, expectation{"when the stack was updated, which a lock is not", before.updated, o["updated_time"]})
		}
	}
	root, err := w.Recall("stack", "")
	if err != nil {
		return all
	}
	if stack.Name == beside {
		root = stack
	}
	if before, _ = root.Facts["before"].(*look); before != nil && before.shown != nil {
		all = append(all, expectation{"the project of the stack's users", before.shown["stack_user_project_id"], o["stack_user_project_id"]})
	}
	return all
}

// describedAs is the description in a stack's template; the templates that groups generate have none.
func describedAs(stack *world.Noun) any {
	template, _ := stack.Facts["template"].(object)
	if description := template["description"]; description != nil && stack.Name != "nested" && stack.Name != "other" {
		return description
	}
	return "No description"
}

// outputsOf compares the keys of outputs with those of the template, and checks when the stack was updated.
func outputsOf(stack *world.Noun, o object, status string) []expectation {
	action, state, _ := strings.Cut(status, "_")
	if state != "COMPLETE" {
		return nil
	}
	switch action {
	case "DELETE":
		return []expectation{{"whether a deleted stack shows outputs", false, o["outputs"] != nil}}
	case "UPDATE", "ROLLBACK", "RESTORE":
		return []expectation{{"whether the stack says when it was updated", true, o["updated_time"] != nil}}
	case "CREATE":
		return []expectation{{"when the stack was updated", nil, o["updated_time"]}}
	}
	template, _ := stack.Facts["template"].(object)
	outputs, _ := template["outputs"].(object)
	keys := []string{}
	list, shown := o["outputs"].([]any)
	for _, item := range list {
		output, _ := item.(object)
		key, _ := output["output_key"].(string)
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return []expectation{
		{"whether the stack shows outputs", true, shown},
		{"the outputs of the stack", append([]string{}, slices.Sorted(maps.Keys(outputs))...), keys},
	}
}

// updateStopped matches the reason of an update that fails in scenarios: a resource failed at what it was at (a new one at CREATE, as in
// Zed), or the member has cancelled it.
var updateStopped = regexp.MustCompile(`^(Resource (CREATE|UPDATE) failed: |Stack UPDATE cancelled by user$)`)

// longAgo is a time before every scenario.
const longAgo = "2000"

// checkSays matches the reason of a check that fails in scenarios: it ends with what was found.
var checkSays = regexp.MustCompile(`^Resource CHECK failed: .*[^ :]$`)

// neverSuspended matches the reason of a resume that fails in scenarios.
var neverSuspended = regexp.MustCompile(`^Resource RESUME failed: Error: resources\.\w+: State \('[A-Z]+', '(COMPLETE|FAILED)'\) invalid for resume$`)

// ownerName is the name of the user who created a stack.
func ownerName(w *world.World, stack *world.Noun) string {
	s, err := w.Env().Target.Actor(stack.Owner)
	if err != nil || s == nil {
		return ""
	}
	return s.UserName
}

// homeOf is the path of a stack below the service's version: in the project of its owner.
func homeOf(w *world.World, stack *world.Noun) string {
	return "/" + fixtures.ProjectID(w, stack.Owner) + path(stack)
}

// linksOf are the links of an object: the rel, and the path below the service's version.
func linksOf(o object) []string {
	list, _ := o["links"].([]any)
	out := []string{}
	for _, item := range list {
		link, _ := item.(object)
		href, _ := link["href"].(string)
		rel, _ := link["rel"].(string)
		if before, path, ok := strings.Cut(href, "/stacks/"); ok && strings.HasPrefix(href, "http") {
			href = before[strings.LastIndex(before, "/"):] + "/stacks/" + path
		}
		out = append(out, rel+" "+href)
	}
	return out
}
