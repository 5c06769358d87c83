package reports_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/openapi"
	"plumbline/internal/reports/bundle"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/verdict"
)

// The embedded catalogue and every scenario it has, as if all of them had passed: nothing is left over.
func TestTheEmbeddedCatalogueGivesAWholeReport(t *testing.T) {
	catalogue, err := features.Catalogue()
	require.NoError(t, err)
	scenarios, err := features.Scenarios()
	require.NoError(t, err)
	for _, profile := range openapi.Profiles() {
		t.Run(string(profile), func(t *testing.T) {
			tp := newTape(t, eventlog.RunStarted{Profile: string(profile)})
			tp.add(&eventlog.TargetDescribed{
				Name: "embedded mock", Kind: "embedded",
				Services: []eventlog.Service{{Type: "compute", Endpoint: "http://127.0.0.1:8774/compute/v2.1", Min: "2.1", Max: "2.104"}},
			})
			for _, sc := range scenarios {
				if !sc.In(profile) {
					continue
				}
				tellCase(tp, eventlog.CaseInfo{
					Case: sc.ID, Scenario: sc.ID, Name: sc.Name, Row: sc.Row, Requirements: sc.Requirements, Spec: sc.Spec, Feature: sc.URI, Line: sc.Line,
					At: sc.Since.String(), Actor: "member", Columns: sc.Columns, Cells: sc.Cells, Examples: sc.ExamplesName,
				}, "pass", "")
			}
			r := tp.end().build(catalogue)
			assert.Len(t, r.Requirements, len(catalogue.All()))
			for _, req := range r.Requirements {
				assert.Contains(t, []verdict.Verdict{verdict.Pass, verdict.NotApplicable, verdict.Unobservable}, req.Verdict,
					"%s: %s", req.ID, req.Reason)
			}
			for _, s := range r.Specifications {
				named, _ := catalogue.Specification(s.ID)
				for i, table := range s.Tables {
					if i < len(named.Tables) {
						// What holds in the other profile only has no rows here.
						has := slices.ContainsFunc(scenarios, func(sc features.Scenario) bool {
							return sc.In(profile) && sc.Spec == s.ID && slices.Contains(named.Tables[i].Examples, sc.ExamplesName)
						})
						assert.Equal(t, has, len(table.Rows) > 0, "%s: the table %q has the rows of its Examples", s.ID, table.Title)
						assert.True(t, slices.ContainsFunc(scenarios, func(sc features.Scenario) bool {
							return sc.Spec == s.ID && slices.Contains(named.Tables[i].Examples, sc.ExamplesName)
						}), "%s: the table %q names no Examples that exist", s.ID, table.Title)
					}
					for _, c := range table.Columns {
						assert.NotEmpty(t, c, table.Title)
					}
				}
			}
			dir := t.TempDir()
			if keep := os.Getenv("PLUMBLINE_SCREENSHOTS"); keep != "" {
				dir = filepath.Join(keep, string(profile))
			}
			require.NoError(t, bundle.Write(dir, r, tp.events()))
			info, err := os.Stat(filepath.Join(dir, "report.html"))
			require.NoError(t, err)
			assert.Less(t, info.Size(), int64(5<<20))
			t.Logf("%d rows, report.html %d KiB", r.Summary.Rows[verdict.Pass], info.Size()>>10)
		})
	}
}
