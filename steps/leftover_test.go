package steps_test

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi/redact"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/sweeping"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/world"
	"plumbline/steps"
)

// TestWhatCouldNotBeRemovedIsSaidAndSwept: while the run cleans up, a proxy answers every removal of compute. The rows
// keep their verdicts, each failed removal and each thing left stands in the log, the users and projects that lead to
// what is left stay, and a sweep removes everything later.
func TestWhatCouldNotBeRemovedIsSaidAndSwept(t *testing.T) {
	s := newShared(t)
	before := s.records()
	var log bytes.Buffer
	o := s.options(t, eventlog.NewWriter(&log, s.time.Now))
	broken := true
	o.Target.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if broken && r.Method == http.MethodDelete && strings.HasPrefix(r.URL.Path, "/compute/") {
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		s.cloud.ServeHTTP(w, r)
	})
	outcome, err := steps.Run(context.Background(), o)
	require.NoError(t, err)
	assert.Equal(t, 1, outcome.Passed, outcome.FirstErrorText)
	assert.Equal(t, 1, outcome.Failed, outcome.FirstFailure)
	assert.Positive(t, outcome.NotCleaned)
	assert.Positive(t, outcome.Leaked)
	left, said := map[string]bool{}, ""
	for _, e := range events(t, &log) {
		switch {
		case e.Leaked != nil:
			left[e.Leaked.Kind] = true
		case e.CleanedUp != nil && e.CleanedUp.Kind == "server":
			said = e.CleanedUp.Error
		}
	}
	for _, kind := range []string{"server", "keypair", "user", "project"} {
		assert.True(t, left[kind], "%s among %v", kind, left)
	}
	assert.Contains(t, said, "the answer 503 is not the compute service's own but from something on the way to it")

	broken = false
	var swept []string
	require.NoError(t, sweeping.Sweep{
		Target: o.Target, Clock: world.Machine{}, Redact: redact.New(), Run: outcome.RunID,
		Gone: func(s target.Swept) { swept = append(swept, s.Kind) },
	}.Do(context.Background()))
	assert.Contains(t, swept, "server")
	assert.Equal(t, before, s.records(), "nothing is left")
}

// records counts what there is beside tokens and history.
func (s *shared) records() map[string]int {
	out := s.cloud.Control().Records()
	for _, kind := range []string{"tokens", "revoked-tokens", "instance-actions"} {
		delete(out, kind)
	}
	return out
}
