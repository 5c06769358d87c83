package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"plumbline/reports"
)

// summaryVariable names the file that a step of GitHub Actions, or of what understands its files, shows.
const summaryVariable = "GITHUB_STEP_SUMMARY"

func newReportSummaryCommand(s Streams) *cobra.Command {
	return &cobra.Command{
		Use:   "summary DIR...",
		Short: "Print reports as Markdown, for a job summary or a merge request",
		Long: "Prints the summary of the reports of the folders: verdicts, what is open, waivers, leaks, drift; at most 1 MiB,\n" +
			"which is what a job summary may have. certify appends the same to the file that " + summaryVariable + " names.",
		Example: "  plumbline report summary reports/latest\n" +
			"  plumbline report summary merged >> \"$GITHUB_STEP_SUMMARY\"",
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, dirs []string) error {
			all, err := readAll(dirs)
			if err != nil {
				return err
			}
			return reports.WriteSummary(s.Out, reports.SummaryLimit, all...)
		},
	}
}

// jobSummary appends the reports to the job summary, where the environment names one, as far as there is room in it.
func (f *targetFlags) jobSummary(made []*reports.Report) (err error) {
	path := f.streams.Env[summaryVariable]
	if path == "" || len(made) == 0 {
		return nil
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("write job summary (%s): %w", summaryVariable, err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	info, err := file.Stat()
	if err != nil {
		return fmt.Errorf("write job summary: %w", err)
	}
	room := reports.SummaryLimit
	if info.Mode().IsRegular() {
		room -= int(info.Size())
	}
	if room < 1<<10 {
		return nil // a summary that is full already fails the step if it grows
	}
	if err := reports.WriteSummary(file, room, made...); err != nil {
		return fmt.Errorf("write job summary: %w", err)
	}
	return nil
}
