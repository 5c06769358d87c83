package snapshots

import "plumbline/mockcloud/internal/pipeline"

// Invalid refuses what the snapshot is not in a state for.
func Invalid(format string, args ...any) *pipeline.Fault {
	return pipeline.BadRequest("Invalid snapshot: "+format, args...)
}
