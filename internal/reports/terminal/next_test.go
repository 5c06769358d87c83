package terminal

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/reports"
	"plumbline/internal/reports/verdict"
)

// printed is the result of an inconclusive run with rows that were not run for these reasons.
func printed(t *testing.T, change func(*reports.Report), reasons ...string) string {
	t.Helper()
	r := &reports.Report{
		Run: reports.Run{Complete: true, Args: []string{"certify", "--os-cloud", "prod", "--out", "r", "--resume"}},
		Specifications: []reports.Specification{
			{ID: "a", Verdict: verdict.Inconclusive, Requirements: map[verdict.Verdict]int{verdict.NotRun: 1}},
		},
		Requirements: []reports.Requirement{{ID: "A-1", Spec: "a", Standing: features.Own, Verdict: verdict.NotRun}},
	}
	r.Summary.Verdict = verdict.Inconclusive
	for i, reason := range reasons {
		r.Requirements[0].Rows = append(r.Requirements[0].Rows, reports.Row{Case: fmt.Sprint(i), Verdict: verdict.NotRun, Reason: reason})
	}
	if change != nil {
		change(r)
	}
	var b bytes.Buffer
	require.NoError(t, Print(&b, r, "r"))
	return strings.Join(strings.Fields(b.String()), " ")
}

// An inconclusive run says what would have the rows run that did not.
func TestWhatToDoAboutRowsThatWereNotRun(t *testing.T) {
	const disruptive = "changes more than what it creates itself; give --allow-disruptive"
	const reader = "needs the actor reader: no user for reader: give --actor reader=CLOUD, or an --os-cloud that may create users"
	said := printed(t, nil, reader, disruptive, disruptive, "needs two-zones: 1 zone with compute hosts up: nova")
	assert.Contains(t, said, "next: plumbline certify --os-cloud prod --out r --allow-disruptive --actor reader=CLOUD can run 3 of the 4 "+
		"rows that were not run report:")
	said = printed(t, nil, "needs two-zones: 1 zone with compute hosts up: nova")
	assert.Contains(t, said, "next: plumbline plan --os-cloud prod says what is missing for the row that was not run")
	said = printed(t, func(r *reports.Report) { r.Run.Complete = false }, "the run was interrupted before")
	assert.Contains(t, said, "next: plumbline certify --os-cloud prod --out r --resume goes on with the run")
	said = printed(t, func(r *reports.Report) { r.Run.Shard = "1/2" }, "dealt to shard 2/2")
	assert.Contains(t, said, "next: plumbline report merge r with the folders of the other shards, and --out, makes one report of them")
	said = printed(t, func(r *reports.Report) { r.Run.Args = nil }, disruptive)
	assert.Contains(t, said, "next: plumbline certify --allow-disruptive with the target's options can run the row that was not run")
	assert.NotContains(t, printed(t, func(r *reports.Report) { r.Summary.Verdict = verdict.Conformant }), "next:")
}

// Requirements that were not run for one reason are one line.
func TestOneReasonNotToRunIsOneLine(t *testing.T) {
	const disruptive = "changes more than what it creates itself; give --allow-disruptive"
	said := printed(t, func(r *reports.Report) {
		for i, reason := range []string{disruptive, "another reason", disruptive} {
			id := fmt.Sprintf("A-%d", i+2)
			r.Requirements = append(r.Requirements, reports.Requirement{
				ID: id, Spec: "a", Standing: features.Own, Verdict: verdict.NotRun, Reason: id + "a: " + reason,
				Rows: []reports.Row{{Case: id, Verdict: verdict.NotRun, Reason: reason}},
			})
		}
	}, disruptive, disruptive)
	assert.Contains(t, said, "not-run A-1, A-2, A-4: 4 rows: "+disruptive+" not-run A-3: A-3a: another reason next:")
}

// What was left behind is counted where it is much; summary.md names each thing.
func TestMuchThatWasLeftBehindIsCounted(t *testing.T) {
	leave := func(n int) string {
		return printed(t, func(r *reports.Report) {
			for i := range n {
				r.Leaks = append(r.Leaks, reports.Leak{Kind: []string{"server", "keypair"}[i%2], ID: fmt.Sprint("s", i), Name: "pl-1"})
			}
		})
	}
	assert.Contains(t, leave(3), "left behind: server s0 (pl-1) left behind: keypair s1 (pl-1) left behind: server s2 (pl-1) report")
	assert.Contains(t, leave(5), "left behind: 3 servers, 2 key pairs; named in r/summary.md report")
}

func TestTheCommandThatRunsFailedRowsAgain(t *testing.T) {
	for _, row := range []struct {
		name string
		args []string
		want string
		all  bool
	}{
		{
			"the selection is that of the report",
			[]string{
				"certify", "--os-cloud", "prod", "--spec", "stack-lock", "--only=LCK-01", "--no-sweep", "--jobs", "8", "--out", "r",
				"--allow-disruptive",
			},
			"plumbline certify --rerun-failed r --os-cloud prod --jobs 8", true,
		},
		{
			"run again once more",
			[]string{"certify", "--rerun-failed", "r", "--os-cloud=prod"},
			"plumbline certify --rerun-failed r --os-cloud=prod", true,
		},
		{
			"words that a shell would read otherwise",
			[]string{"certify", "--image", "my image; it's", "--tags", "@a && ~@b"},
			`plumbline certify --rerun-failed r --image 'my image; it'\''s'`, true,
		},
		{
			"a secret is not in the log",
			[]string{"certify", "--metadata-secret", "[redacted]"},
			"plumbline certify --rerun-failed r --metadata-secret '[redacted]'", false,
		},
		{"a run of go test", []string{"-test.run", "X"}, "plumbline certify --rerun-failed r", false},
		{"a report of long ago", nil, "plumbline certify --rerun-failed r", false},
	} {
		t.Run(row.name, func(t *testing.T) {
			got, all := rerunCommand(row.args, "r")
			assert.Equal(t, row.want, got)
			assert.Equal(t, row.all, all)
		})
	}
}
