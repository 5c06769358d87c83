package walk

import (
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/orchestration/work"
	"plumbline/internal/mockcloud/state"
)

// waitsBefore tells whether the stack waits before an action on a resource. Only the creation and deletion of the whole stack have
// hooks for creation and deletion (heat/engine/resource.py).
func (g *run) waitsBefore(r *state.StackResource, action string) bool {
	return (action == record.Update || action == g.work.Action) && g.waitsAt(r, action, "pre-")
}

// waitsAfter tells whether the stack waits after an action on a resource.
func (g *run) waitsAfter(r *state.StackResource) bool {
	return r.Pass == g.s.Pass && (r.Action == record.Update || r.Action == g.work.Action) && g.waitsAt(r, r.Action, "post-")
}

// waitsAt tells whether the stack waits at a hook of a resource, and has it wait when it comes there first.
func (g *run) waitsAt(r *state.StackResource, action, when string) bool {
	hook := when + record.LowerCase(action)
	if !hot.Settings(g.s.Environment).Waits(r.Name, hook) {
		return false
	}
	if r.Hook == nil || r.Hook.Name != hook || r.Hook.Pass != g.s.Pass {
		waiting := *r
		waiting.Hook = &state.StackHook{Name: hook, Pass: g.s.Pass}
		state.StackResources.Insert(g.Txn, &waiting)
		record.NoteResource(g.Exchange, &waiting, r.Action+"_"+r.Status, action+" paused until Hook "+hook+" is cleared")
		r = &waiting
	}
	return g.waits(r)
}

// waits tells whether the stack waits at a hook of a resource to which it has come in this pass.
func (g *run) waits(r *state.StackResource) bool {
	held := r.Hook != nil && r.Hook.Pass == g.s.Pass && !r.Hook.Cleared
	g.waiting = g.waiting || held
	return held
}

// timeOutHooks ends the waiting at hooks, and tells so.
func (g *run) timeOutHooks() {
	for _, r := range state.StackResources.List(g.Txn, "stack", g.s.ID) {
		if g.waits(r) {
			work.ClearHook(g.Exchange, r, "Failure occurred while waiting.")
		}
	}
}

// restricted is the failure of an action that the environment forbids on a resource; nil for one that it does not.
func (g *run) restricted(r *state.StackResource, action string) *kind.Failure {
	if !hot.Settings(g.s.Environment).Restricts(r.Name, action) {
		return nil
	}
	why := action + " is restricted for resource."
	record.NoteResource(g.Exchange, r, record.Update+"_"+record.Failed, why)
	return kind.Failf("ResourceActionRestricted", "%s", why).InResource(r.Name)
}
