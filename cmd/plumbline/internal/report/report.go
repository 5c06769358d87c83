package report

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"github.com/spf13/cobra"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/features"
	"plumbline/internal/reports"
	"plumbline/internal/reports/bundle"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/terminal"
)

func NewCommand(s cli.Streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "report",
		Short: "Make, read and print reports from the event logs of runs",
		Long: "Every verdict follows from the event log that a run wrote (events.ndjson). These commands make the\n" +
			"reports from such a log again, also from the log of a run that was killed, and print them. Without a command\n" +
			"it prints the matrix of " + latest + ".",
		Example: `  plumbline report                           # the matrix of ` + latest + `
  plumbline report show reports/real/zed
  plumbline report matrix reports/latest reports/real/zed`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return printMatrix(s, nil, false) },
	}
	cmd.AddCommand(newReportBuildCommand(s), newReportMergeCommand(s), newReportShowCommand(s),
		newReportScriptCommand(s), newReportMatrixCommand(s), newReportCostCommand(s),
		newReportHTMLCommand(s), newReportSummaryCommand(s))
	cmd.AddCommand(newReportVerifyCommand(s), newReportSignCommand(s), newReportKeygenCommand(s), newReportBadgeCommand(s))
	cmd.AddCommand(newReportCucumberCommand(s), newReportDiffCommand(s), newReportSubmitCommand(s), newReportLedgerCommand(s),
		newReportHistoryCommand(s))
	return cmd
}

func newReportBuildCommand(s cli.Streams) *cobra.Command {
	var out, from string
	var exit exitOptions
	cmd := &cobra.Command{
		Use:   "build EVENTS... --out DIR",
		Short: "Build the reports of one or more event logs",
		Long: "Reads event logs strictly and writes report.json, junit.xml, report.html, summary.md and the log itself\n" +
			"into DIR. With several logs (one for each profile) each goes into DIR/<profile>, beside an index page.",
		Example: "  plumbline report build reports/latest/shipped/events.ndjson --out /tmp/again\n" +
			"  plumbline report build shipped.ndjson specified.ndjson --out reports/latest --exit-code",
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, logs []string) error {
			built, err := buildReports(s, logs, from, out)
			if err != nil {
				return err
			}
			return exit.exitError(built)
		},
	}
	registerFeatures(cmd, &from)
	registerOut(cmd, &out)
	exit.register(cmd)
	return cmd
}

func buildReports(s cli.Streams, logs []string, from, out string) ([]*reports.Report, error) {
	suite, err := cli.OpenSuite(from)
	if err != nil {
		return nil, err
	}
	built := make([]*reports.Report, len(logs))
	events := make([][]eventlog.Event, len(logs))
	profiles := map[string]string{}
	// All logs are read before anything is written, so that a broken second log leaves no partial report.
	for i, path := range logs {
		if built[i], events[i], err = buildReport(s, suite.Catalogue, path); err != nil {
			return nil, err
		}
		if other := profiles[built[i].Profile]; other != "" {
			return nil, fmt.Errorf("%s and %s are both of the profile %s: build them into folders of their own", other, path, built[i].Profile)
		}
		profiles[built[i].Profile] = path
	}
	for i, r := range built {
		dir := out
		if len(logs) > 1 {
			dir = filepath.Join(out, r.Profile)
		}
		if err := bundle.Write(dir, r, events[i]); err != nil {
			return nil, err
		}
		if err := s.PrintScreen(func(w io.Writer, width int) error { return terminal.PrintAt(w, r, dir, width) }); err != nil {
			return nil, err
		}
	}
	if len(logs) > 1 {
		return built, bundle.WriteIndex(out, built)
	}
	return built, nil
}

func buildReport(s cli.Streams, catalogue *features.RequirementCatalogue, path string) (*reports.Report, []eventlog.Event, error) {
	log, path, err := eventlog.ReadPath(path)
	if err != nil {
		return nil, nil, err
	}
	if log.Torn > 0 {
		fmt.Fprintf(s.Err, "plumbline: %s: the last line is unfinished and was ignored (%d bytes): the run was killed while it wrote\n", path,
			log.Torn)
	}
	r, err := reports.Build(catalogue, log.Events)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, log.Events, nil
}

// storedReport is a report and the folder it was read from.
type storedReport struct {
	dir    string
	report *reports.Report
}

// readReports reads the report in a folder, or those of the profiles below it.
func readReports(dir string) ([]storedReport, error) {
	r, err := reports.ReadDir(dir)
	if err == nil {
		return []storedReport{{dir, r}}, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	folders, err := cli.ProfileFolders(dir)
	if err != nil {
		return nil, err
	}
	var found []storedReport
	for _, below := range folders {
		r, err := reports.ReadDir(below)
		switch {
		case err == nil:
			found = append(found, storedReport{below, r})
		case !errors.Is(err, fs.ErrNotExist):
			return nil, err
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("no report in %s: give the folder that certify wrote (--out), or build one with \"plumbline report build\"", dir)
	}
	return found, nil
}

// readAll reads the reports of several folders, in order.
func readAll(dirs []string) ([]*reports.Report, error) {
	var all []*reports.Report
	for _, dir := range dirs {
		found, err := readReports(dir)
		if err != nil {
			return nil, err
		}
		all = append(all, reportsOf(found)...)
	}
	return all, nil
}

func reportsOf(found []storedReport) []*reports.Report {
	all := make([]*reports.Report, len(found))
	for i, r := range found {
		all[i] = r.report
	}
	return all
}
