package compute_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/compute"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// The documents say which operations the mock does not perform yet: those, and no others.
func TestUnimplementedOperationsAreMarked(t *testing.T) {
	svc, err := compute.New(&pipeline.Env{Profile: openapi.Shipped})
	require.NoError(t, err)
	for _, v := range svc.Chain.Versions() {
		d, err := svc.Chain.At(v)
		require.NoError(t, err)
		for _, op := range d.Operations() {
			if op.IsGone() {
				continue
			}
			_, performed := svc.Operations[op.ID]
			if performed == op.Unimplemented {
				assert.Failf(t, "wrongly marked", "%s at %s: performed %v, %s %v", op.ID, v, performed, openapi.UnimplementedKey, op.Unimplemented)
			}
		}
	}
}
