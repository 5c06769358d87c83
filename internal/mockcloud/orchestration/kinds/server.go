package kinds

import (
	"strings"

	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/kinds/remote"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// server is OS::Nova::Server: a server of the mock's compute, created in the name of the stack's user.
func server() *kind.Kind {
	onLock, onUnlock := guardHandlers(lockedServer, serverAction("lock"), serverAction("unlock"))
	return &kind.Kind{
		Check: validateServer,
		Does: map[string]kind.Handler{
			record.Create: {Begin: createServer, Done: serverReady}, record.Update: {Begin: updateServer, Done: serverUpdated},
			record.Delete:  {Begin: deleteServer, Done: serverGone},
			record.Suspend: turnServer("suspend", state.VMSuspended), record.Resume: turnServer("resume", state.VMActive),
			record.Check: {Begin: checkServer},
			record.Lock:  onLock, record.Unlock: onUnlock,
		},
		Partly: func(r *state.StackResource) bool { return r.Data["ports"] != nil },
		Keeps:  kind.Handler{Begin: keepServer, Done: serverKept},
		Leaves: kind.Handler{Begin: leaveServer, Done: serverLeft}, Returns: returnServer,
		Metadata: serverMetadata,
		Replaces: replacesServer, Follows: subnetsOfServer,
		Shows: serverAttributes,
	}
}

// onServer makes a request to compute about the resource's server.
func onServer(t *kind.Task, method, path string, body any) pipeline.Reply {
	at := "/servers/" + t.Resource.PhysicalID + path
	return t.Call(pipeline.Call{Service: openapi.Compute, Method: method, Path: at, Version: knownVersion(t.Env, withoutNetworks), Body: body})
}

// deleteServer deletes the server in compute; a server that is gone already, or was never made, is no failure.
func deleteServer(t *kind.Task) *kind.Failure {
	if t.Resource.PhysicalID == "" {
		return nil
	}
	if reply := onServer(t, "DELETE", "", nil); !reply.OK() && reply.Status != 404 {
		return remote.Refused(remote.ErrorName(reply.Status), reply)
	}
	return nil
}

// serverGone tells whether the server is gone. One that compute keeps for a while after its deletion (reclaim_instance_interval) is
// deleted for good, as a real Heat does it.
func serverGone(t *kind.Task) (bool, *kind.Failure) {
	if s := state.Servers.Get(t.Txn, t.Resource.PhysicalID); s != nil {
		if s.VMState == state.VMSoftDeleted && s.TaskState == state.TaskNone {
			onServer(t, "POST", "/action", kind.Values{"forceDelete": nil})
		}
		return false, nil
	}
	deletePorts(t)
	return true, nil
}

// withImageID is the microversion in which compute answers the id of a new image.
var withImageID = openapi.MustVersion("2.45")

// keepServer makes an image of a server that will be deleted.
func keepServer(t *kind.Task) *kind.Failure {
	reply := t.Call(pipeline.Call{
		Service: openapi.Compute, Method: "POST", Path: "/servers/" + t.Resource.PhysicalID + "/action", Version: withImageID,
		Body: kind.Values{"createImage": kind.Values{"name": t.Resource.PhysicalName}},
	})
	if !reply.OK() {
		return remote.Refused(remote.ErrorName(reply.Status), reply)
	}
	t.Resource.Keeping = reply.Text("image_id")
	return nil
}

func serverKept(t *kind.Task) (bool, *kind.Failure) {
	switch image := state.Images.Get(t.Txn, t.Resource.Keeping); {
	case image == nil:
		return false, kind.Failf("Error", "deleted")
	case image.Status == "killed":
		return false, kind.Failf("Error", "%s", image.Status)
	default:
		return image.Status == "active", nil
	}
}

func checkServer(t *kind.Task) *kind.Failure {
	s := state.Servers.Get(t.Txn, t.Resource.PhysicalID)
	if s == nil {
		return kind.Failf("NotFound", "Instance %s could not be found. (HTTP 404)", t.Resource.PhysicalID)
	}
	if s.VMState != state.VMActive {
		return kind.Failf("Error", "'status': expected 'ACTIVE', got '%s'", strings.ToUpper(string(s.VMState)))
	}
	return nil
}
