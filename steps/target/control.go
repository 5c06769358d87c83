package target

import (
	"context"
	"time"
)

// Control is a mock's control API; nil where the target has none.
type Control struct {
	t    *Target
	base string
}

// findControl looks for the reserved prefix beside the identity service of a mock. Real clouds are not asked.
func findControl(_ context.Context, t *Target) *Control { return nil }

// metadata answers the mock's own metadata access; empty without one.
func (c *Control) metadata() MetadataAccess { return MetadataAccess{} }

// feed reads the mock's notifications.
func (c *Control) feed() Feed { return nil }

// Advance moves the mock's clock.
func (c *Control) Advance(ctx context.Context, d time.Duration) error { return nil }
