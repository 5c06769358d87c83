package stacks

import (
	"plumbline/internal/openapi"
	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/world"
)

func Stacks(s world.Steps, w *world.World) {
	s.Given(`^a stack with a server with key (\w+)$`, func(key string) error { return withServer(w, key) })
	s.Then(`^the stack is unchanged and still holds the server$`, func() error { return stackUnchanged(w) })
}

// withServer makes a stack with only a server, and remembers that as the scenario's server.
func withServer(w *world.World, key string) error {
	stack, err := fixtures.CreateStack(w, "member", "", map[string]any{
		"heat_template_version": "2018-08-31",
		"resources": map[string]any{"server": map[string]any{"type": "OS::Nova::Server", "properties": merged(object{
			"name": w.Name("server"), "image": fixtures.Image(w), "flavor": fixtures.Flavor(w), "key_name": fixtures.RealName(w, "keypair", key),
		}, withoutNetwork(w))}},
	})
	if err != nil {
		return err
	}
	x, err := w.Setup(world.Request{
		Actor: "member", Service: openapi.Orchestration, Method: "GET",
		Path: path(stack) + "/resources/server",
	}, 200)
	if err != nil {
		return err
	}
	w.Remember(&world.Noun{Kind: "server", ID: x.Text("/resource/physical_resource_id"), Owner: "member"})
	x, err = showStack(w, world.Setup, stack)
	stack.Facts["updated"], _ = x.Get("/stack/updated_time")
	return err
}

func path(stack *world.Noun) string { return "/stacks/" + stack.RealName + "/" + stack.ID }

func showStack(w *world.World, role world.Role, stack *world.Noun) (*world.Exchange, error) {
	return w.Do(role, world.Request{Actor: "member", Service: openapi.Orchestration, Method: "GET", Path: path(stack)})
}

func stackUnchanged(w *world.World) error {
	stack, server := w.Noun("stack", ""), w.Noun("server", "")
	x, err := showStack(w, world.Observe, stack)
	if err != nil {
		return err
	}
	if err := x.Shows("/stack/stack_status", "CREATE_COMPLETE"); err != nil {
		return err
	}
	if err := x.Shows("/stack/updated_time", stack.Facts["updated"]); err != nil {
		return err
	}
	x, err = w.Observe(world.Request{
		Actor: "member", Service: openapi.Orchestration, Method: "GET",
		Path: path(stack) + "/resources/server",
	}, 200)
	if err != nil {
		return err
	}
	return x.Shows("/resource/physical_resource_id", server.ID)
}
