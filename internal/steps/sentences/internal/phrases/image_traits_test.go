package phrases

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAnImageAsksForATraitThatNoRowTakesFromHosts(t *testing.T) {
	traits := []string{"HW_CPU_X86_SSE", "CUSTOM_OWN", "COMPUTE_REBUILD_BFV", "COMPUTE_STATUS_DISABLED", "COMPUTE_NODE"}
	assert.Equal(t, map[string]any{"trait:COMPUTE_NODE": "required"}, asking(traits))
	assert.Empty(t, asking([]string{"CUSTOM_OWN", "COMPUTE_REBUILD_BFV"}))
	assert.Empty(t, asking(nil))
}
