package sentences

import (
	"plumbline/openapi"
	"plumbline/steps/world"
)

func stacks(s world.Steps, w *world.World) {
	s.Given(`^a stack with a server with key (\w+)$`, func(key string) error { return stackWithServer(w, key) })
	s.Then(`^the stack is unchanged and still holds the server$`, func() error { return stackUnchanged(w) })
}

// stackWithServer makes the smallest stack there is and remembers its server as the scenario's.
func stackWithServer(w *world.World, key string) error {
	stack, err := w.CreateStack("member", "", map[string]any{
		"heat_template_version": "2018-08-31",
		"resources": map[string]any{"server": map[string]any{"type": "OS::Nova::Server", "properties": map[string]any{
			"name": w.Name("server"), "image": w.Image(), "flavor": w.Flavor(), "key_name": w.RealName("keypair", key),
			"networks": []any{map[string]any{"allocate_network": "none"}},
		}}},
	})
	if err != nil {
		return err
	}
	x, err := w.Setup(world.Request{Actor: "member", Service: openapi.Orchestration, Method: "GET", Path: stackPath(stack) + "/resources/server"}, 200)
	if err != nil {
		return err
	}
	w.Remember(&world.Noun{Kind: "server", ID: x.Text("/resource/physical_resource_id"), Owner: "member"})
	x, err = showStack(w, world.Setup, stack)
	stack.Facts["updated"], _ = x.Get("/stack/updated_time")
	return err
}

func stackPath(stack *world.Noun) string { return "/stacks/" + stack.RealName + "/" + stack.ID }

func showStack(w *world.World, role world.Role, stack *world.Noun) (*world.Exchange, error) {
	return w.Do(role, world.Request{Actor: "member", Service: openapi.Orchestration, Method: "GET", Path: stackPath(stack)})
}

func stackUnchanged(w *world.World) error {
	stack, server := w.Noun("stack", ""), w.Noun("server", "")
	x, err := showStack(w, world.Observe, stack)
	if err != nil {
		return err
	}
	if err := shows(x, "/stack/stack_status", "CREATE_COMPLETE"); err != nil {
		return err
	}
	if err := shows(x, "/stack/updated_time", stack.Facts["updated"]); err != nil {
		return err
	}
	x, err = w.Observe(world.Request{Actor: "member", Service: openapi.Orchestration, Method: "GET", Path: stackPath(stack) + "/resources/server"}, 200)
	if err != nil {
		return err
	}
	return shows(x, "/resource/physical_resource_id", server.ID)
}
