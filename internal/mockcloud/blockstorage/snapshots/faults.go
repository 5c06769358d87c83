package snapshots

import "plumbline/internal/mockcloud/pipeline"

// Invalid is 400 for an action that the snapshot's state does not allow.
func Invalid(format string, args ...any) *pipeline.Fault {
	return pipeline.BadRequest("Invalid snapshot: "+format, args...)
}
