package steps_test

import (
	"bytes"
	"context"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/reports"
	"plumbline/steps"
)

func TestRepeatedCasesThatDisagreeAreFlaky(t *testing.T) {
	var log bytes.Buffer
	asked := 0
	o := options(t, &log, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/compute/v2.1/servers" && r.Method == "GET" {
				if asked++; asked == 2 { // the second attempt at MVN-01
					w.Header().Set("Content-Type", "application/json")
					w.Header().Set("X-Openstack-Request-Id", "req-00000000-0000-4000-8000-000000000001")
					w.WriteHeader(http.StatusConflict)
					_, _ = w.Write([]byte(`{"conflictingRequest": {"code": 409, "message": "no"}}`))
					return
				}
			}
			next.ServeHTTP(w, r)
		})
	})
	o.Repeat = 3
	o.Selection.Only = []string{"MVN-01", "MVN-05"}
	var last steps.Progress
	o.Progress = func(p steps.Progress) { last = p }
	outcome, err := steps.Run(context.Background(), o)
	require.NoError(t, err)
	assert.Equal(t, []int{2, 1, 0, 1}, []int{outcome.Passed, outcome.Failed, outcome.Errors, outcome.Gated})
	assert.Equal(t, []int{4, 4}, []int{last.Done, last.Total})
	catalogue, err := features.Catalogue()
	require.NoError(t, err)
	report, err := reports.Build(catalogue, events(t, &log))
	require.NoError(t, err)
	for _, r := range report.Requirements {
		if r.ID != "MVN-01" {
			continue
		}
		require.Len(t, r.Rows, 1)
		row := r.Rows[0]
		assert.True(t, row.Flaky)
		assert.Equal(t, "fail", row.Verdict.String())
		assert.Contains(t, row.Reason, "flaky in 3 attempts (2 pass, 1 fail): ")
		assert.Len(t, row.Attempts, 3)
	}
	assert.Equal(t, 3, report.Run.Repeat)
}

// Attempts at a case follow one another in the log, however many cases run at once and in whatever order.
func TestAttemptsFollowOneAnother(t *testing.T) {
	for _, seed := range []int64{0, 7} {
		var log bytes.Buffer
		o := options(t, &log, nil)
		o.Repeat, o.Jobs, o.Shuffle = 3, 8, seed
		o.Selection.Only = []string{"MVN-01", "MVN-02", "MVN-03", "MVN-05"}
		_, err := steps.Run(context.Background(), o)
		require.NoError(t, err)
		catalogue, err := features.Catalogue()
		require.NoError(t, err)
		report, err := reports.Build(catalogue, events(t, &log))
		require.NoError(t, err)
		assert.Equal(t, 3, report.Run.Repeat)
	}
}

func TestOnlyRequestsOfTheSuitesOwnAreSentAgain(t *testing.T) {
	var log bytes.Buffer
	turned := map[string]int{}
	o := options(t, &log, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			at := r.Method + " " + r.URL.Path
			if turned[at]++; turned[at] == 1 && (at == "POST /compute/v2.1/os-keypairs" || at == "GET /compute/v2.1/servers") {
				w.Header().Set("Retry-After", "1")
				http.Error(w, "{}", http.StatusServiceUnavailable)
				return
			}
			next.ServeHTTP(w, r)
		})
	})
	o.Selection.Only = []string{"MVN-01"}
	outcome, err := steps.Run(context.Background(), o)
	require.NoError(t, err)
	assert.Zero(t, outcome.Passed, "the subject's 503 is an answer like any other")
	var keypairs, servers []int
	for _, e := range events(t, &log) {
		if x := e.Exchanged; x != nil && x.Case != "" {
			switch x.Role {
			case "setup":
				keypairs = append(keypairs, x.Retry)
			case "subject":
				servers = append(servers, x.Retry)
			}
		}
	}
	assert.Equal(t, []int{0, 1}, keypairs, "the set-up was turned away and sent again")
	assert.Equal(t, []int{0}, servers, "the subject is sent once")
}
