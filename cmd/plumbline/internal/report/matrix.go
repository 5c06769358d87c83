package report

import (
	"github.com/spf13/cobra"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/reports"
)

// latest is the folder in which certify writes reports by default.
const latest = "reports/latest"

func newReportMatrixCommand(s cli.Streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "matrix [DIR...]",
		Short: "Print requirements against reports, with counts for each specification",
		Long: "Puts the reports of the folders side by side: requirements down, targets and profiles across, and below\n" +
			"each specification its verdict and counts. Without a folder it reads " + latest + ".",
		Example: "  plumbline report matrix\n" +
			"  plumbline report matrix reports/latest reports/real/zed reports/real/epoxy --json",
		RunE: func(_ *cobra.Command, dirs []string) error { return printMatrix(s, dirs, asJSON) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON, with the reason of each verdict")
	return cmd
}

func printMatrix(s cli.Streams, dirs []string, asJSON bool) error {
	if len(dirs) == 0 {
		dirs = []string{latest}
	}
	all, err := readAll(dirs)
	if err != nil {
		return err
	}
	m := reports.NewMatrix(all...)
	if asJSON {
		return m.PrintJSON(s.Out)
	}
	return m.PrintTable(s.Out)
}
