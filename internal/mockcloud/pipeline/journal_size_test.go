package pipeline

import (
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/journal"
)

// TestTheJournalCountsWhatEntriesCost: not only bodies have a size. Nobody needs a token to send the others.
func TestTheJournalCountsWhatEntriesCost(t *testing.T) {
	const large = 512 << 10
	for _, row := range []struct {
		name string
		at   string
		head map[string]string
	}{
		{"a long path", "/library/v1/" + strings.Repeat("p", large), nil},
		{"a long query", "/library/v1/books?" + strings.Repeat("q", large), nil},
		{"a large header", "/library/v1/books", map[string]string{"X-Large": strings.Repeat("h", large)}},
		{"many headers", "/library/v1/books", many(500)},
		{"a long version", "/library/v1/books", map[string]string{"Openstack-Api-Version": "library " + strings.Repeat("1", large)}},
		{"a long token", "/library/v1/books", map[string]string{"X-Auth-Token": strings.Repeat("t", large)}},
		{"a long host", "/library/", map[string]string{"Host": strings.Repeat("n", large)}},
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
			entries := c.env.Journal.Entries(journal.Filter{})
			assert.Len(t, entries, 100)
			for _, e := range entries {
				assert.LessOrEqual(t, len(e.URL), 4<<10+10)
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
