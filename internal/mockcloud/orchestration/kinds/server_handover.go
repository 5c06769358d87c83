package kinds

import (
	"slices"

	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/kinds/remote"
	"plumbline/internal/mockcloud/state"
)

// leaveServer detaches the ports of a server that is replaced, so that the new one can have them. A server in error has none to give;
// the ports that the stack made for it are deleted.
func leaveServer(t *kind.Task) *kind.Failure {
	s := state.Servers.Get(t.Txn, t.Resource.PhysicalID)
	if s == nil || s.VMState == state.VMError {
		deletePorts(t)
		return nil
	}
	t.Resource.Handover.Ports = slices.Clone(s.Ports)
	return detachAll(t, s)
}

// detachAll begins to detach all ports of a server.
func detachAll(t *kind.Task, s *state.Server) *kind.Failure {
	of := *t
	other := *t.Resource
	other.PhysicalID, of.Resource = s.ID, &other
	for _, id := range s.Ports {
		if reply := onServer(&of, "DELETE", "/os-interface/"+id, nil); !reply.OK() && reply.Status != 404 {
			return remote.Refused(remote.ErrorName(reply.Status), reply)
		}
	}
	return nil
}

// serverLeft tells whether a server has none of its ports any more.
func serverLeft(t *kind.Task) (bool, *kind.Failure) {
	s := state.Servers.Get(t.Txn, t.Resource.PhysicalID)
	return s == nil || s.VMState == state.VMError || len(s.Ports) == 0, nil
}

// returnServer attaches the ports again that a server has given to another one, once that one is built and has let go of them.
func returnServer(t *kind.Task) (bool, *kind.Failure) {
	given := t.Resource.Handover
	if other := state.Servers.Get(t.Txn, given.To); other != nil && other.VMState != state.VMError && len(other.Ports) > 0 {
		if other.VMState != state.VMActive || other.TaskState != state.TaskNone || given.Asked {
			return false, nil
		}
		given.Asked = true
		return false, detachAll(t, other)
	}
	for _, id := range given.Ports {
		if p := state.Ports.Get(t.Txn, id); p != nil && p.DeviceID == t.Resource.PhysicalID {
			continue
		}
		attach := kind.Values{"interfaceAttachment": kind.Values{"port_id": id}}
		if reply := onServer(t, "POST", "/os-interface", attach); !reply.OK() {
			return false, remote.Refused(remote.ErrorName(reply.Status), reply)
		}
	}
	return true, nil
}
