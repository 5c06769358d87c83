package orchestration

import (
	"plumbline/mockcloud/orchestration/hot"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// Kinds of work on a stack.
const (
	workCreate = "stacks.creating"
	workDelete = "stacks.deleting"
	workAct    = "stacks.acting"
)

func (h *heat) works() map[string]pipeline.Async {
	return map[string]pipeline.Async{
		workCreate: {Steps: []pipeline.Step{{Name: "create what can be created", Run: h.creating}}, Failed: h.gaveUp},
		workDelete: {Steps: []pipeline.Step{{Name: "delete what can be deleted", Run: h.deleting}}, Failed: h.gaveUp},
		workAct:    {Steps: []pipeline.Step{{Name: "act on each resource", Run: h.acting}}, Failed: h.gaveUp},
	}
}

// gaveUp ends the action of a stack whose work failed.
func (h *heat) gaveUp(x *pipeline.Exchange, f *pipeline.Fault) {
	if s := stackOf(x); s != nil {
		enter(x, s, s.Action, failed, f.Message)
	}
}

// asCaller gives the work the caller that asked for it: their roles are in the event.
func asCaller(x *pipeline.Exchange) {
	if caller, ok := x.Event.Payload.(pipeline.Caller); ok {
		x.Caller = &caller
	}
}

// again schedules the same work once more, for what is not ready yet. Looking at a resource counts as
// a read of it: with a lifecycle that waits for reads nobody else would look.
func again(x *pipeline.Exchange) {
	for r := range state.StackResources.Each(x.Txn, "stack", x.Event.Resource) {
		seen(x, r.PhysicalID)
	}
	x.Later(x.Event.Kind, x.Event.Resource, x.Event.Payload)
}

func seen(x *pipeline.Exchange, physicalID string) {
	if physicalID == "" {
		return
	}
	for _, e := range state.Events.List(x.Txn, "reads", physicalID) {
		nearer := *e
		if nearer.Reads--; nearer.Reads == 0 {
			nearer.Due = x.Now()
		}
		state.Events.Insert(x.Txn, &nearer)
	}
}

// resources are a stack's by name.
func resources(x *pipeline.Exchange, stackID string) map[string]*state.StackResource {
	out := map[string]*state.StackResource{}
	for r := range state.StackResources.Each(x.Txn, "stack", stackID) {
		out[r.Name] = r
	}
	return out
}

// creating begins each resource whose dependencies are complete, and looks whether begun ones are ready.
func (h *heat) creating(x *pipeline.Exchange) *pipeline.Fault {
	s := stackOf(x)
	if s == nil || s.Action != create || s.Status != inProgress {
		return nil
	}
	asCaller(x)
	template, order, f := planOf(s)
	if f != nil {
		return f
	}
	waiting := false
	for _, name := range order {
		r := resources(x, s.ID)[name]
		var why *pipeline.Fault
		switch {
		case r.Action == create && r.Status == complete:
			continue
		case r.Action == create:
			r, why = h.look(x, r)
		case !ready(x, s, template, name):
			waiting = true
			continue
		default:
			r, why = h.start(x, s, template, r)
		}
		if why != nil {
			return h.failedToCreate(x, s, r, why)
		}
		waiting = waiting || r.Status != complete
	}
	if waiting {
		again(x)
		return nil
	}
	enter(x, s, create, complete, "Stack CREATE completed successfully")
	return nil
}

// planOf reads a stack's template again, which was good when the stack was made.
func planOf(s *state.Stack) (*hot.Template, []string, *pipeline.Fault) {
	template, wrong := hot.Read(s.Template)
	if wrong != nil {
		return nil, nil, ofTemplate(wrong)
	}
	order, wrong := template.Order()
	return template, order, ofTemplate(wrong)
}

// ready tells whether all that a resource depends on is complete.
func ready(x *pipeline.Exchange, s *state.Stack, template *hot.Template, name string) bool {
	all := resources(x, s.ID)
	for needed, by := range template.RequiredBy() {
		for _, dependent := range by {
			if dependent == name && (all[needed].Action != create || all[needed].Status != complete) {
				return false
			}
		}
	}
	return true
}

// start resolves a resource's properties and begins to make it.
func (h *heat) start(x *pipeline.Exchange, s *state.Stack, template *hot.Template, r *state.StackResource) (*state.StackResource, *pipeline.Fault) {
	begun := *r
	properties, err := h.resolver(x, s).Resolve(template.Resource(r.Name).Properties)
	if err != nil {
		return r, invalid("%v", err)
	}
	begun.Properties, _ = properties.(map[string]any)
	entered := enterResource(x, &begun, create, inProgress, "state changed")
	k := h.kinds[r.Type]
	entered.PhysicalID = x.Env.IDs.UUID()
	if k.create != nil {
		id, f := k.create(x, s, entered)
		if f != nil {
			entered.PhysicalID = ""
			return entered, f
		}
		entered.PhysicalID = id
	}
	return h.look(x, entered)
}

// look asks whether a begun resource is ready.
func (h *heat) look(x *pipeline.Exchange, r *state.StackResource) (*state.StackResource, *pipeline.Fault) {
	if k := h.kinds[r.Type]; k.ready != nil {
		made, f := k.ready(x, r)
		if f != nil || !made {
			kept := *r
			state.StackResources.Insert(x.Txn, &kept)
			return &kept, f
		}
	}
	return enterResource(x, r, create, complete, "state changed"), nil
}

func (h *heat) failedToCreate(x *pipeline.Exchange, s *state.Stack, r *state.StackResource, why *pipeline.Fault) *pipeline.Fault {
	enterResource(x, r, create, failed, why.Message)
	stopped := enter(x, s, create, failed, "Resource CREATE failed: resources."+r.Name+": "+why.Message)
	if !s.DisableRollback {
		enter(x, stopped, rollback, inProgress, stopped.StatusReason)
		x.Later(workDelete, s.ID, x.Event.Payload)
	}
	return nil
}

// resolver evaluates functions with what the stack's resources are now.
func (h *heat) resolver(x *pipeline.Exchange, s *state.Stack) hot.Resolver {
	all := resources(x, s.ID)
	return hot.Resolver{
		Values: s.Parameters,
		Reference: func(name string) any {
			if r := all[name]; r != nil && r.PhysicalID != "" {
				return r.PhysicalID
			}
			return name
		},
		Attribute: func(name, attribute string) any {
			r := all[name]
			if r == nil || r.PhysicalID == "" || r.Status != complete {
				return nil
			}
			return h.attributesOf(x, r)[attribute]
		},
	}
}

func (h *heat) attributesOf(x *pipeline.Exchange, r *state.StackResource) map[string]any {
	if k := h.kinds[r.Type]; k != nil && k.attributes != nil && r.PhysicalID != "" {
		return k.attributes(x, r)
	}
	return map[string]any{}
}
