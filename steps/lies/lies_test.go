package lies_test

import (
	"cmp"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/mutants"
	"plumbline/internal/openapi"
	"plumbline/internal/reports/verdict"
)

// lie is one way in which a cloud does not tell the truth.
type lie struct {
	name string
	// tell answers a request, or leaves it to the cloud: false. It lies to the suite's cases; early: from the login on.
	tell  func(*proxy, http.ResponseWriter, *http.Request) bool
	early bool
	// rows are what is run, on a cloud of that profile; specs are whole specifications, where there are no rows.
	rows, specs []string
	profile     openapi.Profile
	// newest is the cloud's newest microversion of compute, "" for the profile's.
	newest string
	// mutant is the cloud that is behind the liar: one with a broken rule, a sound one for nil.
	mutant *mutants.Mutant
	// fresh has each case make everything it needs.
	fresh bool
	// sweep runs the variants of the rows at the bounds of microversions, too.
	sweep bool
	// takes is how long the cloud's work takes, 200 ms where it is 0.
	takes time.Duration
	// caught are the requirements that must fail. Without any, unproven says that none may pass, or the run not begin,
	// with words that it gives for it; with neither, the lie breaks no sentence and all of them pass.
	caught   []string
	unproven string
}

// TestSoakLies tells one lie after the other: the whole table with PLUMBLINE_SOAK=full, otherwise every third.
func TestSoakLies(t *testing.T) {
	t.Setenv("PATH", t.TempDir()) // no client programs: what they make of a lie is theirs
	whole := os.Getenv("PLUMBLINE_SOAK") == "full"
	var table strings.Builder
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	seen := map[string]bool{}
	published, err := os.ReadFile("../../docs/hostile-input.md")
	require.NoError(t, err)
	for i, l := range slices.Concat(deeds, answers, wires) {
		assert.False(t, seen[l.name], l.name)
		seen[l.name] = true
		assert.Contains(t, string(published), "| "+l.name+" | ", "docs/hostile-input.md")
		t.Run(l.name, func(t *testing.T) {
			if only := os.Getenv("PLUMBLINE_LIE"); only != "" && !strings.Contains(l.name, only) || only == "" && !whole &&
				(i%3 != 0 || len(l.specs) > 0) {
				t.Skip("told in make soak")
			}
			f := run(t, l)
			fmt.Fprintf(w, "%s\t%s\n", l.name, f.judge(t, l))
		})
	}
	assert.GreaterOrEqual(t, len(seen), 30)
	_ = w.Flush()
	t.Logf("lie → what came of it\n%s", table.String())
}

// judge holds what was found against what a lie must come to, and says it in a line.
func (f *found) judge(t *testing.T, l lie) string {
	assert.NotContains(t, f.log, "panic")
	assert.NotContains(t, f.refused, "panic")
	assert.False(t, strings.Contains(f.log, "a-secret-cookie"), "a cookie is in the log")
	for token := range f.tokens {
		if token != "nonsense" {
			assert.False(t, strings.Contains(f.log, token), "a token is in the log")
		}
	}
	all := map[verdict.Verdict][]string{}
	if f.report != nil {
		for _, r := range f.report.Requirements {
			if r.Verdict != verdict.Excluded && len(r.Rows) > 0 {
				all[r.Verdict] = append(all[r.Verdict], r.ID)
			}
		}
	}
	switch {
	case len(l.caught) > 0:
		assert.Empty(t, f.refused)
		for _, id := range l.caught {
			is, why := f.verdict(id)
			assert.Equal(t, verdict.Fail, is, "%s: %s; all: %v", id, why, all)
		}
		f.noCertificate(t)
		_, why := f.verdict(l.caught[0])
		return "fails " + strings.Join(all[verdict.Fail], ", ") + ": " + shortened(why)
	case l.unproven != "":
		assert.Empty(t, all[verdict.Pass])
		assert.Empty(t, all[verdict.Fail])
		why := f.refused
		if f.report != nil {
			f.noCertificate(t)
			for _, r := range f.report.Requirements {
				if r.Verdict == verdict.Error {
					why = cmp.Or(why, r.Reason)
				}
			}
		}
		assert.Contains(t, why, l.unproven)
		return "nothing proven: " + shortened(why)
	}
	assert.Empty(t, f.refused)
	for is, ids := range all {
		if is == verdict.Unsupported || is == verdict.Unobservable || is == verdict.NotApplicable || is == verdict.NotRun {
			continue // so it is without the lie
		}
		if is != verdict.Pass {
			_, why := f.verdict(ids[0])
			assert.Fail(t, "a lie that breaks no sentence changes a verdict", "%s: %v: %s", is, ids, why)
		}
	}
	assert.NotEmpty(t, all[verdict.Pass])
	return "no verdict changes: " + strings.Join(all[verdict.Pass], ", ") + " pass"
}

// noCertificate: no specification is conformant.
func (f *found) noCertificate(t *testing.T) {
	for _, s := range f.report.Specifications {
		assert.False(t, s.Verdict == verdict.Conformant || s.Verdict == verdict.Partial, "%s is %s", s.ID, s.Verdict)
	}
}

func shortened(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 160 {
		return string(r[:160]) + "…"
	}
	return s
}
