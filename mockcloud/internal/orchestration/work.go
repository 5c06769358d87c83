package orchestration

import (
	"slices"
	"time"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// act is the work on a stack that is under way: which action, in which pass, and on whose behalf.
type act struct {
	Action string
	Pass   int64
	Caller pipeline.Caller
	// level is the level of a lock.
	Level string
	// snapshot is the one being made, or gone back to.
	Snapshot string
	// Opens tells of a deletion that the stack was locked when it was asked for: what is locked inside goes as well (LCK-49D).
	Opens bool
}

// works name the kinds of work on a stack, by action: fault rules strike them by these names, and their step.
var works = map[string]string{
	create: "stacks.creating", update: "stacks.updating", remove: "stacks.deleting", rollback: "stacks.rolling-back",
	suspend: "stacks.acting", resume: "stacks.acting", check: "stacks.acting", lock: "stacks.acting", unlock: "stacks.acting",
	snapshot: "stacks.snapshotting", restore: "stacks.restoring", adopt: "stacks.adopting",
}

func (h *heat) works() map[string]pipeline.Async {
	all := map[string]pipeline.Async{}
	for _, kind := range works {
		all[kind] = pipeline.Async{
			Steps:  []pipeline.Step{{Name: "go on with each resource", Run: h.advance}},
			Failed: func(x *pipeline.Exchange, f *pipeline.Fault) { h.gaveUp(x, f) },
		}
	}
	return all
}

// start begins an action on a stack: whatever was under way is superseded. It answers the stack as it is now.
func (h *heat) start(x *pipeline.Exchange, s *state.Stack, work act) *state.Stack {
	x.Cancel(s.ID)
	begun := *s
	begun.Pass++
	begun.Since = x.Now()
	entered := enter(x, &begun, work.Action, inProgress, "Stack "+work.Action+" started")
	work.Pass, work.Caller = begun.Pass, *x.Caller
	x.Later(works[work.Action], s.ID, work)
	return entered
}

// run is one look at a stack that is being worked on.
type run struct {
	*pipeline.Exchange
	h    *heat
	s    *state.Stack
	work act
	// waiting tells that something is not done yet; if timed, it may be after wait (0: at once).
	waiting, timed bool
	wait           time.Duration
}

// advance goes on with what was asked of a stack as far as it goes now.
func (h *heat) advance(x *pipeline.Exchange) *pipeline.Fault {
	s, work := stackOf(x), pipeline.Payload[act](x)
	if s == nil || s.Pass != work.Pass || s.Status != inProgress {
		return nil
	}
	x.Caller = &work.Caller
	g := &run{Exchange: x, h: h, s: s, work: work}
	if limit := g.timeLimit(); x.Now().Sub(s.Since) >= limit {
		g.h.ended(x, s, work, &failure{text: "Timed out"})
		return nil
	}
	why := g.forward()
	switch {
	case why != nil:
		h.ended(x, state.Stacks.Get(x.Txn, s.ID), work, why)
	case g.waiting:
		g.again()
	default:
		h.ended(x, state.Stacks.Get(x.Txn, s.ID), work, nil)
	}
	return nil
}

// mostMinutes is how long Heat works on a stack that has no time limit of its own.
const mostMinutes = 60

func (g *run) timeLimit() time.Duration {
	if g.s.TimeoutMins != nil && *g.s.TimeoutMins > 0 {
		return time.Duration(*g.s.TimeoutMins) * time.Minute
	}
	return mostMinutes * time.Minute
}

func (g *run) forward() *failure {
	switch g.work.Action {
	case create, update, remove, rollback, restore, adopt:
		return g.converge()
	}
	return g.each()
}

// pause notes that the run has to come back, at the latest after what the task says.
func (g *run) pause(t *task) {
	if wait := t.until(); !g.timed || wait < g.wait {
		g.timed, g.wait = true, wait
	}
	g.waiting = true
}

// until is how long nothing will happen to what a task waits for.
func (t *task) until() time.Duration {
	if t.wait > 0 {
		return t.wait
	}
	events := state.Events.List(t.Txn, "resource", t.r.PhysicalID)
	if len(events) == 0 {
		return patience
	}
	wait := patience
	for _, e := range events {
		if e.Reads > 0 {
			return 0
		}
		wait = min(wait, max(0, e.Due.Sub(t.Now())))
	}
	return wait
}

// patience is how often the engine looks at what it cannot tell when to look at.
const patience = time.Second

// again schedules the same work once more, for what is not ready yet. Looking at a resource counts as
// a read of it: with a lifecycle that waits for reads nobody else would look.
func (g *run) again() {
	for _, r := range state.StackResources.List(g.Txn, "stack", g.s.ID) {
		seen(g.Exchange, r.PhysicalID)
	}
	if !g.timed {
		g.wait = patience
	}
	if g.wait > 0 {
		g.After(g.wait, g.Event.Kind, g.s.ID, g.work)
		return
	}
	g.Later(g.Event.Kind, g.s.ID, g.work)
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

// ended ends an action, tells the stack around it, and rolls back where that was asked for.
func (h *heat) ended(x *pipeline.Exchange, s *state.Stack, work act, why *failure) {
	if s.Action == snapshot {
		h.keep(x, s, work, why)
	}
	if why == nil {
		h.completed(x, s)
		return
	}
	reason := why.during(s.Action)
	if why.text == "Timed out" {
		reason = titled(s.Action) + " timed out"
	}
	stopped := enter(x, s, s.Action, failed, reason)
	if (s.Action == create || s.Action == update) && !s.DisableRollback {
		h.rollBack(x, stopped, reason)
		return
	}
	h.wake(x, s)
}

// rollBack goes back to what the stack was before; to nothing when it was just being made.
func (h *heat) rollBack(x *pipeline.Exchange, s *state.Stack, reason string) {
	back := *s
	if s.Before != nil {
		back.StackPlan = *s.Before
	}
	started := h.start(x, &back, act{Action: rollback})
	told := *started
	told.StatusReason = reason
	state.Stacks.Insert(x.Txn, &told)
}

func (h *heat) completed(x *pipeline.Exchange, s *state.Stack) {
	ended := *enter(x, s, s.Action, complete, "Stack "+s.Action+" completed successfully")
	switch s.Action {
	case remove:
		now := x.Now()
		ended.Deleted = &now
		ended.Template = emptied(s.Template)
	case update, restore:
		ended.Before = nil
	case unlock:
		ended.Locked = ""
	}
	state.Stacks.Insert(x.Txn, &ended)
	h.wake(x, s)
}

// emptied is a template without its resources: what a deleted stack shows.
func emptied(template map[string]any) map[string]any {
	if _, there := template["resources"]; !there {
		return template
	}
	return with(template, "resources", map[string]any{})
}

// wake has the stack around a nested one look at it now.
func (h *heat) wake(x *pipeline.Exchange, s *state.Stack) {
	if s.ParentID == "" {
		return
	}
	for _, e := range state.Events.List(x.Txn, "resource", s.ParentID) {
		sooner := *e
		sooner.Due, sooner.Reads = x.Now(), 0
		state.Events.Insert(x.Txn, &sooner)
	}
}

// gaveUp ends the action of a stack whose work a fault rule has struck, or that went wrong altogether.
func (h *heat) gaveUp(x *pipeline.Exchange, f *pipeline.Fault) {
	work := pipeline.Payload[act](x)
	x.Caller = &work.Caller
	if s := stackOf(x); s != nil && s.Pass == work.Pass {
		h.ended(x, s, work, &failure{text: f.Message})
	}
}

func titled(action string) string { return action[:1] + string(lowered(action[1:])) }

func lowered(s string) []byte {
	out := []byte(s)
	for i, c := range out {
		if c >= 'A' && c <= 'Z' {
			out[i] = c + 'a' - 'A'
		}
	}
	return out
}

// present are a stack's resources by name, without those that others have replaced.
func present(x *pipeline.Exchange, stackID string) map[string]*state.StackResource {
	out := map[string]*state.StackResource{}
	for r := range state.StackResources.Each(x.Txn, "stack", stackID) {
		if r.Old == 0 {
			out[r.Name] = r
		}
	}
	return out
}

// nestedIn are the stacks directly inside a stack, those deleted left out, oldest first.
func nestedIn(x *pipeline.Exchange, stackID string) []*state.Stack {
	all := slices.DeleteFunc(state.Stacks.List(x.Txn, "parent", stackID), func(s *state.Stack) bool { return s.Deleted != nil })
	slices.SortFunc(all, func(a, b *state.Stack) int { return int(a.Serial - b.Serial) })
	return all
}
