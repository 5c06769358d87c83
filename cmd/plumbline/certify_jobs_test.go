package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/reports/eventlog"
)

// TestSoakAnyNumberOfJobsGivesTheSameReport is the promise of --jobs on an embedded mock: cases that run at the same
// time have a cloud and a clock each, and the log has them in the order of the plan.
func TestSoakAnyNumberOfJobsGivesTheSameReport(t *testing.T) {
	t.Chdir(t.TempDir())
	selection := []string{
		"--target", "mock", "--profile", "both", "--no-sweep",
		"--only", "RKP-N07", "--only", "UTH-63", "--only", "UTH-N08", "--only", "BFV-07", "--only", "BFV-11", "--only",
		"BFV-12", "--only", "LCK-29", "--only", "MVN-12", "--only", "RKP-21b", // a client program, which takes two seconds to start
	}
	others := []string{"2", "8"}
	if os.Getenv("PLUMBLINE_SOAK") == "full" {
		selection, others = nil, []string{"2", "3", "4", "8", "64"} // everything, in both profiles
	}
	certify := func(jobs string) {
		code, _, err := here(t, append(append([]string{"certify"}, selection...), "--jobs", jobs, "--out", jobs)...)
		require.Contains(t, []int{cli.ExitOK, cli.ExitInconclusive}, code, err)
	}
	certify("1")
	for _, jobs := range others {
		certify(jobs)
		for _, profile := range []string{"shipped", "specified"} {
			for _, file := range []string{"events.ndjson", "report.json", "junit.xml", "summary.md"} {
				sameBytes(t, filepath.Join("1", profile, file), filepath.Join(jobs, profile, file))
			}
		}
		require.NoError(t, os.RemoveAll(jobs))
	}
}

// TestSoakWhatIsPreparedOnceGivesTheSameVerdicts is the promise of shared preparation: whether a row makes everything it needs
// (--fresh) or begins where a row before it had prepared the same, it says the same.
func TestSoakWhatIsPreparedOnceGivesTheSameVerdicts(t *testing.T) {
	t.Chdir(t.TempDir())
	selection := []string{"--target", "mock", "--profile", "both", "--spec", "volume-backed-rebuild"}
	if os.Getenv("PLUMBLINE_SOAK") == "full" {
		selection = []string{"--target", "mock", "--profile", "both"}
	}
	for out, extra := range map[string][]string{"shared": nil, "fresh": {"--fresh"}} {
		code, _, err := here(t, append(append([]string{"certify"}, selection...), append(extra, "--out", out)...)...)
		require.Contains(t, []int{cli.ExitOK, cli.ExitInconclusive}, code, err)
	}
	for _, profile := range []string{"shipped", "specified"} {
		fresh, alone := ended(t, "fresh", profile)
		shared, found := ended(t, "shared", profile)
		require.Equal(t, fresh, shared)
		require.Zero(t, alone, "rows of a fresh run that found what another had prepared")
		require.Greater(t, found, len(shared)/4, "rows that found what another had prepared")
	}
}

// ended answers how each row of a report ended, and how many found what another one had prepared. No row was tried twice.
func ended(t *testing.T, out, profile string) (outcomes map[string]string, found int) {
	log, err := os.Open(filepath.Join(out, profile, "events.ndjson"))
	require.NoError(t, err)
	defer log.Close()
	read, err := eventlog.Read(log)
	require.NoError(t, err)
	outcomes, from := map[string]string{}, map[string]bool{}
	for _, e := range read {
		switch {
		case e.CaseStarted != nil:
			require.Empty(t, e.CaseStarted.Again, e.CaseStarted.Case)
		case e.CaseDone != nil:
			outcomes[e.CaseDone.Case] = e.CaseDone.Outcome + " " + e.CaseDone.Reason
		case e.StepDone != nil && e.StepDone.From != "":
			from[e.StepDone.Case] = true
		}
	}
	return outcomes, len(from)
}

// TestSoakRowsThatAreRepeatedSayTheSame is the promise of --repeat at a cloud that is sound: no row is flaky, however it asks: by
// a request, a program, a script that calls a library.
func TestSoakRowsThatAreRepeatedSayTheSame(t *testing.T) {
	t.Chdir(t.TempDir())
	selection := []string{
		"--profile", "shipped", "--no-sweep", "--only", "RKP-08", "--only", "RKP-21b", "--only", "RKP-21d", "--only", "UTH-22a", "--only",
		"BFV-22d", "--only", "BFV-20a", "--only", "MVN-12",
	}
	if os.Getenv("PLUMBLINE_SOAK") == "full" {
		selection = []string{"--profile", "both"}
	}
	code, _, err := here(t, append([]string{"certify", "--target", "mock", "--repeat", "2", "--out", "twice"}, selection...)...)
	require.Contains(t, []int{cli.ExitOK, cli.ExitInconclusive}, code, err)
	reports, globbed := filepath.Glob("twice/*/report.json")
	require.NoError(t, globbed)
	for _, report := range append(reports, "twice/report.json") {
		said, err := os.ReadFile(report)
		if len(reports) > 0 && os.IsNotExist(err) {
			continue // of both profiles
		}
		require.NoError(t, err)
		require.Contains(t, string(said), `"attempts"`)
		require.NotContains(t, string(said), `"flaky"`, report)
	}
}
