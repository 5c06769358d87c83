package walk

import (
	"maps"

	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/state"
)

// begin starts an action on a resource, and checks at once whether it is done.
func (g *run) begin(r *state.StackResource, action string, before, given map[string]any) *kind.Failure {
	begun := *r
	begun.Pass, begun.Since = g.s.Pass, g.Now()
	if action == record.Create {
		begun.PhysicalName = record.PhysicalName(g.Exchange, g.s, r.Name)
	}
	entered := *record.EnterResource(g.Exchange, &begun, action, record.InProgress, "state changed")
	entered.Given = given // after the event, which has the ones before
	t := g.task(&entered)
	t.Before = before
	if h := g.kindOf(r).Does[action]; h.Begin != nil {
		if why := h.Begin(t); why != nil {
			return g.broken(t, why)
		}
	}
	if action == record.Create && t.Resource.PhysicalID == "" && !g.kindOf(r).Unmade {
		t.Resource.PhysicalID = entered.PhysicalName
	}
	_, why := g.checkTask(t)
	return why
}

// pollTask checks whether a task is done; if it is not, the resource is stored and checked again later.
func (g *run) pollTask(t *kind.Task, ask func(*kind.Task) (bool, *kind.Failure)) (bool, *kind.Failure) {
	done, why := ask(t)
	if why != nil {
		return false, g.broken(t, why)
	}
	if !done {
		state.StackResources.Insert(g.Txn, t.Resource)
		g.pause(t)
	}
	return done, nil
}

// checkTask checks whether an action that has begun is done, and stores the resource.
func (g *run) checkTask(t *kind.Task) (bool, *kind.Failure) {
	if h := g.kindOf(t.Resource).Does[t.Resource.Action]; h.Done != nil {
		if done, why := g.pollTask(t, h.Done); why != nil || !done {
			return false, why
		}
	}
	return !g.waitsAfter(record.EnterResource(g.Exchange, t.Resource, t.Resource.Action, record.Complete, "state changed")), nil
}

func (g *run) broken(t *kind.Task, why *kind.Failure) *kind.Failure {
	at := why.InResource(t.Resource.Name)
	at.Action = t.Resource.Action
	record.EnterResource(g.Exchange, t.Resource, t.Resource.Action, record.Failed, at.String())
	return at
}

// kindOf is the type of a resource that exists. One whose file the stack does not have any more stands for a nested stack all the same.
func (g *run) kindOf(r *state.StackResource) *kind.Kind {
	if k := g.types.Find(g.s, r.Type, r.Name); k != nil {
		return k
	}
	return g.types.File(&hot.Template{}, nil)
}

// task makes a Task with a copy of the resource.
func (g *run) task(r *state.StackResource) *kind.Task {
	own := *r
	own.Data = maps.Clone(r.Data)
	if r.Handover != nil {
		given := *r.Handover
		own.Handover = &given
	}
	return &kind.Task{Exchange: g.Exchange, Types: g.types, Stack: g.s, Resource: &own, Level: g.work.Level, Opens: g.work.Opens}
}
