package steps_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"regexp"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/reports/eventlog"
	"plumbline/mockcloud"
	"plumbline/mockcloud/clock"
	"plumbline/steps"
)

// leavesAtWork are scenarios that end while their server is at work.
const leavesAtWork = `@spec:microversions @needs:block-storage @needs:reimage @needs:two-images
Feature: made up
  Scenario: MVN-01 a volume is being written
    Given a volume-backed server
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 202

  Scenario: MVN-02 a data volume is attached
    Given a server
    And the server has a data volume
    When the member rebuilds the server at 2.93 with image B
    Then the request is answered 202

  Scenario: MVN-03 an image is made of it
    Given a server
    When the member shelves it at 2.91
    Then the request is answered 202
`

// A server at work is not deleted before it has ended that: deleted while it is rebuilt, it would leave its volumes reserved on a real
// cloud, and while it is shelved, an image.
func TestAServerAtWorkIsDeletedAfterIt(t *testing.T) {
	s := newShared(t, mockcloud.WithLifecycle(clock.After(900*time.Millisecond)))
	scenarios, err := features.Parse("microversions/made-up.feature", []byte(leavesAtWork))
	require.NoError(t, err)
	var log bytes.Buffer
	o := s.options(t, eventlog.NewWriter(&log, s.time.Now))
	o.Scenarios = scenarios
	server := regexp.MustCompile(`^/compute/v2\.1/servers/[^/]+$`)
	var (
		mu    sync.Mutex
		tasks []any
	)
	o.Target.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodDelete && server.MatchString(r.URL.Path) {
			look := r.Clone(r.Context())
			look.Method, look.Body = http.MethodGet, http.NoBody
			seen := httptest.NewRecorder()
			s.cloud.ServeHTTP(seen, look)
			var shown struct {
				Server struct {
					Task any `json:"OS-EXT-STS:task_state"`
				} `json:"server"`
			}
			if seen.Code == http.StatusOK && assert.NoError(t, json.Unmarshal(seen.Body.Bytes(), &shown)) {
				mu.Lock()
				tasks = append(tasks, shown.Server.Task)
				mu.Unlock()
			}
		}
		s.cloud.ServeHTTP(w, r)
	})
	outcome, err := steps.Run(context.Background(), o)
	require.NoError(t, err)
	assert.Equal(t, 3, outcome.Passed, outcome.FirstErrorText+outcome.FirstFailure)
	assert.Zero(t, outcome.NotCleaned+outcome.Leaked)
	require.NotEmpty(t, tasks)
	for _, task := range tasks {
		assert.Nil(t, task)
	}
}
