package compute_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestWorkGoesOnWhileNobodyAsks: work in several stages takes as long whether somebody looks after each of them or not before the end.
func TestWorkGoesOnWhileNobodyAsks(t *testing.T) {
	for _, row := range []struct {
		name, status string
		// begin starts the work on a server, with which it answers.
		begin func(*cloud) string
	}{
		{"a server is built from a volume that is made for it", "ACTIVE", func(c *cloud) string {
			a := c.createFrom(newest, `{"block_device_mapping_v2": [`+rootOf("image", imageA, `, "volume_size": 1`)+`]}`)
			require.Equal(c, 202, a.status, a.text)
			return a.at("server", "id").(string)
		}},
		{"a root volume is written again", "ACTIVE", func(c *cloud) string {
			server, _ := c.bootVolume()
			c.must("member", server, rebuildTo(imageB, ""))
			return server
		}},
		{"a server is shelved and offloaded", "SHELVED_OFFLOADED", func(c *cloud) string {
			server, _ := c.bootVolume()
			c.must("member", server, `{"shelve": null}`)
			return server
		}},
		{"an offloaded server comes back", "ACTIVE", func(c *cloud) string {
			server, _ := c.bootVolume()
			c.must("member", server, `{"shelve": null}`)
			c.rest(server)
			c.must("member", server, `{"unshelve": null}`)
			return server
		}},
	} {
		t.Run(row.name, func(t *testing.T) {
			looked := begin(t, slowly())
			server, ticks := row.begin(looked), 0
			atRest := func() bool {
				s := looked.show(server)
				return s["OS-EXT-STS:task_state"] == nil && s["status"] == row.status
			}
			for !atRest() {
				looked.clock.Advance(tick)
				ticks++
				require.Less(t, ticks, 60)
			}
			require.Greater(t, ticks, 0)
			silent := begin(t, slowly())
			server = row.begin(silent)
			silent.clock.Advance(tick * time.Duration(ticks-1))
			s := silent.show(server)
			assert.False(t, s["OS-EXT-STS:task_state"] == nil && s["status"] == row.status, "over after %d of %d ticks", ticks-1, ticks)
			silent.clock.Advance(tick)
			s = silent.show(server)
			assert.Equal(t, row.status, s["status"])
			assert.Nil(t, s["OS-EXT-STS:task_state"])
		})
	}
}
