package report

import (
	"github.com/spf13/cobra"

	"plumbline/cmd/plumbline/internal/certify"
	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/reports/markdown"
)

func newReportSummaryCommand(s cli.Streams) *cobra.Command {
	return &cobra.Command{
		Use:   "summary DIR...",
		Short: "Print reports as Markdown, for a job summary or a merge request",
		Long: "Prints the summary of the reports of the folders: verdicts, what is open, waivers, leaks, drift; at most 1 MiB,\n" +
			"which is what a job summary may have. certify appends the same to the file that " + certify.SummaryVariable + " names.",
		Example: "  plumbline report summary reports/latest\n" +
			"  plumbline report summary merged >> \"$GITHUB_STEP_SUMMARY\"",
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, dirs []string) error {
			all, err := readAll(dirs)
			if err != nil {
				return err
			}
			return markdown.WriteSummary(s.Out, markdown.SummaryLimit, all...)
		},
	}
}
