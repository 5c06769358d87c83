package lies_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/mutants"
	"plumbline/internal/openapi"
	"plumbline/internal/reports/verdict"
)

// honestly leaves all requests to the cloud.
func honestly(*proxy, http.ResponseWriter, *http.Request) bool { return false }

// TestAWrongPinIsNoticedWhereNoFieldShowsIt: at 2.93 a server's pin is found out by the hosts that it may be sent to, and up to 2.90 by
// closing its zone. Each wrong pin of the decision table that a cloud of that microversion has is noticed by the row's requirement.
func TestAWrongPinIsNoticedWhereNoFieldShowsIt(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	all, err := mutants.All(openapi.Shipped)
	require.NoError(t, err)
	tried := map[string]int{}
	for _, m := range all {
		row, changed, is := strings.Cut(strings.TrimPrefix(m.ID, "decisions/"), "=")
		if !is || !strings.HasPrefix(row, "UTH-") || !strings.HasPrefix(changed, "pin ") {
			continue
		}
		newest := "2.93"
		if row < "UTH-40" {
			newest = "2.90"
		}
		tried[newest]++
		t.Run(m.ID, func(t *testing.T) {
			requirement := row[:len("UTH-40")]
			f := run(t, lie{name: m.ID, tell: honestly, rows: []string{requirement}, newest: newest, mutant: &m})
			is, why := f.verdict(requirement)
			assert.Equal(t, verdict.Fail, is, why)
			assert.Contains(t, why, "pinned to")
		})
	}
	assert.Greater(t, tried["2.93"], 8)
	assert.Greater(t, tried["2.90"], 3)
}

// TestRowsThatTryOutAPinDisturbNobody where hosts tell it: they run beside others, and close no host.
func TestRowsThatTryOutAPinDisturbNobody(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	closed := false
	f := run(t, lie{
		name: "none", rows: []string{"UTH-42b", "UTH-44d", "UTH-46b", "UTH-47b"}, newest: "2.93",
		tell: func(_ *proxy, _ http.ResponseWriter, r *http.Request) bool {
			closed = closed || r.Method == http.MethodPut && strings.Contains(r.URL.Path, "/os-services/")
			return false
		},
	})
	f.passed(t, "UTH-42", "UTH-44", "UTH-46", "UTH-47")
	assert.False(t, closed, "a compute service was changed")
}

// TestAServerWhosePinIsAnotherIsNotLent: a Given sentence has pinned it to AZ2, and the request of the case that had it took the pin away.
// The next case pins a server anew; with that one it would pass whatever its request did.
func TestAServerWhosePinIsAnotherIsNotLent(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	f := run(t, lie{name: "none", tell: honestly, rows: []string{"UTH-45d"}, newest: "2.93", sweep: true})
	f.passed(t, "UTH-45")
	pinned := 0
	for line := range strings.Lines(f.log) {
		if strings.Contains(line, `"step_done":{"case":"unshelve-to-host/decision#UTH-45d@newest"`) &&
			strings.Contains(line, "has unshelved it with zone AZ2") {
			pinned++
			assert.NotContains(t, line, `"from"`)
		}
	}
	assert.Equal(t, 1, pinned)
}
