package orchestration

import (
	"cmp"
	"slices"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

func (h *heat) snapshotOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"stack-snapshots.create": {
			Steps: []pipeline.Step{
				h.unlocked("snapshot"),
				{Name: "refuse while something is under way", Requirements: []string{"LCK-08"}, Refuses: 409, Run: func(x *pipeline.Exchange) *pipeline.Fault {
					if s := stackOf(x); s.Status == inProgress && !held(s) {
						return inAction(s)
					}
					return nil
				}},
				{Name: "begin the snapshot", Run: func(x *pipeline.Exchange) *pipeline.Fault {
					body, _ := x.Body.(map[string]any)
					name, _ := body["name"].(string)
					s := pipeline.Work[state.StackSnapshot](x)
					*s = state.StackSnapshot{
						ID: x.Env.IDs.UUID(), StackID: stackOf(x).ID, Name: name, Serial: x.Txn.Next("stack-snapshots"), Status: inProgress, Created: x.Now(),
					}
					state.StackSnapshots.Insert(x.Txn, s)
					h.start(x, stackOf(x), act{Action: snapshot, Snapshot: s.ID})
					return nil
				}},
			},
			Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Body(200, viewSnapshot(pipeline.Work[state.StackSnapshot](x))), nil
			},
		},
		"stack-snapshots.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			items := []any{}
			for _, s := range snapshotsOf(x, stackOf(x).ID) {
				items = append(items, viewSnapshot(s))
			}
			return pipeline.Answer(200, "snapshots", items), nil
		}},
		"stack-snapshots.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			s, f := snapshotOf(x)
			if f != nil {
				return nil, f
			}
			return pipeline.Answer(200, "snapshot", viewSnapshot(s)), nil
		}},
		"stack-snapshots.delete": {
			Steps: []pipeline.Step{
				h.unlocked("delete_snapshot"),
				{Name: "delete the snapshot", Run: func(x *pipeline.Exchange) *pipeline.Fault {
					s, f := snapshotOf(x)
					if f != nil {
						return f
					}
					if s.Status == inProgress {
						return fault(400, "NotSupported", "Deleting in-progress snapshot is not supported.")
					}
					state.StackSnapshots.Delete(x.Txn, s.ID)
					return nil
				}},
			},
			Answer: done,
		},
		"stack-snapshots.restore": {
			Steps:  []pipeline.Step{h.unlocked("restore"), {Name: "begin to restore", Run: h.beginRestore}},
			Answer: accepted,
		},
	}
}

func snapshotsOf(x *pipeline.Exchange, stackID string) []*state.StackSnapshot {
	all := state.StackSnapshots.List(x.Txn, "stack", stackID)
	slices.SortFunc(all, func(a, b *state.StackSnapshot) int { return cmp.Compare(a.Serial, b.Serial) })
	return all
}

// snapshotOf is the snapshot that the path names, which must be of the stack there.
func snapshotOf(x *pipeline.Exchange) (*state.StackSnapshot, *pipeline.Fault) {
	id, s := x.Params.Get("snapshot_id"), stackOf(x)
	found := state.StackSnapshots.Get(x.Txn, id)
	switch {
	case found == nil:
		return nil, fault(404, "NotFound", "Snapshot with id %s not found", id)
	case found.StackID != s.ID:
		return nil, fault(404, "SnapshotNotFound", "The Snapshot (%s) for Stack (%s) could not be found.", id, s.Name)
	}
	return found, nil
}

func viewSnapshot(s *state.StackSnapshot) map[string]any {
	v := map[string]any{"id": s.ID, "name": nil, "status": s.Status, "status_reason": nil, "data": nil, "creation_time": s.Created}
	if s.Name != "" {
		v["name"] = s.Name
	}
	if s.StatusReason != "" {
		v["status_reason"] = s.StatusReason
	}
	if s.Data != nil {
		v["data"] = s.Data
	}
	return v
}

// keep ends a snapshot: it has the stack as it is now.
func (h *heat) keep(x *pipeline.Exchange, s *state.Stack, work act, why *failure) {
	before := state.StackSnapshots.Get(x.Txn, work.Snapshot)
	if before == nil {
		return
	}
	kept := *before
	kept.Status, kept.StatusReason = complete, "Stack SNAPSHOT completed successfully"
	if why != nil {
		kept.Status, kept.StatusReason = failed, why.during(snapshot)
	}
	kept.Data = h.exported(x, s)
	kept.Data["status"] = kept.Status
	kept.Kept = s.StackPlan
	for _, r := range present(x, s.ID) {
		kept.Resources = append(kept.Resources, r)
	}
	slices.SortFunc(kept.Resources, func(a, b *state.StackResource) int { return cmp.Compare(a.Name, b.Name) })
	state.StackSnapshots.Insert(x.Txn, &kept)
}

// beginRestore brings a stack back to the plan that a snapshot has kept.
func (h *heat) beginRestore(x *pipeline.Exchange) *pipeline.Fault {
	kept, f := snapshotOf(x)
	if f != nil {
		return f
	}
	s := stackOf(x)
	if kept.Data == nil {
		return fault(400, "NotSupported", "Restoring an in-progress snapshot is not supported.")
	}
	restored := *s
	before := s.StackPlan
	restored.Before, restored.StackPlan = &before, kept.Kept
	h.start(x, &restored, act{Action: restore, Snapshot: kept.ID})
	return nil
}
