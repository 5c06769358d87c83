package stacks

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"plumbline/internal/steps/world"
)

// look is the visible state of a stack: it must not change when an action is refused.
type look struct {
	status    string
	updated   any
	resources map[string]resourceLook
	template  any
	snapshots []any
	outputs   any
	// shown is the stack as it is shown; fields that change by themselves are removed while work is under way.
	shown object
	// signals counts the events of the scaling policy, where there is one.
	signals int
}

type resourceLook struct{ physicalID, status, kind, reason, made string }

// idOf is the physical id of a resource, "" where there is none.
func (l *look) idOf(resource string) string {
	if l == nil {
		return ""
	}
	return l.resources[resource].physicalID
}

// notShown is the error of a stack that the orchestration service does not show.
type notShown struct{ message string }

func (n *notShown) Error() string { return n.message }

// lookAtStack reads everything of a stack that an action can change. Events are left out: the refusal of an action may be one.
func lookAtStack(w *world.World, role world.Role, stack *world.Noun) (*look, error) {
	read := func(below string) (*world.Exchange, error) {
		x, err := w.Do(role, heat("member", "GET", path(stack)+below, nil))
		if err == nil && x.Status != 200 {
			err = &notShown{fmt.Sprintf("GET %s of the stack answers %d: %s", below, x.Status, x.Message())}
		}
		if err == nil && w.Observing() {
			err = wholeAnswer(w, stack, below, x)
		}
		return x, err
	}
	show, err := read("")
	if err != nil {
		return nil, err
	}
	l := &look{status: show.Text("/stack/stack_status"), resources: map[string]resourceLook{}}
	l.updated, _ = show.Get("/stack/updated_time")
	l.outputs, _ = show.Get("/stack/outputs")
	whole, _ := show.Get("/stack")
	l.shown, _ = whole.(object)
	if strings.HasPrefix(l.status, "DELETE_") {
		return l, nil
	}
	list, err := read("/resources")
	if err != nil {
		return nil, err
	}
	for _, r := range objectsAt(list, "/resources") {
		name, _ := r["resource_name"].(string)
		id, _ := r["physical_resource_id"].(string)
		status, _ := r["resource_status"].(string)
		kind, _ := r["resource_type"].(string)
		reason, _ := r["resource_status_reason"].(string)
		made, _ := r["creation_time"].(string)
		l.resources[name] = resourceLook{id, status, kind, reason, made}
	}
	if _, scales := l.resources["up"]; scales {
		if l.signals, err = eventsOf(w, role, stack, "up"); err != nil {
			return nil, err
		}
	}
	template, err := read("/template")
	if err != nil {
		return nil, err
	}
	l.template = template.JSON
	snapshots, err := read("/snapshots")
	if err != nil {
		return nil, err
	}
	var last any
	for _, s := range objectsAt(snapshots, "/snapshots") {
		l.snapshots, last = append(l.snapshots, s["id"]), s["status"]
	}
	if l.status == "SNAPSHOT_FAILED" && w.Observing() && wordedAsKnown(w) {
		return l, agree([]expectation{{"the state of the newest snapshot", "FAILED", last}})
	}
	return l, nil
}

// objectsAt reads a list of objects at a JSON pointer.
func objectsAt(x *world.Exchange, pointer string) []object {
	list, _ := x.Get(pointer)
	all, _ := list.([]any)
	var out []object
	for _, item := range all {
		if o, ok := item.(object); ok {
			out = append(out, o)
		}
	}
	return out
}

// lookAgain answers the stack's state before the subject exchange, and now.
func lookAgain(w *world.World, which string) (before, now *look, err error) {
	stack, err := named(w, which)
	if err != nil {
		return nil, nil, err
	}
	before, looked := stack.Facts["before"].(*look)
	if !looked {
		return nil, nil, errors.New("nobody looked at the stack before the request")
	}
	now, err = lookAtStack(w, world.Observe, stack)
	var hidden *notShown
	if errors.As(err, &hidden) { // the service answered; without an answer nothing is proven
		err = world.Failf("%s", hidden)
	}
	if err != nil {
		return nil, nil, err
	}
	return before, now, nil
}

// losesSnapshot checks that the stack had one snapshot and has none now.
func losesSnapshot(w *world.World) error {
	before, now, err := lookAgain(w, "the stack")
	if err != nil {
		return err
	}
	if len(before.snapshots) != 1 || len(now.snapshots) != 0 {
		return world.Differ("the snapshots of the stack", "one before and none now",
			fmt.Sprintf("%d before and %d now", len(before.snapshots), len(now.snapshots)))
	}
	return nil
}

// stackSame compares a stack with its state before the subject exchange. Where work was under way its states may have changed.
func stackSame(w *world.World, which string) error {
	before, now, err := lookAgain(w, which)
	if err != nil {
		return err
	}
	if strings.HasSuffix(before.status, "_IN_PROGRESS") {
		now.status, now.updated = before.status, before.updated
		for _, moves := range []string{"stack_status", "stack_status_reason", "updated_time", "deletion_time", "outputs"} {
			delete(before.shown, moves)
			delete(now.shown, moves)
		}
		for name, r := range now.resources {
			r.status, r.reason = before.resources[name].status, before.resources[name].reason
			now.resources[name] = r
		}
	}
	for _, part := range []struct {
		what     string
		was, now any
	}{
		{"the status of the stack", before.status, now.status},
		{"when the stack was updated", before.updated, now.updated},
		{"the resources of the stack", before.resources, now.resources},
		{"the template of the stack", before.template, now.template},
		{"the snapshots of the stack", before.snapshots, now.snapshots},
		{"the outputs of the stack", before.outputs, now.outputs},
		{"what is shown of the stack", before.shown, now.shown},
	} {
		if !reflect.DeepEqual(part.was, part.now) {
			return world.Failf("%s: expected %v as before, got %v", part.what, part.was, part.now)
		}
	}
	return nil
}

// levelsDeep is the bound of the depth of nested stacks in scenarios.
const levelsDeep = 5

// staysForAWhile checks that a stack stays as it was for as long as work at the stack around it could take to reach it,
// one level after the other.
func staysForAWhile(w *world.World, which string) error {
	for range levelsDeep {
		if err := w.Env().Clock.Sleep(w.Context(), groupRests); err != nil {
			return err
		}
		if err := stackSame(w, which); err != nil {
			return err
		}
	}
	return nil
}
