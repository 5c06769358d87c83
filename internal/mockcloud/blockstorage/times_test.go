package blockstorage_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTimesThatWereStoredAreWholeSeconds: only the answer to a creation, which has not been in the database, has more.
func TestTimesThatWereStoredAreWholeSeconds(t *testing.T) {
	c := newCloud(t)
	c.clock.Advance(123456 * time.Microsecond)
	made := c.do("member", "3.70", "POST", "/volumes", object{"volume": object{"size": 1, "name": "v"}})
	require.Equal(t, 202, made.status, made.body)
	assert.Equal(t, "2026-01-02T03:04:05.123456", made.at("volume", "created_at"))
	volume := "/volumes/" + made.text("volume", "id")
	assert.Equal(t, "2026-01-02T03:04:05.000000", c.do("member", "3.70", "GET", volume, nil).at("volume", "created_at"))
	changed := c.do("member", "3.70", "PUT", volume, object{"volume": object{"name": "w"}})
	assert.Equal(t, "2026-01-02T03:04:05.000000", changed.at("volume", "created_at"))
	assert.Equal(t, "2026-01-02T03:04:05.000000", changed.at("volume", "updated_at"))

	for _, row := range []struct{ path, noun string }{{"/snapshots", "snapshot"}, {"/volume-transfers", "transfer"}} {
		body := object{row.noun: object{"volume_id": made.text("volume", "id")}}
		part := c.do("member", "3.70", "POST", row.path, body)
		assert.Equal(t, "2026-01-02T03:04:05.123456", part.at(row.noun, "created_at"), part.body)
		shown := c.do("member", "3.70", "GET", row.path+"/"+part.text(row.noun, "id"), nil)
		assert.Equal(t, "2026-01-02T03:04:05.000000", shown.at(row.noun, "created_at"))
	}
}
