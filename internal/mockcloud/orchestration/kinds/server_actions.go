package kinds

import (
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/kinds/remote"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// doing is the request for an action without arguments: the action's name with null.
type doing map[string]*struct{}

// turnServer suspends or resumes the server, unless it is in that state already, and waits until it is.
func turnServer(action string, to state.VMState) kind.Handler {
	return kind.Handler{
		Begin: func(t *kind.Task) *kind.Failure {
			s := state.Servers.Get(t.Txn, t.Resource.PhysicalID)
			if s == nil {
				return kind.Failf("NotFound", "Failed to find server %s", t.Resource.PhysicalID)
			}
			if s.VMState == to {
				return nil
			}
			if reply := onServer(t, "POST", "/action", doing{action: nil}); !reply.OK() {
				return remote.Refused(remote.ErrorName(reply.Status), reply)
			}
			return nil
		},
		Done: func(t *kind.Task) (bool, *kind.Failure) {
			s := state.Servers.Get(t.Txn, t.Resource.PhysicalID)
			if s == nil {
				return false, kind.Failf("NotFound", "Failed to find server %s", t.Resource.PhysicalID)
			}
			return s.VMState == to && s.TaskState == state.TaskNone, nil
		},
	}
}

// lockedServer tells whether the server is locked in compute.
func lockedServer(t *kind.Task) (bool, *kind.Failure) {
	s := state.Servers.Get(t.Txn, t.Resource.PhysicalID)
	if s == nil {
		return false, kind.Failf("NotFound", "Instance %s could not be found. (HTTP 404)", t.Resource.PhysicalID)
	}
	return s.Locked, nil
}

// serverAction locks or unlocks the server in the name of the stack's owner. Unlocking a server that is gone does nothing.
func serverAction(action string) func(t *kind.Task) *kind.Failure {
	return func(t *kind.Task) *kind.Failure {
		reply := t.Call(pipeline.Call{
			Service: openapi.Compute, Method: "POST", Path: "/servers/" + t.Resource.PhysicalID + "/action",
			Body: doing{action: nil}, Caller: t.Owner(),
		})
		if reply.OK() || action == "unlock" && reply.Status == 404 {
			return nil
		}
		return remote.Refused(remote.ErrorName(reply.Status), reply)
	}
}
