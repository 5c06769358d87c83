package mockcloud_test

import (
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/mockcloud/cloudcontrol"
	"plumbline/internal/mockcloud/journal"
)

// TestManyClientsAtOnce mixes reads, writes, refusals, snapshots and resets: no answer is a 5xx and the mock
// breaks none of its own documents.
func TestManyClientsAtOnce(t *testing.T) {
	c := benchCloud(t)
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range 60 {
				all := exchanges()
				e := all[(i+j)%len(all)]
				w := httptest.NewRecorder()
				c.ServeHTTP(w, e.request())
				assert.Less(t, w.Code, 500, "%s: %s", e.name, w.Body)
			}
		}()
	}
	wg.Add(1)
	go func() {
		defer wg.Done()
		for range 10 {
			id := c.Control().Snapshot()
			c.Control().Restore(id)
			c.Control().Reset()
			c.Control().Drop(id)
		}
	}()
	wg.Wait()
	for _, e := range cloudcontrol.Of(c).Journal().Entries(journal.Filter{Bugs: true}) {
		t.Error(e.Method, e.URL, e.Bugs)
	}
}
