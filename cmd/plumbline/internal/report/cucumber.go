package report

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"plumbline/cmd/plumbline/internal/cli"
	texts "plumbline/features"
	"plumbline/internal/reports"
	"plumbline/internal/reports/bundle"
	"plumbline/internal/reports/cucumber"
	"plumbline/internal/reports/eventlog"
)

// The formats of Cucumber that a report can be printed in.
const (
	cucumberMessages = "message"
	cucumberJSON     = "json"
)

func newReportCucumberCommand(s cli.Streams) *cobra.Command {
	var format, out string
	cmd := &cobra.Command{
		Use:   "cucumber DIR",
		Short: "Print a run as Cucumber messages, or as Cucumber's JSON report",
		Long: "Prints the run of a report's folder for tools that read Cucumber's formats: messages (one JSON object a line), or\n" +
			"the older JSON report. A row that did not run is skipped with its reason; an error is failed, and says that\n" +
			"nothing was proven.",
		Example: "  plumbline report cucumber results > messages.ndjson\n" +
			"  plumbline report cucumber results --format json --out cucumber.json",
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if format != cucumberMessages && format != cucumberJSON {
				return cli.Usage(fmt.Errorf("--format %s: want %s or %s", format, cucumberMessages, cucumberJSON))
			}
			var text bytes.Buffer
			if err := writeCucumber(&text, args[0], format); err != nil {
				return err
			}
			if out == "" {
				_, err := s.Out.Write(text.Bytes())
				return err
			}
			return bundle.WriteFile(filepath.Dir(out), filepath.Base(out), func(w io.Writer) error {
				_, err := w.Write(text.Bytes())
				return err
			})
		},
	}
	cmd.Flags().StringVar(&format, "format", cucumberMessages, cucumberMessages+" or "+cucumberJSON)
	cmd.Flags().StringVar(&out, "out", "", "file to write instead of stdout")
	return cmd
}

func writeCucumber(w io.Writer, dir, format string) error {
	found, err := readReports(dir)
	if err != nil {
		return err
	}
	if len(found) > 1 {
		return cli.Usage(fmt.Errorf("%s holds %d reports: give the folder of one, %s", dir, len(found), found[0].dir))
	}
	log, _, err := eventlog.ReadPath(found[0].dir)
	if err != nil {
		return err
	}
	if format == cucumberJSON {
		return cucumber.WriteJSON(w, log.Events, texts.FS)
	}
	return cucumber.WriteMessages(w, log.Events, texts.FS, reports.ExitCode(false, found[0].report) == cli.ExitOK)
}
