package mockcloud_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/embedded"
	"plumbline/mockcloud"
	"plumbline/mockcloud/clock"
)

// TestClientProgramsReachAMockWithAnAddressOfItsOwn: links lead them to the listener, a clock that stands still goes on for
// them, and the control API is not theirs.
func TestClientProgramsReachAMockWithAnAddressOfItsOwn(t *testing.T) {
	still := clock.NewManual(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	began := still.Now()
	cloud, err := mockcloud.New(mockcloud.WithBaseURL("http://mock.invalid"), mockcloud.WithClock(still))
	require.NoError(t, err)
	served, err := cloud.Listen("127.0.0.1:0", embedded.ForPrograms(func() { cloud.Control().Advance(time.Second) }))
	require.NoError(t, err)
	defer served.Close() //nolint:errcheck // the test is over

	resp, text := get(t, http.DefaultClient, served.URL+"/compute/v2.1/")
	assert.Equal(t, 200, resp.StatusCode)
	assert.Contains(t, text, served.URL+"/compute/v2.1/")
	assert.NotContains(t, text, "mock.invalid")
	assert.Equal(t, time.Second, still.Now().Sub(began))

	resp, _ = get(t, http.DefaultClient, served.URL+"/_plumbline/health")
	assert.Equal(t, 404, resp.StatusCode)
	assert.Equal(t, time.Second, still.Now().Sub(began), "what is not the cloud's moves no clock")
	assert.Equal(t, "http://mock.invalid", cloud.URL(), "where everybody else finds the mock")
	assert.True(t, strings.HasPrefix(served.URL, "http://127.0.0.1:"), served.URL)
}
