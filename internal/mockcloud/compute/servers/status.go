package servers

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/state"
)

// StatusOf is the status for a vm_state and a task_state (docs/contract/70-servers-fields-by-microversion.md §2): a default per
// vm_state, overridden by some task states.
func StatusOf(vm state.VMState, task state.TaskState) string {
	row := statuses[vm]
	return cmp.Or(row.tasks[task], row.normal, "UNKNOWN")
}

type statusRow struct {
	normal string
	tasks  map[state.TaskState]string
}

var rebuilding = map[state.TaskState]string{
	state.TaskRebuilding: "REBUILD", state.TaskRebuildVolumes: "REBUILD", state.TaskRebuildSpawning: "REBUILD",
}

var statuses = map[state.VMState]statusRow{
	state.VMActive: {"ACTIVE", mergeTexts(rebuilding, map[state.TaskState]string{
		state.TaskRebooting: "REBOOT", "reboot_pending": "REBOOT", "reboot_started": "REBOOT",
		state.TaskRebootingHard: "HARD_REBOOT", "reboot_pending_hard": "HARD_REBOOT", "reboot_started_hard": "HARD_REBOOT",
		state.TaskUpdatingPassword: "PASSWORD", state.TaskMigrating: "MIGRATING",
		state.TaskResizePrep: "RESIZE", "resize_migrating": "RESIZE", "resize_migrated": "RESIZE", "resize_finish": "RESIZE",
	})},
	state.VMStopped: {"SHUTOFF", mergeTexts(rebuilding, map[state.TaskState]string{
		state.TaskResizePrep: "RESIZE", "resize_migrating": "RESIZE", "resize_migrated": "RESIZE", "resize_finish": "RESIZE",
	})},
	state.VMError:            {"ERROR", rebuilding},
	state.VMResized:          {"VERIFY_RESIZE", map[state.TaskState]string{"resize_reverting": "REVERT_RESIZE"}},
	state.VMPaused:           {"PAUSED", map[state.TaskState]string{state.TaskMigrating: "MIGRATING"}},
	state.VMBuilding:         {normal: "BUILD"},
	state.VMSuspended:        {normal: "SUSPENDED"},
	state.VMRescued:          {normal: "RESCUE"},
	state.VMDeleted:          {normal: "DELETED"},
	state.VMSoftDeleted:      {normal: "SOFT_DELETED"},
	state.VMShelved:          {normal: "SHELVED"},
	state.VMShelvedOffloaded: {normal: "SHELVED_OFFLOADED"},
}

// progressing are the statuses that show progress, faulty those that show a fault.
var (
	progressing = map[string]bool{
		"ACTIVE": true, "BUILD": true, "REBUILD": true, "RESIZE": true, "VERIFY_RESIZE": true, "MIGRATING": true,
	}
	faulty = map[string]bool{"ERROR": true, "DELETED": true}
)

// IsStatus tells whether there is such a status. Case is ignored.
func IsStatus(name string) bool {
	for _, vm := range slices.Sorted(maps.Keys(statuses)) {
		names := append(slices.Collect(maps.Values(statuses[vm].tasks)), statuses[vm].normal)
		if slices.ContainsFunc(names, func(s string) bool { return strings.EqualFold(s, name) }) {
			return true
		}
	}
	return false
}

// statesOf are the vm_states of servers that may show one of these statuses. It answers false if it does not know all of them: of the
// status UNKNOWN.
func statesOf(asked []string) (states []string, all bool) {
	isAsked := func(name string) bool {
		return slices.ContainsFunc(asked, func(a string) bool { return strings.EqualFold(a, name) })
	}
	for vm, row := range statuses {
		if isAsked(row.normal) || slices.ContainsFunc(slices.Collect(maps.Values(row.tasks)), isAsked) {
			states = append(states, string(vm))
		}
	}
	return states, !isAsked("UNKNOWN")
}

func mergeTexts(maps ...map[state.TaskState]string) map[state.TaskState]string {
	out := map[state.TaskState]string{}
	for _, m := range maps {
		for k, v := range m {
			out[k] = v
		}
	}
	return out
}

// Status is the status of a server.
func Status(s *state.Server) string { return StatusOf(s.VMState, s.TaskState) }
