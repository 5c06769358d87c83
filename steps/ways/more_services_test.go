package ways_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
	"plumbline/internal/reports/verdict"
	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/target"
	"plumbline/mockcloud"
	"plumbline/mockcloud/settings"
	"plumbline/steps"
)

// TestServicesThatTheSuiteCannotUseDecideNothing: most clouds have quality of service in their network, and many have shares. No API
// makes a compute service older, and nobody can name a share to the suite: what needs that cannot be seen, and is not left to be run.
func TestServicesThatTheSuiteCannotUseDecideNothing(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	const alias = `{"alias": "port-resource-request-groups", "name": "Port resource request groups", "description": "",` +
		` "updated": "2021-08-02T10:00:00-00:00", "links": []}, `
	const share = `{"type": "shared-file-system", "name": "manila", "id": "a0", "endpoints": [{"id": "a1", "interface": "public",` +
		` "region": "RegionOne", "region_id": "RegionOne", "url": "http://127.0.0.1:1/share"}]}, `
	var cloud *mockcloud.Cloud
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := httptest.NewRecorder()
		cloud.ServeHTTP(answer, r)
		body := answer.Body.String()
		switch {
		case strings.HasSuffix(r.URL.Path, "/extensions"):
			body = strings.Replace(body, `"extensions": [`, `"extensions": [`+alias, 1)
		case strings.HasSuffix(r.URL.Path, "/auth/tokens"):
			body = strings.Replace(body, `"catalog": [`, `"catalog": [`+share, 1)
		}
		answer.Header().Del("Content-Length")
		for name, values := range answer.Header() {
			w.Header()[name] = values
		}
		w.WriteHeader(answer.Code)
		_, _ = io.WriteString(w, body)
	}))
	defer front.Close()
	var err error
	cloud, err = mockcloud.New(mockcloud.WithBaseURL(front.URL))
	require.NoError(t, err)
	report := run(t, steps.Options{
		Profile: openapi.Shipped, Tool: "test", RunID: "more", Timeouts: patient(), Jobs: 2,
		Selection: plan.Selection{Only: []string{"UTH-N05", "RKP-N04"}, Disruptive: true},
		Target:    target.Config{Name: "more", Kind: target.Real, Login: logins(t, cloud, mockcloud.ClientFiles{})("admin")},
	})
	reasons := map[string]string{"UTH-N05": "port-resource-request-groups; no API shows", "RKP-N04": "no share can be named"}
	for _, requirement := range report.Requirements {
		if reason, asked := reasons[requirement.ID]; asked {
			assert.Equal(t, verdict.Unobservable.String(), requirement.Verdict.String(), requirement.ID)
			assert.Contains(t, requirement.Reason, reason)
			delete(reasons, requirement.ID)
		}
	}
	assert.Empty(t, reasons, "requirements that the report lacks")
	assert.True(t, report.Run.Complete, report.Run.Stopped)
}

// TestACloudThatKeepsDeletedServersIsLeftAsItWas: where reclaim_instance_interval is not 0, a deleted server is SOFT_DELETED for a while.
// What the run made goes at once, all the same.
func TestACloudThatKeepsDeletedServersIsLeftAsItWas(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	keeps := settings.Default()
	keeps.ReclaimInterval = time.Hour
	clock := &together{now: time.Now().UTC()}
	o := steps.Options{
		Profile: openapi.Shipped, Tool: "test", RunID: "keeps", Timeouts: patient(), Jobs: 2, Clock: clock,
		Selection: plan.Selection{Only: []string{"RKP-02a", "RKP-N05a", "UTH-01", "BFV-01a", "MVN-28b"}, Disruptive: true},
	}
	clock.follow(&o)
	cloud, err := mockcloud.New(mockcloud.WithSettings(keeps), mockcloud.WithClock(clock))
	require.NoError(t, err)
	served, err := cloud.Listen("127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = served.Close() })
	o.Target = target.Config{Name: "keeps", Kind: target.Real, Login: logins(t, cloud, mockcloud.ClientFiles{})("admin")}
	before := cloud.Control().Records()["servers"]
	report := run(t, o)
	passed := 0
	for _, requirement := range report.Requirements {
		for _, row := range requirement.Rows {
			sound(t, row)
			if row.Verdict == verdict.Pass {
				passed++
			}
		}
	}
	assert.Positive(t, passed)
	assert.Empty(t, report.Leaks)
	assert.Empty(t, report.Cleanup)
	assert.Equal(t, before, cloud.Control().Records()["servers"])
}
