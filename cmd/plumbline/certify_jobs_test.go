package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/cli"
)

// TestSoakAnyNumberOfJobsGivesTheSameReport is the promise of --jobs on an embedded mock: cases that run at the same
// time have a cloud and a clock each, and the log has them in the order of the plan.
func TestSoakAnyNumberOfJobsGivesTheSameReport(t *testing.T) {
	t.Chdir(t.TempDir())
	selection := []string{
		"--target", "mock", "--profile", "both", "--no-sweep",
		"--only", "RKP-N07", "--only", "UTH-63", "--only", "UTH-N08", "--only", "BFV-07", "--only", "BFV-11", "--only",
		"BFV-12", "--only", "LCK-29", "--only", "MVN-12", "--only", "BFV-22", "--only", "RKP-21",
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
