package compute

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// TestEveryOperationThatLooksAtStatesHasAName, which its refusal says. Where only the host counts the refusal names nothing.
func TestEveryOperationThatLooksAtStatesHasAName(t *testing.T) {
	svc, err := New(&pipeline.Env{Profile: openapi.Specified})
	require.NoError(t, err)
	looked := 0
	for _, v := range svc.Chain.Versions() {
		d, err := svc.Chain.At(v)
		require.NoError(t, err)
		for _, op := range d.Operations() {
			if s := op.States; s != nil && (s.VM != nil || s.Task != nil || s.Launched) {
				looked++
				assert.NotEmpty(t, apiNames[op.ID]+op.Action, "%s at %s", op.ID, v)
			}
		}
	}
	assert.Greater(t, looked, 100)
}
