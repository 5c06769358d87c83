package compute

import (
	"plumbline/mockcloud/notification"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

func (c *compute) lockOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"servers.lock": {Steps: []pipeline.Step{{Name: "lock", Requirements: []string{"LCK-40", "LCK-43", "LCK-48"}, Run: lock}}, Answer: accepted},
		"servers.unlock": {Answer: accepted, Steps: []pipeline.Step{
			{Name: "an administrator's lock needs one to open", Run: overrides},
			{Name: "unlock", Requirements: []string{"LCK-32", "LCK-49", "LCK-58"}, Run: unlock},
		}},
		"servers.reset-state": {Steps: []pipeline.Step{{Name: "set the state", Run: resetState}}, Answer: accepted},
	}
}

// lock records who locked: an administrator of another project makes an administrator's lock, everybody
// of the server's own project an owner's (contract 00 §6). An owner's lock on a locked server changes nothing.
func lock(x *pipeline.Exchange) *pipeline.Fault {
	s, by := serverOf(x), state.LockedByAdmin
	if x.Caller.ProjectID == s.ProjectID {
		by = state.LockedByOwner
	}
	if s.Locked && by == state.LockedByOwner {
		return nil
	}
	reason, _ := x.Inner("lock")["locked_reason"].(string)
	s = change(x, func(s *state.Server) {
		s.Locked, s.LockedBy, s.LockedReason = true, by, nil
		if reason != "" {
			s.LockedReason = &reason
		}
	})
	began(x, s.ID, "lock")
	happened(x, s.ID, "api_lock", controller, succeeded)
	x.Notify(notification.API(), "instance.lock", notification.Info, told(x, s).Action)
	return nil
}

// overrides asks policy when the lock is not the caller's project's.
func overrides(x *pipeline.Exchange) *pipeline.Fault {
	if serverOf(x).LockedBy != state.LockedByAdmin {
		return nil
	}
	return x.Demand("os_compute_api:os-lock-server:unlock:unlock_override")
}

func unlock(x *pipeline.Exchange) *pipeline.Fault {
	s := change(x, func(s *state.Server) { s.Locked, s.LockedBy, s.LockedReason = false, "", nil })
	began(x, s.ID, "unlock")
	happened(x, s.ID, "api_unlock", controller, succeeded)
	x.Notify(notification.API(), "instance.unlock", notification.Info, told(x, s).Action)
	return nil
}

// resetState sets vm_state and takes task_state away; what the hypervisor does is left as it is.
func resetState(x *pipeline.Exchange) *pipeline.Fault {
	wanted, _ := x.Inner("os-resetState")["state"].(string)
	x.Cancel(serverOf(x).ID)
	s := change(x, func(s *state.Server) { s.VMState, s.TaskState = state.VMState(wanted), state.TaskNone })
	began(x, s.ID, "resetState")
	return nil
}
