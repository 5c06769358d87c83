package disks

import (
	"fmt"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// SharedVolumes is the microversion from which a server can have a volume that is attached to other servers too.
var SharedVolumes = openapi.MustVersion("2.60")

// RefusedByVolumes words a refusal of block storage as compute passes it on.
func RefusedByVolumes(x *pipeline.Exchange, f *pipeline.Fault) string {
	return fmt.Sprintf("Invalid input received: %s (HTTP %d) (Request-ID: %s)", f.Message, f.Status, x.RequestID)
}
