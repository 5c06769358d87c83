// Package ways_test certifies sound mocks in every way in which somebody may: whatever the way in, the speed, the
// settings and the user, a sound mock never fails a requirement, nothing is left behind, and what is not decided says why.
package ways_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/mockcloud/cloudcontrol"
	"plumbline/internal/mockcloud/control"
	"plumbline/internal/reports"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/verdict"
	"plumbline/internal/steps/plan"
	"plumbline/mockcloud"
	"plumbline/steps"
)

func TestSoakASoundMockIsNeverFailedWhateverTheWayIn(t *testing.T) {
	t.Setenv("PATH", t.TempDir()) // no client programs: they have tests of their own, and take their time
	all := pairwise(factors, sensible)
	if os.Getenv("PLUMBLINE_SOAK") != "full" {
		all = dozen(all)
	}
	for _, w := range all {
		t.Run(w.String(), func(t *testing.T) {
			t.Parallel()
			w.check(t)
		})
	}
}

// A few ways that the pairs do not have, in CI one. PLUMBLINE_WAYS_SEED draws others, PLUMBLINE_WAYS says how many.
func TestSoakASoundMockIsNeverFailedByChance(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	seed, n := number(t, "PLUMBLINE_WAYS_SEED", 1), number(t, "PLUMBLINE_WAYS", 1)
	if os.Getenv("PLUMBLINE_SOAK") == "full" {
		n = number(t, "PLUMBLINE_WAYS", 24)
	}
	for _, w := range drawn(factors, int(n), seed, sensible) {
		t.Run(w.String(), func(t *testing.T) {
			t.Parallel()
			w.check(t)
		})
	}
}

// number reads a setting from the environment.
func number(t *testing.T, name string, otherwise uint64) uint64 {
	text, there := os.LookupEnv(name)
	if !there {
		return otherwise
	}
	n, err := strconv.ParseUint(text, 10, 32)
	require.NoError(t, err, name)
	return n
}

// check certifies a mock in a way and reads the report and the mock.
func (w way) check(t *testing.T) {
	clouds, o := w.cloud(t)
	first := clouds.all[0].Control()
	before, settings, maxima := first.Records(), first.Settings(), cloudcontrol.Of(clouds.all[0]).NewestMicroversions()
	began := time.Now()
	report := run(t, o)
	t.Logf("%s: %s", time.Since(began).Round(100*time.Millisecond), counts(report))
	if w.value(in) != "embedded" {
		assert.Equal(t, "mock", report.Target.Kind, "no report calls a mock real")
	}
	for _, requirement := range report.Requirements {
		for _, row := range requirement.Rows {
			sound(t, row)
		}
		assert.NotEqual(t, verdict.Error, requirement.Verdict, "%s: %s", requirement.ID, requirement.Reason)
	}
	for _, l := range report.Leaks {
		t.Errorf("left behind: %s %s (%s)", l.Kind, l.Name, l.ID)
	}
	for _, c := range report.Cleanup {
		t.Errorf("not cleaned up by %s: %s %s: %s", c.Case, c.Kind, c.Name, c.Error)
	}
	assert.True(t, report.Run.Complete, report.Run.Stopped)
	for _, cloud := range clouds.all {
		assert.Equal(t, settings, cloud.Control().Settings(), "the mock's settings")
		assert.Equal(t, maxima, cloudcontrol.Of(cloud).NewestMicroversions(), "the mock's microversions")
		assert.Empty(t, cloud.Control().Faults(), "the mock's fault rules")
		unchanged(t, before, cloud)
	}
}

// run certifies and builds the report, as everybody does who was not there.
func run(t *testing.T, o steps.Options) *reports.Report {
	var written bytes.Buffer
	o.Log = eventlog.NewWriter(&written, time.Now)
	_, err := steps.Run(context.Background(), o)
	require.NoError(t, err)
	if dir := os.Getenv("PLUMBLINE_WAYS_LOGS"); dir != "" {
		require.NoError(t, os.WriteFile(dir+"/"+strings.ReplaceAll(o.Target.Name, " ", "_")+".ndjson", written.Bytes(), 0o600))
	}
	events, err := eventlog.Read(&written)
	require.NoError(t, err)
	catalogue, err := features.Catalogue()
	require.NoError(t, err)
	report, err := reports.Build(catalogue, events)
	require.NoError(t, err)
	return report
}

