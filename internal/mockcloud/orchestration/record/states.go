package record

import (
	"strings"

	"plumbline/internal/mockcloud/orchestration/faults"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Actions on stacks and resources, and their statuses.
const (
	Initial, Create, Delete, Update, Rollback = "INIT", "CREATE", "DELETE", "UPDATE", "ROLLBACK"
	Suspend, Resume, Check, Snapshot, Restore = "SUSPEND", "RESUME", "CHECK", "SNAPSHOT", "RESTORE"
	Adopt, Lock, Unlock                       = "ADOPT", "LOCK", "UNLOCK"

	InProgress, Complete, Failed = "IN_PROGRESS", "COMPLETE", "FAILED"
)

// LowerCase is an action in lower case.
func LowerCase(action string) string { return strings.ToLower(action) }

// TitleCase is an action in title case: Create.
func TitleCase(action string) string { return action[:1] + LowerCase(action[1:]) }

// Status is a stack's status as clients see it.
func Status(s *state.Stack) string { return s.Action + "_" + s.Status }

// InAction is 409 for an action that cannot start because another one is in progress.
func InAction(s *state.Stack) *pipeline.Fault {
	return faults.Of(409, "ActionInProgress", "Stack %s already has an action (%s) in progress.", s.Name, s.Action)
}

// NotNow is 409 for an action that the stack's state does not allow.
func NotNow(what string, s *state.Stack) *pipeline.Fault {
	return faults.Of(409, "HTTPConflict", "Stack %s cannot be asked for %s while it is %s.", s.Name, what, Status(s))
}
