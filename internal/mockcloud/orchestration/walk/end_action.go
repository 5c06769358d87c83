package walk

import (
	"slices"

	"plumbline/internal/mockcloud/orchestration/export"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/orchestration/work"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// endAction ends an action, wakes the work on the outer stack, and starts a rollback if that was requested.
func endAction(x *pipeline.Exchange, ts *kind.Types, s *state.Stack, w work.Work, why *kind.Failure) {
	if s.Action == record.Snapshot {
		endSnapshot(x, s, w, why)
	}
	if why == nil {
		completeAction(x, ts, s)
		return
	}
	reason := why.StatusReason(s.Action)
	if why.Text == "Timed out" {
		reason = record.TitleCase(s.Action) + " timed out"
	}
	stopped := record.EnterState(x, s, s.Action, record.Failed, reason)
	if (s.Action == record.Create || s.Action == record.Update) && !s.DisableRollback {
		work.RollBack(x, stopped, reason)
		return
	}
	wakeParent(x, s)
}

func completeAction(x *pipeline.Exchange, ts *kind.Types, s *state.Stack) {
	reason := "Stack " + s.Action + " completed successfully"
	if s.Action == record.Check && !checksAll(x, ts, s) {
		reason += ". 'CHECK' not fully supported (see resources)"
	}
	ended := *record.EnterState(x, s, s.Action, record.Complete, reason)
	switch s.Action {
	case record.Delete:
		now := x.Now()
		ended.Deleted = &now
		ended.Template = record.WithoutResources(s.Template)
	case record.Rollback:
		if s.Before == nil {
			ended.Template, ended.Description = onlyVersion(s.Template), ""
		}
	case record.Update, record.Restore:
		ended.Before = nil
	case record.Unlock:
		ended.Locked = ""
	}
	state.Stacks.Insert(x.Txn, &ended)
	wakeParent(x, s)
}

// onlyVersion is the empty template that is left of a stack whose creation is undone.
func onlyVersion(template map[string]any) map[string]any {
	const version = "heat_template_version"
	return map[string]any{version: template[version]}
}

// checksAll tells whether a check looks at all resources of a stack, and of those nested in it.
func checksAll(x *pipeline.Exchange, ts *kind.Types, s *state.Stack) bool {
	for _, r := range record.PresentResources(x, s.ID) {
		if k := ts.Find(s, r.Type, r.Name); k == nil || !k.Checked {
			return false
		}
	}
	return !slices.ContainsFunc(record.NestedIn(x, s.ID), func(child *state.Stack) bool { return !checksAll(x, ts, child) })
}

// wakeParent makes the work on the outer stack due at once.
func wakeParent(x *pipeline.Exchange, s *state.Stack) {
	if s.ParentID != "" {
		work.Wake(x, s.ParentID)
	}
}

// endSnapshot completes a snapshot with the present stack.
func endSnapshot(x *pipeline.Exchange, s *state.Stack, w work.Work, why *kind.Failure) {
	before := state.StackSnapshots.Get(x.Txn, w.Snapshot)
	if before == nil {
		return
	}
	kept := *before
	kept.Status, kept.StatusReason = record.Complete, "Stack SNAPSHOT completed successfully"
	if why != nil {
		kept.Status, kept.StatusReason = record.Failed, why.StatusReason(record.Snapshot)
	}
	now := export.Of(x, s)
	now.Status = kept.Status
	kept.Data = now.Map()
	kept.Kept = s.StackPlan
	state.StackSnapshots.Insert(x.Txn, &kept)
}
