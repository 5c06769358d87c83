package pipeline

import (
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTheJournalCountsWhatEntriesCost: not only bodies have a size. Nobody needs a token to send the others.
func TestTheJournalCountsWhatEntriesCost(t *testing.T) {
	const large = 512 << 10
	for _, row := range []struct {
		name string
		at   string
		head map[string]string
	}{
		{"a long path", "/compute/v2.1/" + strings.Repeat("p", large), nil},
		{"a long query", "/compute/v2.1/servers?" + strings.Repeat("q", large), nil},
		{"a large header", "/compute/v2.1/servers", map[string]string{"X-Large": strings.Repeat("h", large)}},
		{"many headers", "/compute/v2.1/servers", many(500)},
		{"a long version", "/compute/v2.1/servers", map[string]string{"Openstack-Api-Version": "compute " + strings.Repeat("2", large)}},
		{"a long token", "/compute/v2.1/servers", map[string]string{"X-Auth-Token": strings.Repeat("t", large)}},
		{"a long host", "/compute/", map[string]string{"Host": strings.Repeat("n", large)}},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := newToy(t)
			before := alive()
			for i := range 200 {
				path, query, _ := strings.Cut(row.at, "?")
				r, err := http.NewRequest(http.MethodGet, "http://cloud.test/", nil)
				require.NoError(t, err)
				r.URL.Path, r.URL.RawQuery = path, query
				r.RequestURI = strings.Clone(row.at) + fmt.Sprint(i)
				for name, value := range row.head {
					r.Header.Set(name, strings.Clone(value)+fmt.Sprint(i))
				}
				if host := row.head["Host"]; host != "" {
					r.Host = strings.Clone(host) + fmt.Sprint(i)
				}
				c.ServeHTTP(&nothing{http.Header{}}, r)
			}
			grown := int64(alive()) - int64(before)
			assert.Less(t, grown>>20, int64(12), "MiB that live, of 100 that were sent")
			entries := c.env.Journal.Entries(Filter{})
			assert.Len(t, entries, 100)
			for _, e := range entries {
				assert.LessOrEqual(t, len(e.URL), mostHeaded+10)
			}
		})
	}
}

func many(n int) map[string]string {
	out := map[string]string{}
	for i := range n {
		out[fmt.Sprintf("X-Many-%d", i)] = strings.Repeat("h", 1000)
	}
	return out
}

func alive() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// nothing is a ResponseWriter that forgets.
type nothing struct{ header http.Header }

func (n *nothing) Header() http.Header         { return n.header }
func (n *nothing) WriteHeader(int)             {}
func (n *nothing) Write(b []byte) (int, error) { return len(b), nil }

// TestWhatIsLeftOfOldEntries: the line of an entry stays, its token can be told from others.
func TestWhatIsLeftOfOldEntries(t *testing.T) {
	j := NewJournal(5000)
	for i := range 5000 {
		j.add(&entry{at: startOfTime, url: strings.Repeat("u", 4000), status: 400 + i%2, request: http.Header{"X-Auth-Token": {"t"}, "X-Large": {strings.Repeat("x", 4000)}}})
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
