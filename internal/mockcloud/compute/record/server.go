package record

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// actionsOutlive is the microversion from which the actions of deleted servers are shown.
var actionsOutlive = openapi.MustVersion("2.21")

// FindServer looks up server_id. For callers other than administrators, a server of another project is not found; the operations on tags
// find it, and refuse it by their policy rule. The removal of a floating IP asks for the server of the address instead.
func FindServer(x *pipeline.Exchange, id string) *pipeline.Fault {
	server := state.Servers.Get(x.Txn, strings.ToLower(id))
	if x.Operation.ID == "servers.remove-floating-ip" {
		return nil
	}
	if server == nil {
		return findDeleted(x, id)
	}
	if server.ProjectID != x.Caller.ProjectID && !x.Caller.Admin() && !strings.HasPrefix(x.Operation.ID, "server-tags.") {
		return unknownServer(id)
	}
	x.SetSubject(server, policy.Target{ProjectID: server.ProjectID, UserID: server.UserID})
	return nil
}

// findDeleted finds a deleted server, so that its actions can be shown: its first action names its project.
func findDeleted(x *pipeline.Exchange, id string) *pipeline.Fault {
	shows := x.Operation.ID == "instance-actions.list" || x.Operation.ID == "instance-actions.show"
	if !shows || x.Version.Less(actionsOutlive) {
		return unknownServer(id)
	}
	var first *state.InstanceAction
	for a := range state.InstanceActions.ByKey(x.Txn, "server", id) {
		if first == nil || a.Serial < first.Serial {
			first = a
		}
	}
	if first == nil || first.ProjectID != x.Caller.ProjectID && !x.Caller.Admin() {
		return unknownServer(id)
	}
	x.SetSubject(&state.Server{ID: id, ProjectID: first.ProjectID}, policy.Target{ProjectID: first.ProjectID})
	return nil
}

func unknownServer(id string) *pipeline.Fault {
	return pipeline.NotFound("Instance %s could not be found.", id)
}

// Server is the server of the request's path or of the scheduled work; nil for work on a server that is gone.
func Server(x *pipeline.Exchange) *state.Server {
	if x.Event != nil {
		return state.Servers.Get(x.Txn, x.Event.Resource)
	}
	return pipeline.Subject[state.Server](x)
}

// Change stores a changed copy of the server, which the following steps see.
func Change(x *pipeline.Exchange, how func(*state.Server)) *state.Server {
	changed := *Server(x)
	how(&changed)
	changed.Updated = x.Now()
	state.Servers.Insert(x.Txn, &changed)
	x.SetSubject(&changed, x.Target)
	return &changed
}

// WrongState is the refusal of an action that the server's state does not allow.
func WrongState(s *state.Server, action, attribute, value string) *pipeline.Fault {
	return pipeline.Conflict("Cannot '%s' instance %s while it is in %s %s", action, s.ID, attribute, value)
}

// HostID is the opaque name of a host within a project: SHA-224 of both. It is "" for no host.
func HostID(project, host string) string {
	if host == "" {
		return ""
	}
	sum := sha256.Sum224([]byte(project + host))
	return hex.EncodeToString(sum[:])
}
