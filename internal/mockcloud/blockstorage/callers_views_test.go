package blockstorage_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What a list shows to one caller is not what it shows to the next, in the same project and on the same records.
func TestAListShowsWhatItsCallerMaySee(t *testing.T) {
	c := newCloud(t)
	for _, who := range []string{"admin", "member", "admin"} {
		types := c.do(who, "3.0", "GET", "/types", nil)
		require.Equal(t, 200, types.status, types.body)
		assert.Equal(t, who == "admin", strings.Contains(types.body, "volume_backend_name"), "%s: %s", who, types.body)
		groups := c.do(who, "3.11", "GET", "/group_types", nil)
		require.Equal(t, 200, groups.status, groups.body)
		assert.Equal(t, who == "admin", strings.Contains(groups.body, "group_specs"), "%s: %s", who, groups.body)
	}
}
