package deletion

import (
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

const (
	workSoftDelete = "servers.soft-deleted"
	workReclaim    = "servers.reclaimed"
	workRestore    = "servers.restored"
)

// deleteOrKeep deletes a server, or keeps it restorable for a while if the operator chose that and the server has ever run (nova,
// reclaim_instance_interval).
func deleteOrKeep(x *pipeline.Exchange) *pipeline.Fault {
	s := record.Server(x)
	if x.Env.Settings().ReclaimInterval <= 0 || s.Host == "" || s.VMState == state.VMSoftDeleted || s.VMState == state.VMError {
		return begin(x)
	}
	if s.TaskState == state.TaskSoftDeleting {
		return nil
	}
	x.Cancel(s.ID)
	record.ActionBegan(x, s.ID, "delete")
	record.Change(x, func(s *state.Server) { s.TaskState = state.TaskSoftDeleting })
	x.Schedule(workSoftDelete, s.ID, nil)
	return nil
}

func softDeleted(x *pipeline.Exchange) *pipeline.Fault {
	s := record.Server(x)
	if s == nil {
		return nil
	}
	record.Notify(x, s, "soft_delete.start")
	s = record.Change(x, func(s *state.Server) {
		now := x.Now()
		s.VMState, s.TaskState, s.PowerState, s.Deleted = state.VMSoftDeleted, state.TaskNone, state.PowerShutdown, &now
	})
	record.EventEnded(x, s.ID, "compute_soft_delete_instance", s.Host, record.Succeeded)
	record.Notify(x, s, "soft_delete.end")
	x.ScheduleAfter(x.Env.Settings().ReclaimInterval, workReclaim, s.ID, nil)
	return nil
}

// reclaim deletes a soft-deleted server that was not restored in time.
func reclaim(x *pipeline.Exchange) *pipeline.Fault {
	if s := record.Server(x); s == nil || s.VMState != state.VMSoftDeleted {
		return nil
	}
	record.Change(x, func(s *state.Server) { s.TaskState = state.TaskDeleting })
	x.Schedule(workDelete, record.Server(x).ID, nil)
	return nil
}

func restore(x *pipeline.Exchange) *pipeline.Fault {
	x.Cancel(record.Server(x).ID)
	s := record.Change(x, func(s *state.Server) { s.TaskState, s.Deleted = state.TaskRestoring, nil })
	record.ActionBegan(x, s.ID, "restore")
	x.Schedule(workRestore, s.ID, nil)
	return nil
}

func finishRestore(x *pipeline.Exchange) *pipeline.Fault {
	s := record.Server(x)
	if s == nil {
		return nil
	}
	record.Notify(x, s, "restore.start")
	s = record.Change(x, func(s *state.Server) {
		s.VMState, s.TaskState, s.PowerState = state.VMActive, state.TaskNone, state.PowerRunning
	})
	record.EventEnded(x, s.ID, "compute_restore_instance", s.Host, record.Succeeded)
	record.Notify(x, s, "restore.end")
	return nil
}
