package report

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/reports"
	"plumbline/internal/reports/diff"
)

func newReportDiffCommand(s cli.Streams) *cobra.Command {
	var asJSON, strict bool
	var profile string
	cmd := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Say what changed between two reports: worse, better, new, gone",
		Long: `Compares two reports of one profile, requirement by requirement and row by row. What passed and does not pass any
more got worse; so did what came closer to fail. What only one of the runs selected is counted, and is neither.
Folders may be those of the ledger, and of runs with several profiles (then --profile says which one).

With --no-regressions the exit code is 1 when anything got worse, or passed before and is gone although the suite is
the same.`,
		Example: `  plumbline report diff reports/last-release results
  plumbline report diff reports/ledger/compute-2.93/zed results --no-regressions
  plumbline report diff old new --profile shipped --json`,
		Args: cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, dirs []string) error {
			older, err := oneReport(dirs[0], profile)
			if err != nil {
				return cli.Usage(err)
			}
			newer, err := oneReport(dirs[1], profile)
			if err != nil {
				return cli.Usage(err)
			}
			d, err := diff.New(older, newer)
			if err != nil {
				return cli.Usage(err)
			}
			if asJSON {
				err = d.PrintJSON(s.Out)
			} else {
				err = d.Print(s.Out)
			}
			if err == nil && strict && d.Regressions() > 0 {
				return cli.ExitWith(cli.ExitNotConform)
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	cmd.Flags().BoolVar(&strict, "no-regressions", false, "exit 1 when anything got worse")
	cmd.Flags().StringVar(&profile, "profile", "", "which report of a folder with several: shipped or specified")
	return cmd
}

// oneReport reads the one report of a folder, or that of a profile.
func oneReport(dir, profile string) (*reports.Report, error) {
	found, err := readReports(dir)
	if err != nil {
		return nil, err
	}
	for _, r := range found {
		if r.report.Profile == profile || profile == "" && len(found) == 1 {
			return r.report, nil
		}
	}
	if profile == "" {
		return nil, fmt.Errorf("%s has reports of several profiles: --profile says which one", dir)
	}
	return nil, errors.New(dir + " has no report of the profile " + profile)
}
