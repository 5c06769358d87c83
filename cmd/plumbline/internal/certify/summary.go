package certify

import (
	"errors"
	"fmt"
	"os"

	"plumbline/internal/reports"
	"plumbline/internal/reports/annotations"
	"plumbline/internal/reports/markdown"
)

// SummaryVariable names the file with the job summary of a step of GitHub Actions, or of compatible systems.
const SummaryVariable = "GITHUB_STEP_SUMMARY"

// annotate prints what failed as annotations, in a job of GitHub Actions.
func (f *TargetFlags) annotate(report *reports.Report, dir string) error {
	if f.Streams.Env[annotations.Variable] != "true" {
		return nil
	}
	return annotations.Write(f.Streams.Out, report, dir)
}

// jobSummary appends the reports to the job summary, if the environment names one, as far as its size limit allows.
func (f *TargetFlags) jobSummary(made []*reports.Report) (err error) {
	path := f.Streams.Env[SummaryVariable]
	if path == "" || len(made) == 0 {
		return nil
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("write job summary (%s): %w", SummaryVariable, err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	info, err := file.Stat()
	if err != nil {
		return fmt.Errorf("write job summary: %w", err)
	}
	room := markdown.SummaryLimit
	if info.Mode().IsRegular() {
		room -= int(info.Size())
	}
	if room < 1<<10 {
		return nil // a summary above the limit would fail the step
	}
	if err := markdown.WriteSummary(file, room, made...); err != nil {
		return fmt.Errorf("write job summary: %w", err)
	}
	return nil
}
