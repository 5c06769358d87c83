package compute_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/mockcloud"
	"plumbline/mockcloud/clock"
	"plumbline/mockcloud/settings"
)

// How long a shelved server rests on its host is the operator's choice, and can be chosen anew.
func TestShelvedServersRestAsLongAsTheOperatorSays(t *testing.T) {
	for _, row := range []struct {
		name          string
		time          time.Duration
		at, afterward string
	}{
		{"not at all", 0, "SHELVED_OFFLOADED", "SHELVED_OFFLOADED"},
		{"for a minute", time.Minute, "SHELVED", "SHELVED_OFFLOADED"},
		{"for good", -1, "SHELVED", "SHELVED"},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := begin(t, restingFor(row.time))
			id := c.boot("")
			c.must("member", id, `{"shelve": null}`)
			assert.Equal(t, row.at, c.show(id)["status"])
			c.Control().Advance(30 * time.Second)
			assert.Equal(t, row.at, c.show(id)["status"])
			c.Control().Advance(31 * time.Second)
			assert.Equal(t, row.afterward, c.show(id)["status"])
		})
	}
}

// restingFor makes shelved servers stay on their hosts for a time.
func restingFor(d time.Duration) mockcloud.Option {
	chosen := settings.Default()
	chosen.ShelvedOffloadTime = d
	return mockcloud.WithSettings(chosen)
}

// A server that was unshelved in between and shelved again rests anew.
func TestAServerThatIsShelvedAgainRestsAnew(t *testing.T) {
	c := begin(t, restingFor(time.Minute))
	id := c.boot("")
	c.must("member", id, `{"shelve": null}`)
	c.Control().Advance(40 * time.Second)
	c.must("member", id, `{"unshelve": null}`)
	require.Equal(t, "ACTIVE", c.show(id)["status"])
	c.must("member", id, `{"shelve": null}`)
	c.Control().Advance(40 * time.Second)
	assert.Equal(t, "SHELVED", c.show(id)["status"])
	c.Control().Advance(21 * time.Second)
	assert.Equal(t, "SHELVED_OFFLOADED", c.show(id)["status"])
}

// As a real cloud showed it, looked at every 2 ms.
func TestAServerThatIsBroughtUpAgainShowsTheCopyOfItsDisk(t *testing.T) {
	c := begin(t, mockcloud.WithLifecycle(clock.AfterReads(2)))
	look := func(id string) string {
		s := c.show(id)
		image, _ := s["image"].(map[string]any)
		own := image["id"] == imageA
		return fmt.Sprint(s["status"], " ", s["OS-EXT-STS:task_state"], " ", s["OS-EXT-AZ:availability_zone"] != "", " ", own)
	}
	until := func(id, status string) (seen []string) {
		for range 40 {
			if now := look(id); !slices.Contains(seen, now) {
				seen = append(seen, now)
			}
			if strings.HasPrefix(seen[len(seen)-1], status+" <nil>") {
				break
			}
		}
		return seen
	}
	id := c.boot("")
	until(id, "ACTIVE")
	c.must("member", id, `{"shelve": null}`)
	until(id, "SHELVED_OFFLOADED")
	c.must("member", id, `{"unshelve": null}`)
	assert.Equal(t, []string{
		"SHELVED_OFFLOADED unshelving false true", "SHELVED_OFFLOADED spawning true false", "ACTIVE <nil> true true",
	}, until(id, "ACTIVE"))
}

func TestSettingsChangeWhileTheMockRunsAndGoBackWithAReset(t *testing.T) {
	c := begin(t)
	c.Control().Choose(settings.Settings{ShelvedOffloadTime: -1, DefaultScheduleZone: "az2", CrossAZAttach: true, Cores: -1})
	id := c.boot("")
	shown := c.show(id)
	assert.Equal(t, "az2", shown["pinned_availability_zone"])
	c.must("member", id, `{"shelve": null}`)
	assert.Equal(t, "SHELVED", c.show(id)["status"])
	c.Control().Reset()
	id = c.boot("")
	assert.Nil(t, c.show(id)["pinned_availability_zone"])
	c.must("member", id, `{"shelve": null}`)
	assert.Equal(t, "SHELVED_OFFLOADED", c.show(id)["status"])
}

// What an offloaded server used is free where usage is counted in placement, and has to be free again.
func TestAnOffloadedServerHasToFitIntoTheQuotaAgain(t *testing.T) {
	c := begin(t)
	id := c.boot("")
	c.must("member", id, `{"shelve": null}`)
	c.boot("")
	for _, row := range []struct {
		cores, status int
	}{{1, 403}, {2, 202}} {
		c.Control().Choose(settings.Settings{CrossAZAttach: true, UsageFromPlacement: true, Cores: row.cores})
		a := c.act("admin", "2.91", id, `{"unshelve": {"host": "host1"}}`)
		assert.Equal(t, row.status, a.status, a.text)
	}
	assert.Equal(t, "host1", c.show(id)["OS-EXT-SRV-ATTR:host"])
}
