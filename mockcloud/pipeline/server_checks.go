package pipeline

import (
	"slices"

	"plumbline/mockcloud/state"
)

// Blocks refuses what the deployment cannot do for the server, whatever its state.
func Blocks() Stage {
	return Stage{"blocks", func(x *Exchange) *Fault {
		if blocks := x.service.Operations[x.Operation.ID].Blocks; blocks != nil {
			return blocks(x)
		}
		return nil
	}}
}

// Lock refuses operations that a lock stops (x-openstack-locked: reject), except to administrators.
func Lock() Stage {
	return Stage{"lock", func(x *Exchange) *Fault {
		server := Maybe[state.Server](x)
		if server == nil || !x.Operation.Locked || !server.Locked || x.Caller.Admin() {
			return nil
		}
		return Conflict("Instance %s is locked", server.ID)
	}}
}

// States refuses servers whose state is not among those that the operation's document lists
// (x-openstack-states): the host first, then vm_state, task_state and launched_at.
func States() Stage {
	return Stage{"state", func(x *Exchange) *Fault {
		server, want := Maybe[state.Server](x), x.Operation.States
		if server == nil || want == nil {
			return nil
		}
		// Nova names the method of its compute API, which is the operation's own name but for its separators.
		action := apiNames[x.Operation.ID]
		if action == "" {
			action = x.Operation.Action
		}
		refuse := func(attribute, value string) *Fault {
			return Conflict("Cannot '%s' instance %s while it is in %s %s", action, server.ID, attribute, value)
		}
		if want.Host && server.Host == "" {
			return Conflict("Instance %s is not ready", server.ID)
		}
		if want.VM != nil && !slices.Contains(want.VM, string(server.VMState)) {
			return refuse("vm_state", string(server.VMState))
		}
		if want.Task != nil && !slices.Contains(want.Task, string(server.TaskState)) {
			return refuse("task_state", none(string(server.TaskState)))
		}
		if want.Launched && server.Launched == nil {
			return Conflict("Instance %s is in an invalid state for '%s'", server.ID, action)
		}
		return nil
	}}
}

func none(s string) string {
	if s == "" {
		return "None"
	}
	return s
}

// apiNames are what Nova's messages call operations, where that is not the action's own key.
var apiNames = map[string]string{
	"servers.start": "start", "servers.stop": "stop", "servers.delete": "delete",
	"servers.live-migrate": "live_migrate", "servers.force-delete": "force_delete", "servers.change-password": "set_admin_password",
	"servers.create-image": "snapshot", "servers.create-backup": "backup", "servers.confirm-resize": "confirm_resize",
	"servers.revert-resize": "revert_resize", "volume-attachments.create": "attach_volume",
}
