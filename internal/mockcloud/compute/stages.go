package compute

import (
	"net/http"
	"slices"

	"plumbline/internal/mockcloud/authtoken"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/pipeline/stages"
	"plumbline/internal/mockcloud/state"
)

// largest is the size of the largest body that Nova reads (bytes): oslo.middleware's max_request_body_size.
const largest = 114688

// checks are Nova's checks, in Nova's order (docs/contract/00-overview.md §4), up to the operation's own steps.
func checks() []pipeline.Stage {
	return []pipeline.Stage{
		stages.Size(largest),
		legacyRoot(),
		stages.Token(authtoken.Refuse),
		stages.MatchRoute(),
		stages.Microversion(),
		stages.MediaType("application/vnd.openstack.compute+json"),
		stages.Decode(),
		stages.OwnProject(otherProject),
		stages.Exists(),
		stages.AnswerFromKept(),
		stages.Schema(),
		stages.Find(),
		stages.Authorise(),
		stages.Blocks(),
		refuseLocked(),
		inState(),
	}
}

// legacyRoot marks requests below /v2: no microversions, and extra keys are dropped (docs/contract/60-microversions.md §1).
func legacyRoot() pipeline.Stage {
	return pipeline.Stage{Name: "legacy root", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		x.Unversioned = x.Versioned == "/v2"
		return nil
	}}
}

func otherProject(x *pipeline.Exchange) *pipeline.Fault {
	return pipeline.BadRequest("Malformed request URL: URL's project_id '%s' doesn't match Context's project_id '%s'",
		x.PathProject, x.Caller.ProjectID)
}

// headers sets the request's id in two headers for paths below the versioned roots, and none above.
func headers(x *pipeline.Exchange, h http.Header) {
	if x.Versioned == "" {
		return
	}
	id := []string{x.RequestID}
	h["X-Openstack-Request-Id"], h["X-Compute-Request-Id"] = id, id
}

// refuseLocked refuses operations on locked servers (x-openstack-locked: reject), except by administrators.
func refuseLocked() pipeline.Stage {
	return pipeline.Stage{Name: "lock", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		server := pipeline.SubjectOrNil[state.Server](x)
		if server == nil || !x.Operation.Locked || !server.Locked || x.Caller.Admin() {
			return nil
		}
		if lockIsState[x.Operation.ID] {
			return pipeline.Conflict("Instance %s is in an invalid state for '%s'", server.ID, x.Operation.Action)
		}
		return pipeline.Conflict("Instance %s is locked", server.ID)
	}}
}

// lockIsState are the operations whose refusal of a locked server has the words of a server in a state that they refuse.
var lockIsState = map[string]bool{"servers.change-password": true, "servers.restore": true}

// inState refuses servers in a state that the operation's document does not list (x-openstack-states): it checks vm_state, task_state and
// launched_at, and the host before them or after them.
func inState() pipeline.Stage {
	return pipeline.Stage{Name: "state", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		server, want := pipeline.SubjectOrNil[state.Server](x), x.Operation.States
		if server == nil || want == nil {
			return nil
		}
		// Nova names the method of its compute API: the operation's own name with other separators.
		action := apiNames[x.Operation.ID]
		if action == "" {
			action = x.Operation.Action
		}
		refuse := func(attribute, value string) *pipeline.Fault {
			return pipeline.Conflict("Cannot '%s' instance %s while it is in %s %s", action, server.ID, attribute, value)
		}
		notReady := pipeline.Conflict("Instance %s is not ready", server.ID)
		if want.Host && server.Host == "" {
			return notReady
		}
		if want.VM != nil && !slices.Contains(want.VM, string(server.VMState)) {
			return refuse("vm_state", string(server.VMState))
		}
		task := string(server.TaskState)
		wrongTask := want.Task != nil && !slices.Contains(want.Task, task)
		if wrongTask && task != "" {
			return refuse("task_state", task)
		}
		if wrongTask || want.Launched && server.Launched == nil {
			return pipeline.Conflict("Instance %s is in an invalid state for '%s'", server.ID, action)
		}
		if want.HostLast && server.Host == "" {
			return notReady
		}
		return nil
	}}
}

// apiNames maps operations to their names in Nova's messages, where they differ from the action's own key.
var apiNames = map[string]string{
	"servers.start": "start", "servers.stop": "stop", "servers.delete": "delete",
	"server-tags.replace": "update tags", "server-tags.clear": "delete tags",
	"server-tags.add": "update tag", "server-tags.remove": "delete tag",
	"server-metadata.create": "update metadata", "server-metadata.replace": "update metadata", "server-metadata.update": "update metadata",
	"server-metadata.delete": "delete metadata", "server-migrations.abort": "abort live migration",
	"interfaces.create": "attach_interface", "interfaces.delete": "detach_interface",
	"volume-attachments.create": "attach_volume", "server-shares.create": "create share", "server-shares.delete": "delete share",
}

// readWith answers the volumes that count as read with their server: those being created for it and those to which another image is
// being written.
func readWith(txn *state.Txn, id string) (volumes []string) {
	if server := state.Servers.Get(txn, id); server != nil {
		for _, d := range server.BlockDevices {
			if d.VolumeID != "" {
				volumes = append(volumes, d.VolumeID)
			}
		}
	}
	return volumes
}
