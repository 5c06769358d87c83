package walk

import (
	"reflect"
	"strings"

	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/state"
)

// converge changes the resources of a stack to match its plan, each after those it depends on; then it deletes unwanted ones, each
// before those it depends on.
func (g *run) converge() *kind.Failure {
	plan, f := g.wantedPlan()
	if f != nil {
		return f
	}
	g.announce(plan)
	for _, name := range plan.order {
		if why := g.bringToPlan(plan, name); why != nil {
			return why
		}
	}
	if g.waiting {
		return nil
	}
	return g.deleteUnwanted(plan)
}

// announce puts the resources into the stack that it does not have yet: until something is made for them, they are INIT_COMPLETE.
func (g *run) announce(p *plan) {
	now := record.PresentResources(g.Exchange, g.s.ID)
	for _, name := range p.order {
		if now[name] != nil {
			continue
		}
		want := p.template.Resource(name)
		state.StackResources.Insert(g.Txn, &state.StackResource{
			StackID: g.s.ID, Name: name, Type: want.Type, Action: record.Initial, Status: record.Complete, Created: g.Now(), Updated: g.Now(),
			Serial: g.Txn.Next("stack-resource-order"), Needs: p.needs[name], RequiredBy: p.template.RequiredBy()[name],
			Description: want.Description, DeletionPolicy: want.DeletionPolicy,
		})
	}
}

// bringToPlan changes one resource towards the plan, as far as is possible now.
func (g *run) bringToPlan(p *plan, name string) *kind.Failure {
	r := record.PresentResources(g.Exchange, g.s.ID)[name]
	if r != nil && r.Pass == g.s.Pass && r.Status == record.Complete {
		g.waits(r)
		return nil
	}
	for _, needed := range p.needs[name] {
		n := record.PresentResources(g.Exchange, g.s.ID)[needed]
		if n == nil || n.Pass != g.s.Pass || n.Status != record.Complete || g.waits(n) {
			g.waiting = true
			return nil
		}
	}
	if r != nil && r.Status == record.InProgress && r.Action != record.Delete && r.Handover == nil {
		done, why := g.checkTask(g.task(r))
		if why != nil || !done || r.Pass == g.s.Pass {
			return why
		}
		r = record.PresentResources(g.Exchange, g.s.ID)[name]
	}
	return g.compare(p, name, r)
}

