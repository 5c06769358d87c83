package orchestration

import (
	"time"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// kind is a resource type: which properties and attributes it has, and what the service does with it.
type kind struct {
	// properties are those that a template may give; nil takes any.
	properties map[string]property
	// attributes describe what get_attr may ask for, by name.
	attributes map[string]string
	// early looks at what a template gives before anything else does.
	early func(name string, given map[string]any) *complaint
	// check looks at the values beyond what the properties say. What refers to other resources is nil still.
	check func(c *checking) *complaint
	// does is what happens with the resource when an action comes to it; an action that is not there does nothing.
	does map[string]handler
	// replaces tells whether changed properties that may be changed want a new resource all the same.
	replaces func(before, after map[string]any, changed map[string]bool) bool
	// nested makes the plan of the stack inside; nil for what has none.
	nested func(t *task) (*state.StackPlan, *failure)
	// refersBy is what get_resource gives; nil is the physical id.
	refersBy func(x *pipeline.Exchange, r *state.StackResource) any
	// shows answers the attributes.
	shows func(t *task) map[string]any
	// attribute answers one attribute with the path behind it, for those that shows does not know.
	attribute func(t *task, name string, path []any) (value any, rest []any, known bool)
	// signal handles a signal; nil: the resource cannot be signalled.
	signal func(t *task, details any) (string, *failure)
}

// handler is how an action on a resource begins, and how to tell that it is done. Both may be nil.
type handler struct {
	begin func(t *task) *failure
	done  func(t *task) (bool, *failure)
}

// task is one action on one resource of a stack. The resource is the task's own copy, which the engine stores.
type task struct {
	*pipeline.Exchange
	h *heat
	s *state.Stack
	r *state.StackResource
	// before are the properties up to now, for an update.
	before map[string]any
	// level is the level of a lock.
	level string
	// opens tells of a deletion that it takes what is locked.
	opens bool
	// wait is how long nothing will change.
	wait time.Duration
}

// kinds are all resource types by name.
func kinds() map[string]*kind {
	return map[string]*kind{
		"OS::Glance::WebImage":       webImage(),
		"OS::Heat::AutoScalingGroup": autoScalingGroup(),
		"OS::Heat::None":             none(),
		"OS::Heat::RandomString":     randomString(),
		"OS::Heat::ResourceGroup":    resourceGroup(),
		"OS::Heat::ScalingPolicy":    scalingPolicy(),
		"OS::Heat::TestResource":     testResource(),
		"OS::Heat::Value":            valueOf(),
		"OS::Neutron::Net":           network(),
		"OS::Nova::KeyPair":          keyPair(),
		"OS::Nova::Server":           server(),
	}
}
