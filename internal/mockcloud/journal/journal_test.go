package journal

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var startOfTime = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func TestTheJournalHasABound(t *testing.T) {
	j := New(5000)
	for range 5000 {
		j.add(&entry{at: startOfTime, body: make([]byte, 1<<12)})
	}
	entries := j.Entries(Filter{})
	require.Len(t, entries, 5000)
	held := 0
	for _, e := range entries {
		held += len(e.RequestBody)
	}
	assert.LessOrEqual(t, held, mostHeld)
	assert.Greater(t, held, mostHeld/2)
	assert.NotEmpty(t, entries[4999].RequestBody, "the newest have their bodies")
	assert.Empty(t, entries[0].RequestBody)
}

// TestWhatIsLeftOfOldEntries: the line of an entry stays, its token can be told from others.
func TestWhatIsLeftOfOldEntries(t *testing.T) {
	j := New(5000)
	for i := range 5000 {
		j.add(&entry{
			at: startOfTime, url: strings.Repeat("u", 4000), status: 400 + i%2,
			request: http.Header{"X-Auth-Token": {"t"}, "X-Large": {strings.Repeat("x", 4000)}},
		})
	}
	assert.LessOrEqual(t, j.held, mostHeld)
	entries := j.Entries(Filter{})
	require.Len(t, entries, 5000)
	assert.Equal(t, 400, entries[0].Status)
	assert.Len(t, entries[0].URL, mostBareURL)
	assert.Equal(t, entries[4999].Token, entries[0].Token)
	assert.NotEmpty(t, entries[0].Token)
	assert.Empty(t, entries[0].RequestHeader)
	assert.True(t, entries[0].Stripped)
	assert.False(t, entries[4999].Stripped)
	assert.NotEmpty(t, entries[4999].RequestHeader)
	j.Clear()
	assert.Zero(t, j.held)
}

// TestTheJournalGrows up to its number of entries, also where it was cleared before it was full.
func TestTheJournalGrows(t *testing.T) {
	for cleared := range 8 {
		j := New(3)
		for i := range 8 {
			if i == cleared {
				j.Clear()
			}
			j.add(&entry{at: startOfTime, status: i})
			var want, got []int
			for s := max(0, i-2); s <= i; s++ {
				if s >= cleared || i < cleared {
					want = append(want, s)
				}
			}
			for _, e := range j.Entries(Filter{}) {
				got = append(got, e.Status)
			}
			assert.Equal(t, want, got, "cleared before %d, after %d", cleared, i)
		}
	}
}
