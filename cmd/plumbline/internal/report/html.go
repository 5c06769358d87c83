package report

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/openapi"
	"plumbline/internal/reports/bundle"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/html"
)

func newReportHTMLCommand(s cli.Streams) *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "html [NAME=]DIR... --out FILE",
		Short: "Write one page over several reports, side by side, with all their evidence",
		Long: "Puts the reports of the folders side by side on one page: a column for each in the decision tables and\n" +
			"the lists of requirements, a filter for what differs, and the exchanges of all of them. The page needs\n" +
			"no network and nothing beside it. A folder with a report for each profile gives a column for each.",
		Example: "  plumbline report html mock=reports/latest/shipped zed=reports/real/zed --out side-by-side.html\n" +
			"  plumbline report html reports/latest --out profiles.html",
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			var sources []html.Source
			for _, arg := range args {
				found, err := sourcesOf(s, arg)
				if err != nil {
					return err
				}
				sources = append(sources, found...)
			}
			var page bytes.Buffer
			if err := html.Write(&page, sources...); err != nil {
				return err
			}
			if err := bundle.WriteFile(filepath.Dir(out), filepath.Base(out), func(w io.Writer) error {
				_, err := page.WriteTo(w)
				return err
			}); err != nil {
				return err
			}
			fmt.Fprintln(s.Out, out)
			return nil
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "file to write (required)")
	if err := cmd.MarkFlagRequired("out"); err != nil {
		panic(err)
	}
	return cmd
}

// sourcesOf reads the reports of a folder, given as DIR or NAME=DIR, with their logs.
func sourcesOf(s cli.Streams, arg string) ([]html.Source, error) {
	name, dir, named := strings.Cut(arg, "=")
	if _, err := os.Stat(arg); err == nil || !named {
		name, dir = "", arg
	}
	found, err := readReports(dir)
	if err != nil {
		return nil, err
	}
	var out []html.Source
	for _, r := range found {
		events, err := readEvents(s, r.dir)
		if err != nil {
			return nil, err
		}
		source := html.Source{Name: columnName(name, r, len(found) > 1), Report: r.report, Events: events}
		out = append(out, source)
	}
	return out, nil
}

// columnName is the heading of a report's column: the name given, else the folder's, unless that is the name of a profile.
func columnName(name string, r storedReport, several bool) string {
	if name != "" && several {
		return name + ", " + r.report.Profile
	}
	if name != "" {
		return name
	}
	base := filepath.Base(r.dir)
	if _, err := openapi.ParseProfile(base); err == nil || base == "." || base == "latest" {
		return ""
	}
	return base
}

// readEvents reads the log in the folder of a report.
func readEvents(s cli.Streams, dir string) ([]eventlog.Event, error) {
	log, path, err := eventlog.ReadIn(dir)
	if err != nil {
		return nil, err
	}
	if log.Torn > 0 {
		fmt.Fprintf(s.Err, "plumbline: %s: the last line is unfinished and was ignored (%d bytes)\n", path, log.Torn)
	}
	return log.Events, nil
}
