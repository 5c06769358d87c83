package lock

import (
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/notification"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Operations holds servers.lock, servers.unlock and servers.reset-state.
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{Operations: operations()}
}

func operations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"servers.lock": pipeline.OperationOf[locking]{
			Steps:  []pipeline.StepOf[locking]{{Name: "lock", Requirements: []string{"LCK-40", "LCK-43", "LCK-48"}, Run: lock}},
			Answer: record.AcceptedOf[locking],
		}.Operation(),
		"servers.unlock": {Answer: record.Accepted, Steps: []pipeline.Step{
			{Name: "an administrator's lock needs one to open", Requirements: []string{"UTH-62"}, Refuses: 403, Run: checkOverride},
			{Name: "unlock", Requirements: []string{"LCK-32", "LCK-49", "LCK-58"}, Run: unlock},
		}},
		"servers.reset-state": pipeline.OperationOf[resetting]{
			Steps:  []pipeline.StepOf[resetting]{{Name: "set the state", Run: resetState}},
			Answer: record.AcceptedOf[resetting],
		}.Operation(),
	}
}

// locking holds the values that the steps of servers.lock share.
type locking struct {
	Request struct {
		Reason string `json:"locked_reason"`
	} `body:"lock"`
}

// resetting holds the values that the steps of servers.reset-state share.
type resetting struct {
	Request struct {
		State state.VMState `json:"state"`
	} `body:"os-resetState"`
}

// lock records the kind of lock: an administrator of another project makes an administrator's lock, a caller of the server's own
// project an owner's (docs/contract/80-compute-operations.md §3). An owner's lock on a locked server changes nothing.
func lock(x *pipeline.Exchange, w *locking) *pipeline.Fault {
	s, by := record.Server(x), state.LockedByAdmin
	if x.Caller.ProjectID == s.ProjectID {
		by = state.LockedByOwner
	}
	if s.Locked && by == state.LockedByOwner {
		return nil
	}
	s = record.Change(x, func(s *state.Server) {
		s.Locked, s.LockedBy, s.LockedReason = true, by, record.NonEmpty(w.Request.Reason)
	})
	record.ActionBegan(x, s.ID, "lock")
	record.EventEnded(x, s.ID, "api_lock", record.Controller, record.Succeeded)
	x.Notify(notification.API(), "instance.lock", notification.Info, record.InstancePayload(x, s).Action)
	return nil
}

// checkOverride checks the policy rule for removing an administrator's lock.
func checkOverride(x *pipeline.Exchange) *pipeline.Fault {
	if record.Server(x).LockedBy != state.LockedByAdmin {
		return nil
	}
	return x.Demand("os_compute_api:os-lock-server:unlock:unlock_override")
}

func unlock(x *pipeline.Exchange) *pipeline.Fault {
	s := record.Change(x, func(s *state.Server) { s.Locked, s.LockedBy, s.LockedReason = false, "", nil })
	record.ActionBegan(x, s.ID, "unlock")
	record.EventEnded(x, s.ID, "api_unlock", record.Controller, record.Succeeded)
	x.Notify(notification.API(), "instance.unlock", notification.Info, record.InstancePayload(x, s).Action)
	return nil
}

// resetState sets vm_state and clears task_state; nothing changes on the hypervisor.
func resetState(x *pipeline.Exchange, w *resetting) *pipeline.Fault {
	x.Cancel(record.Server(x).ID)
	s := record.Change(x, func(s *state.Server) { s.VMState, s.TaskState = w.Request.State, state.TaskNone })
	record.ActionBegan(x, s.ID, "resetState")
	return nil
}