// sound judges the row of a mock that does nothing wrong.
func sound(t *testing.T, row reports.Row) {
	switch row.Verdict {
	case verdict.Fail, verdict.Error:
		t.Errorf("%s %s: %s %s %s", row.Verdict, row.Case, row.Reason, row.Expected, row.Got)
	case verdict.Pass:
	default:
		assert.NotEmpty(t, row.Reason, row.Case)
	}
	if row.Verdict == verdict.NotRun && !says.MatchString(row.Reason) {
		t.Errorf("%s is not-run and does not say what to give: %s", row.Case, row.Reason)
	}
}

// counts are the verdicts of requirements in words.
func counts(r *reports.Report) string {
	n := map[verdict.Verdict]int{}
	for _, requirement := range r.Requirements {
		n[requirement.Verdict]++
	}
	var out []string
	for _, v := range verdict.All() {
		if n[v] > 0 {
			out = append(out, fmt.Sprint(n[v], " ", v))
		}
	}
	return strings.Join(out, ", ")
}

// unchanged compares how many records of each kind the mock has. What it remembers of the past is not left behind.
func unchanged(t *testing.T, before map[string]int, cloud *mockcloud.Cloud) {
	var shown struct{ Records []struct{ Name string } }
	w := httptest.NewRecorder()
	cloud.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://127.0.0.1"+control.Prefix+"/state/stacks", nil))
	require.Equal(t, 200, w.Code, w.Body)
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &shown))
	assert.Empty(t, shown.Records, "stacks that are still there")
	after := cloud.Control().Records()
	for _, kind := range slices.Sorted(maps.Keys(after)) {
		if !slices.Contains(history, kind) {
			assert.Equal(t, before[kind], after[kind], "records of the mock: %s", kind)
		}
	}
}

// An old cloud has microversions that no row may need without saying so. An administrator is who runs most rows.
func TestSoakAnAdministratorOfAnOldCloud(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for v, newestOf := range factors[newest].values[:2] {
		t.Run(newestOf, func(t *testing.T) {
			t.Parallel()
			w := make(way, len(factors)) // the first value of each other factor
			w[newest] = v
			w.check(t)
		})
	}
}

// What a deployment demands of zones is found out where no control API tells it: the rows that cannot be had there say so, and no others.
func TestSoakZonesAreFoundOut(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for _, row := range []struct {
		newest, deployed string
		want             map[string]verdict.Verdict
	}{
		{"2.93", "as installed", map[string]verdict.Verdict{"UTH-01b": verdict.Pass, "UTH-68c": verdict.Pass, "UTH-46i": verdict.Pass}},
		{"2.93", "default zone az1", map[string]verdict.Verdict{"UTH-01b": verdict.Unobservable, "UTH-46i": verdict.Pass}},
		{"", "default zone az1", map[string]verdict.Verdict{"UTH-01b": verdict.Unobservable, "UTH-68c": verdict.Pass, "UTH-46i": verdict.Pass}},
		{
			"2.93", "without attachments across zones",
			map[string]verdict.Verdict{"UTH-01b": verdict.Pass, "UTH-68c": verdict.Unobservable, "UTH-46i": verdict.Pass},
		},
	} {
		t.Run(row.newest+" "+row.deployed, func(t *testing.T) {
			w := make(way, len(factors))
			for f, value := range map[int]string{in: "--os-cloud", newest: row.newest, deployment: row.deployed} {
				w[f] = slices.Index(factors[f].values, value)
			}
			_, o := w.cloud(t)
			o.Selection = plan.Selection{Only: []string{"UTH-01b", "UTH-68c", "UTH-46i"}}
			for _, requirement := range run(t, o).Requirements {
				for _, got := range requirement.Rows {
					if want, known := row.want[got.Row]; known {
						assert.Equal(t, want.String(), got.Verdict.String(), "%s: %s", got.Case, got.Reason)
					}
				}
			}
		})
	}
}
