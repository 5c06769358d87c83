package report

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/reports"
	"plumbline/internal/reports/bundle"
	"plumbline/internal/reports/history"
	"plumbline/internal/reports/html"
	"plumbline/internal/reports/ledger"
)

func newReportHistoryCommand(s cli.Streams) *cobra.Command {
	var root, out string
	cmd := &cobra.Command{
		Use:   "history [NAME=]DIR... [--ledger DIR] [--out FILE]",
		Short: "Say how the verdicts of clouds went over time: what got worse when, which rows are flaky",
		Long: "Puts the reports of the folders in the order of their runs, by cloud and profile, and prints for each run its\n" +
			"verdict and the requirements that got worse or better since the run before; then the rows that do not always end\n" +
			"alike. A cloud's name is that of its target, or the NAME given before the folder. With --out it writes a page, too.",
		Example: "  plumbline report history nightly/*\n" +
			"  plumbline report history zed=runs/monday zed=runs/tuesday --out history.html\n" +
			"  plumbline report history --ledger reports/ledger results",
		RunE: func(_ *cobra.Command, args []string) error {
			sources, err := historyOf(args, root)
			if err != nil {
				return cli.Usage(err)
			}
			h := history.New(sources)
			if err := h.Print(s.Out); err != nil || out == "" {
				return err
			}
			return writePage(s, out, func(w io.Writer) error { return html.WriteHistory(w, h) })
		},
	}
	cmd.Flags().StringVar(&root, "ledger", "", "`folder` of a ledger, whose entries are runs of their implementation")
	cmd.Flags().StringVar(&out, "out", "", "`file` for the page")
	return cmd
}

// historyOf reads the reports of folders, given as DIR or NAME=DIR, and of a ledger.
func historyOf(args []string, root string) ([]history.Source, error) {
	if len(args) == 0 && root == "" {
		return nil, errors.New("give folders of reports, or --ledger")
	}
	var out []history.Source
	if root != "" {
		entries, err := ledgerReports(root)
		if err != nil {
			return nil, err
		}
		out = append(out, entries...)
	}
	for _, arg := range args {
		name, dir, named := strings.Cut(arg, "=")
		if !named {
			name, dir = "", arg
		}
		found, err := readReports(dir)
		if err != nil {
			return nil, err
		}
		for _, r := range found {
			cloud := name
			if cloud == "" {
				cloud = r.report.Target.Name
			}
			out = append(out, history.Source{Cloud: cloud, Place: r.dir, Report: r.report})
		}
	}
	return out, nil
}

// ledgerReports reads the reports of a ledger's entries, with the names of their implementations.
func ledgerReports(root string) ([]history.Source, error) {
	entries, err := ledger.Read(root)
	if err != nil {
		return nil, err
	}
	var out []history.Source
	for _, e := range entries {
		r, err := reports.ReadDir(filepath.Join(root, filepath.FromSlash(e.Folder())))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.Folder(), err)
		}
		out = append(out, history.Source{Cloud: e.Implementation, Place: e.Folder(), Report: r})
	}
	return out, nil
}

// writeLedgerPage writes the page of a ledger.
func writeLedgerPage(s cli.Streams, root, out string) error {
	entries, err := ledgerReports(root)
	if err != nil {
		return cli.Usage(err)
	}
	var names []string
	var all []*reports.Report
	for _, e := range entries {
		names, all = append(names, e.Cloud), append(all, e.Report)
	}
	return writePage(s, out, func(w io.Writer) error { return html.WriteLedger(w, names, all) })
}

func writePage(s cli.Streams, out string, write func(io.Writer) error) error {
	if err := bundle.WriteFile(filepath.Dir(out), filepath.Base(out), write); err != nil {
		return err
	}
	fmt.Fprintln(s.Out, out)
	return nil
}
