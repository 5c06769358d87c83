package orchestration

import (
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// kind is a resource type: what properties it has, and what the service does with it. A nil function means
// that there is nothing to do.
type kind struct {
	// properties are those a template may give; true: must give.
	properties map[string]bool
	// validate checks properties before the stack is made. What refers to other resources is nil still.
	validate func(x *pipeline.Exchange, name string, properties map[string]any) *pipeline.Fault
	// create begins to make the resource and answers its physical id.
	create func(x *pipeline.Exchange, s *state.Stack, r *state.StackResource) (string, *pipeline.Fault)
	// ready tells whether it is made; a fault says why it never will be.
	ready func(x *pipeline.Exchange, r *state.StackResource) (bool, *pipeline.Fault)
	// remove begins to delete it, gone tells whether it is no more.
	remove func(x *pipeline.Exchange, r *state.StackResource) *pipeline.Fault
	gone   func(x *pipeline.Exchange, r *state.StackResource) bool
	// suspend, resume and check do what the actions of that name ask for.
	suspend, resume, check func(x *pipeline.Exchange, r *state.StackResource) *pipeline.Fault
	// attributes are what get_attr and the resource's own page show.
	attributes func(x *pipeline.Exchange, r *state.StackResource) map[string]any
}

// kinds are all resource types by name.
func kinds(servers *computeClient) map[string]*kind {
	return map[string]*kind{
		"OS::Heat::None":         none(),
		"OS::Heat::RandomString": randomString(),
		"OS::Nova::Server":       server(servers),
	}
}

// none stands for nothing: it has no properties of its own and takes any.
func none() *kind { return &kind{} }

func randomString() *kind {
	return &kind{
		properties: map[string]bool{"length": false, "character_classes": false, "character_sequences": false, "salt": false},
		create: func(x *pipeline.Exchange, _ *state.Stack, r *state.StackResource) (string, *pipeline.Fault) {
			length := 32
			if n, ok := r.Properties["length"].(float64); ok && n >= 1 && n <= 512 {
				length = int(n)
			}
			return x.Env.IDs.Secret(length), nil
		},
		attributes: func(_ *pipeline.Exchange, r *state.StackResource) map[string]any {
			return map[string]any{"value": r.PhysicalID}
		},
	}
}
