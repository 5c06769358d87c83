package orchestration

import (
	"maps"
	"reflect"
	"slices"

	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// converge brings the resources of a stack to what its plan says: each after those it depends on; then it
// takes away what is not wanted any more, each before those it depends on.
func (g *run) converge() *failure {
	plan, f := g.wanted()
	if f != nil {
		return f
	}
	for _, name := range plan.order {
		if why := g.bring(plan, name); why != nil {
			return why
		}
	}
	if g.waiting {
		return nil
	}
	return g.clear(plan)
}

// plan is a template ready to be worked through. Nothing is wanted of the empty one.
type plan struct {
	template *hot.Template
	order    []string
	needs    map[string][]string
	resolver hot.Resolver
}

func (g *run) wanted() (*plan, *failure) {
	if g.work.Action == remove || g.work.Action == rollback && g.s.Before == nil {
		return &plan{}, nil
	}
	return g.h.planOf(g.Exchange, g.s)
}

// planOf reads a stack's template again, which was good when the stack was made.
func (h *heat) planOf(x *pipeline.Exchange, s *state.Stack) (*plan, *failure) {
	template, wrong := hot.Read(s.Template)
	if wrong != nil {
		return nil, fails(wrong.Type, "%s", wrong.Message)
	}
	resolver, wrong := template.Settle(h.resolver(x, s))
	if wrong != nil {
		return nil, fails(wrong.Type, "%s", wrong.Message)
	}
	order, wrong := template.Order()
	if wrong != nil {
		return nil, fails(wrong.Type, "%s", wrong.Message)
	}
	needs, _ := template.Needs()
	return &plan{template: template, order: order, needs: needs, resolver: resolver}, nil
}

// bring takes one resource as near as it goes to what the plan says.
func (g *run) bring(p *plan, name string) *failure {
	r := present(g.Exchange, g.s.ID)[name]
	if r != nil && r.Pass == g.s.Pass && r.Status == complete {
		return nil
	}
	for _, needed := range p.needs[name] {
		if n := present(g.Exchange, g.s.ID)[needed]; n == nil || n.Pass != g.s.Pass || n.Status != complete {
			g.waiting = true
			return nil
		}
	}
	if r != nil && r.Status == inProgress && r.Action != remove {
		done, why := g.look(g.task(r))
		if why != nil || !done || r.Pass == g.s.Pass {
			return why
		}
		r = present(g.Exchange, g.s.ID)[name]
	}
	return g.compare(p, name, r)
}

// compare decides what becomes of a resource that is not being worked on: nothing, an update, or a new one.
func (g *run) compare(p *plan, name string, r *state.StackResource) *failure {
	want := p.template.Resource(name)
	target := state.StackResource{
		StackID: g.s.ID, Name: name, Type: want.Type, Action: initial, Status: complete, Created: g.Now(), Updated: g.Now(),
		Needs: p.needs[name], RequiredBy: p.template.RequiredBy()[name], Description: want.Description, DeletionPolicy: want.DeletionPolicy,
	}
	properties, metadata, err := g.h.valuesOf(g.Exchange, g.s, want, p.resolver)
	if err != nil {
		if r == nil {
			r = &target
		}
		failedNow := *r
		failedNow.Pass = g.s.Pass
		why := err.of(name)
		enterResource(g.Exchange, &failedNow, g.verb(r), failed, why.String())
		return why
	}
	switch {
	case r == nil || r.Action == initial || r.Action == remove && r.Status == complete:
		if r != nil {
			target.Created = r.Created
		}
	case r.Type != want.Type || r.Status == failed && !g.mends(r):
		g.retire(r)
	default:
		changed := changes(r.Properties, properties)
		k := g.h.kindOf(g.s, r.Type)
		same := len(changed) == 0 && reflect.DeepEqual(r.Metadata, metadata) && r.Status == complete
		if same && k.nested == nil {
			kept := *r
			kept.Pass, kept.Needs, kept.RequiredBy, kept.DeletionPolicy = g.s.Pass, target.Needs, target.RequiredBy, target.DeletionPolicy
			state.StackResources.Insert(g.Txn, &kept)
			return nil
		}
		if k.replacedFor(r.Properties, properties, changed) {
			g.retire(r)
			break
		}
		return g.change(r, &target, properties, metadata)
	}
	target.Properties, target.Metadata = properties, metadata
	return g.begin(&target, create, nil)
}

// verb is what is being done to a resource whose values cannot be told.
func (g *run) verb(r *state.StackResource) string {
	if r.Action == initial {
		return create
	}
	return update
}

// mends tells whether a failed resource is updated rather than made anew.
func (g *run) mends(r *state.StackResource) bool {
	k := g.h.kindOf(g.s, r.Type)
	return k != nil && k.nested != nil && r.PhysicalID != ""
}

func (k *kind) replacedFor(before, after map[string]any, changed map[string]bool) bool {
	for key := range changed {
		if p, known := k.properties[key]; k.properties != nil && (!known || !p.changes) {
			return true
		}
	}
	return k.replaces != nil && k.replaces(before, after, changed)
}

func changes(before, after map[string]any) map[string]bool {
	out := map[string]bool{}
	for key := range after {
		if !reflect.DeepEqual(before[key], after[key]) {
			out[key] = true
		}
	}
	for key := range before {
		if _, kept := after[key]; !kept && before[key] != nil {
			out[key] = true
		}
	}
	return out
}

// change updates a resource in place.
func (g *run) change(r, target *state.StackResource, properties, metadata map[string]any) *failure {
	changed := *r
	changed.Needs, changed.RequiredBy, changed.Description, changed.DeletionPolicy = target.Needs, target.RequiredBy, target.Description, target.DeletionPolicy
	changed.Properties = properties
	if metadata != nil || r.Metadata == nil {
		changed.Metadata = metadata
	}
	return g.begin(&changed, update, r.Properties)
}

// retire puts a resource aside that is replaced by another of the same name.
func (g *run) retire(r *state.StackResource) {
	state.StackResources.Delete(g.Txn, state.StackResourceID(r.StackID, r.Name))
	old := *r
	old.Old = g.Txn.Next("stack-resources")
	state.StackResources.Insert(g.Txn, &old)
}

// begin starts an action on a resource and looks whether it is done at once.
func (g *run) begin(r *state.StackResource, action string, before map[string]any) *failure {
	begun := *r
	begun.Pass, begun.Since = g.s.Pass, g.Now()
	named := begun.PhysicalID
	if action == create {
		named = physicalName(g.Exchange, g.s, r.Name)
	}
	entered := *enterAs(g.Exchange, &begun, action, inProgress, "state changed", named)
	t := g.task(&entered)
	t.before = before
	if h := g.h.kindOf(g.s, r.Type).does[action]; h.begin != nil {
		if why := h.begin(t); why != nil {
			return g.broken(t, why)
		}
	}
	if action == create && t.r.PhysicalID == "" {
		t.r.PhysicalID = named
	}
	_, why := g.look(t)
	return why
}

// asked asks whether a task is done; what is not is stored and asked again later.
func (g *run) asked(t *task, ask func(*task) (bool, *failure)) (bool, *failure) {
	done, why := ask(t)
	if why != nil {
		return false, g.broken(t, why)
	}
	if !done {
		state.StackResources.Insert(g.Txn, t.r)
		g.pause(t)
	}
	return done, nil
}

// look asks whether what has begun is done, and stores the resource.
func (g *run) look(t *task) (bool, *failure) {
	if h := g.h.kindOf(g.s, t.r.Type).does[t.r.Action]; h.done != nil {
		if done, why := g.asked(t, h.done); why != nil || !done {
			return false, why
		}
	}
	enterResource(g.Exchange, t.r, t.r.Action, complete, "state changed")
	return true, nil
}

func (g *run) broken(t *task, why *failure) *failure {
	at := why.of(t.r.Name)
	enterResource(g.Exchange, t.r, t.r.Action, failed, at.String())
	return at
}

// task makes a task of a copy of a resource.
func (g *run) task(r *state.StackResource) *task {
	own := *r
	own.Data = maps.Clone(r.Data)
	return &task{Exchange: g.Exchange, h: g.h, s: g.s, r: &own, level: g.work.Level, opens: g.work.Opens}
}

// clear deletes what the plan does not want: what was replaced, and what is in it no more.
func (g *run) clear(p *plan) *failure {
	for {
		var unwanted []*state.StackResource
		for _, r := range state.StackResources.List(g.Txn, "stack", g.s.ID) {
			if r.Old > 0 || !slices.Contains(p.order, r.Name) {
				unwanted = append(unwanted, r)
			}
		}
		g.waiting, g.timed = false, false
		gone := false
		for _, r := range unwanted {
			if slices.ContainsFunc(unwanted, func(o *state.StackResource) bool { return o != r && slices.Contains(o.Needs, r.Name) }) {
				g.waiting = true
				continue
			}
			left, why := g.take(r)
			if why != nil {
				return why
			}
			gone = gone || left
		}
		if !gone {
			return nil
		}
	}
}

// take brings one resource a step nearer to being gone, and tells whether it is.
func (g *run) take(r *state.StackResource) (bool, *failure) {
	h := g.h.kindOf(g.s, r.Type).does[remove]
	if r.Pass != g.s.Pass || r.Action != remove {
		if r.DeletionPolicy == retain || r.Action == initial {
			state.StackResources.Delete(g.Txn, state.StackResources.ID(r))
			return true, nil
		}
		begun := *r
		begun.Pass, begun.Since = g.s.Pass, g.Now()
		r = enterResource(g.Exchange, &begun, remove, inProgress, "state changed")
		if r.Held {
			t := g.task(r)
			if why := g.h.kindOf(g.s, r.Type).does[unlock].begin(t); why != nil {
				return false, g.broken(t, why)
			}
			r = t.r
		}
		if h.begin != nil && r.PhysicalID != "" {
			t := g.task(r)
			if why := h.begin(t); why != nil {
				return false, g.broken(t, why)
			}
			r = t.r
		}
	}
	t := g.task(r)
	if h.done != nil && r.PhysicalID != "" {
		if done, why := g.asked(t, h.done); why != nil || !done {
			return false, why
		}
	}
	enterResource(g.Exchange, t.r, remove, complete, "state changed")
	state.StackResources.Delete(g.Txn, state.StackResources.ID(t.r))
	return true, nil
}

// retain is the deletion policy of what outlives its stack.
const retain = "Retain"