// compare decides what to do with a resource on which no action is in progress: nothing, an update, or a new resource.
func (g *run) compare(p *plan, name string, r *state.StackResource) *kind.Failure {
	want := p.template.Resource(name)
	target := state.StackResource{
		StackID: g.s.ID, Name: name, Type: want.Type, Action: record.Initial, Status: record.Complete, Created: g.Now(), Updated: g.Now(),
		Needs: p.needs[name], RequiredBy: p.template.RequiredBy()[name], Description: want.Description, DeletionPolicy: want.DeletionPolicy,
		Serial: r.Serial,
	}
	values, err := g.types.ValuesOf(g.Exchange, g.s, want, p.resolver)
	if err != nil {
		failedNow := *r
		failedNow.Pass = g.s.Pass
		why := err.InResource(name)
		record.EnterResource(g.Exchange, &failedNow, g.actionInWords(r), record.Failed, why.String())
		return why
	}
	r = g.former(r, want.Type, values)
	target.Properties, target.Given = values.Properties, values.Given
	target.Metadata, target.Defined = values.Metadata, values.Metadata
	target.External = values.External
	if made := r.Action != record.Initial && r.Action != record.Delete; made && r.External != target.External {
		return kind.Failf("NotSupported", "Update to property external_id of %s (%s) is not supported.", name, r.Type).InResource(name)
	}
	if target.External != "" {
		target.DeletionPolicy = retain
		if target.External == r.External {
			g.keep(r, &target)
			return nil
		}
	}
	made := r.Action != record.Initial && (r.Action != record.Delete || r.Status != record.Complete)
	if made && r.Type == want.Type && g.waitsBefore(r, record.Update) || !made && target.External == "" && g.waitsBefore(r, record.Create) {
		return nil
	}
	switch {
	case !made:
		target.Created = r.Created
	case r.Type != want.Type || g.kindOf(r).ReplacesFailed(r):
		if why := g.restricted(r, "replace"); why != nil {
			return why
		}
		if why := g.retireUnasked(r, want.Type); why != nil {
			return why
		}
		target.Serial = g.Txn.Next("stack-resource-order")
	default:
		changed := kind.Changes(r.Properties, values.Properties)
		k := g.kindOf(r)
		if fixed := k.Immutable(changed); fixed != nil {
			return kind.Failf("NotSupported", "Update to properties %s of %s (%s) is not supported.",
				strings.Join(fixed, ", "), r.Name, r.Type).InResource(r.Name)
		}
		if why := k.ReplacedFor(r.Properties, values.Properties, changed); why != kind.Stays {
			if why := g.restricted(r, "replace"); why != nil {
				return why
			}
			if left, why := g.leave(r, why); why != nil || !left {
				return why
			}
			target.Serial = g.Txn.Next("stack-resource-order")
			break
		}
		if r.Handover != nil {
			returned, why := g.takeBack(&r)
			if why != nil || !returned {
				return why
			}
		}
		same := k.Unchanging || len(changed) == 0 && reflect.DeepEqual(r.Defined, values.Metadata) && r.Status == record.Complete
		if same && k.Nested == nil && !k.Updates {
			g.keep(r, &target)
			return nil
		}
		if why := g.restricted(r, "update"); why != nil {
			return why
		}
		return g.change(r, &target, values)
	}
	if target.External != "" {
		return g.adopt(&target)
	}
	return g.begin(&target, record.Create, nil, values.Given)
}

// keep leaves a resource as it is.
func (g *run) keep(r, target *state.StackResource) {
	kept := *r
	kept.Pass, kept.Needs, kept.RequiredBy, kept.DeletionPolicy = g.s.Pass, target.Needs, target.RequiredBy, target.DeletionPolicy
	state.StackResources.Insert(g.Txn, &kept)
}

// adopt takes a resource into the stack that stands for something that is there already, and checks it.
func (g *run) adopt(r *state.StackResource) *kind.Failure {
	begun := *r
	begun.Pass, begun.Since, begun.PhysicalName = g.s.Pass, g.Now(), record.PhysicalName(g.Exchange, g.s, r.Name)
	adopted := *record.EnterResource(g.Exchange, &begun, record.Adopt, record.InProgress, "state changed")
	adopted.PhysicalID = r.External
	entered := record.EnterResource(g.Exchange, &adopted, record.Adopt, record.Complete, "state changed")
	if !g.kindOf(r).Checked {
		g.noteUnchecked(entered)
		return nil
	}
	return g.begin(entered, record.Check, r.Properties, r.Given)
}

// actionInWords is the action in the event of a resource whose values cannot be evaluated.
func (g *run) actionInWords(r *state.StackResource) string {
	if r.Action == record.Initial {
		return record.Create
	}
	return record.Update
}

// change updates a resource in place.
func (g *run) change(r, target *state.StackResource, values kind.Evaluated) *kind.Failure {
	changed := *r
	changed.Needs, changed.RequiredBy = target.Needs, target.RequiredBy
	changed.Description, changed.DeletionPolicy = target.Description, target.DeletionPolicy
	changed.Properties, changed.Defined = values.Properties, values.Metadata
	if k := g.kindOf(r); !k.KeepsMetadata && (values.Metadata != nil || r.Metadata == nil) {
		changed.Metadata = values.Metadata
		if k.Metadata != nil {
			changed.Metadata = k.Metadata(r.Metadata, values.Metadata)
		}
	}
	return g.begin(&changed, record.Update, r.Properties, values.Given)
}
