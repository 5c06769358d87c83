package target

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A mock that is asked as a cloud, by its credentials, may have its control API on: nobody has looked.
func TestACloudIsNotAskedForAControlAPI(t *testing.T) {
	var cloud Target
	cloud.Kind = Real
	control, why, err := findControl(t.Context(), &cloud)
	require.NoError(t, err)
	assert.Nil(t, control)
	assert.Equal(t, "a control API is asked only of a mock that --target names", why)
}
