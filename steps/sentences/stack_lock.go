package sentences

import (
	"fmt"
	"net/http"
	"strings"

	"plumbline/steps/world"
)

func lockRequest(stack *world.Noun, who, level string) world.Request {
	return heat(who, http.MethodPost, stackPath(stack)+"/actions", object{"lock": object{"level": level}})
}

// lockAt locks a stack in a Given sentence.
func lockAt(w *world.World, stack *world.Noun, level string) error {
	if _, err := w.Setup(lockRequest(stack, "member", level), 200); err != nil {
		return err
	}
	return awaitStack(w, stack, "LOCK_COMPLETE")
}

// nestedStack finds the stack behind the group of the scenario's stack.
func nestedStack(w *world.World) (*world.Noun, error) {
	if nested, err := w.Recall("stack", "nested"); err == nil {
		return nested, nil
	}
	stack := w.Noun("stack", "")
	for _, name := range []string{"g", "asg"} {
		x, err := w.Do(world.Probe, heat("member", http.MethodGet, stackPath(stack)+"/resources/"+name, nil))
		if err != nil {
			return nil, err
		}
		for _, link := range objectsAt(x, "/resource/links") {
			href, _ := link["href"].(string)
			_, path, _ := strings.Cut(href, "/stacks/")
			if name, id, ok := strings.Cut(path, "/"); ok && link["rel"] == "nested" {
				nested := &world.Noun{Kind: "stack", Name: "nested", RealName: name, ID: id, Owner: stack.Owner, Facts: map[string]any{"template": templateOf(plainResources("old"))}}
				w.Remember(nested)
				return nested, nil
			}
		}
	}
	return nil, fmt.Errorf("the stack has no nested stack")
}

// nestedMembers counts the resources of the nested stack.
func nestedMembers(w *world.World, want int) error {
	nested, err := nestedStack(w)
	if err != nil {
		return err
	}
	x, err := w.Observe(heat("member", http.MethodGet, stackPath(nested)+"/resources", nil), http.StatusOK)
	if err != nil {
		return err
	}
	if got := len(objectsAt(x, "/resources")); got != want {
		return world.Differ("the members of the nested stack", want, got)
	}
	return nil
}

// lockNested locks the nested stack alone.
func lockNested(w *world.World, level string) error {
	nested, err := nestedStack(w)
	if err != nil {
		return err
	}
	w.CleanUp("lock", nested.ID, nested.RealName, w.Delete(heat("member", http.MethodPost, stackPath(nested)+"/actions", object{"unlock": nil})))
	return lockAt(w, nested, level)
}

// lockFailing locks the stack while the compute service fails to lock its server.
func lockFailing(w *world.World) error {
	id, err := stackPart(w, "server")
	if err != nil {
		return err
	}
	if err := w.AddFault(world.FaultRule{Operation: "servers.lock", Resource: id, Status: 500, Times: 1, Message: "told to fail"}); err != nil {
		return err
	}
	stack := w.Noun("stack", "")
	if _, err := w.Setup(lockRequest(stack, "member", "all"), 200); err != nil {
		return err
	}
	return awaitStack(w, stack, "LOCK_FAILED")
}

// callWebhook posts to the address that the policy gives to alarms.
func callWebhook(w *world.World, who string) error {
	x, err := w.Do(world.Probe, heat("member", http.MethodGet, stackPath(w.Noun("stack", ""))+"/outputs/hook", nil))
	if err != nil {
		return err
	}
	address := x.Text("/output/output_value")
	if address == "" {
		return fmt.Errorf("the policy gives no webhook: %d %s", x.Status, x.Message())
	}
	r := heat(who, http.MethodPost, "", nil)
	r.Address = address
	return aboutStack(w, r)
}

// signalRecorded looks for an event of the policy that came with the subject.
func signalRecorded(w *world.World) error {
	stack := w.Noun("stack", "")
	before, _ := stack.Facts["before"].(*stackLook)
	now, err := eventsOf(w, world.Observe, stack, "up")
	if err != nil {
		return err
	}
	if before == nil || now <= before.signals {
		return world.Failf("the policy has %d events, as before the signal", now)
	}
	return nil
}

// eventsOf counts the events of a resource.
func eventsOf(w *world.World, role world.Role, stack *world.Noun, resource string) (int, error) {
	x, err := w.Do(role, heat("member", http.MethodGet, stackPath(stack)+"/resources/"+resource+"/events", nil))
	if err != nil || x.Status != http.StatusOK {
		return 0, err
	}
	return len(objectsAt(x, "/events")), nil
}
