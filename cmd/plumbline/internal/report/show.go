package report

import (
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/reports"
	"plumbline/internal/reports/terminal"
)

func newReportShowCommand(s cli.Streams) *cobra.Command {
	var exit exitOptions
	var requirement, row string
	cmd := &cobra.Command{
		Use:   "show DIR [ID...]",
		Short: "Print every requirement and row of a report with its verdict, or the evidence of one",
		Long: "Prints the report.json of DIR, or those of the profiles below DIR. With ids of requirements, rows or cases it prints\n" +
			"those with their evidence: each sentence and each exchange, as the log has them.",
		Example: "  plumbline report show reports/latest\n" +
			"  plumbline report show reports/latest/shipped RKP-08\n" +
			"  plumbline report show reports/latest/shipped UTH-46b BFV-02a\n" +
			"  plumbline report show reports/latest/shipped --exit-code --no-partial",
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if requirement != "" && row != "" {
				return cli.Usage(errors.New("give --requirement or --row, not both"))
			}
			found, err := readReports(args[0])
			if err != nil {
				return err
			}
			ids := args[1:]
			if id := requirement + row; id != "" {
				ids = append(ids, id)
			}
			for _, id := range ids {
				if err := showOne(s, found, id); err != nil {
					return err
				}
			}
			if len(ids) > 0 {
				return nil
			}
			for _, r := range found {
				err := s.PrintScreen(func(w io.Writer, width int) error {
					if err := terminal.PrintMatrixAt(w, r.report, width); err != nil {
						return err
					}
					return terminal.PrintAt(w, r.report, r.dir, width)
				})
				if err != nil {
					return err
				}
			}
			return exit.exitError(reportsOf(found))
		},
	}
	cmd.Flags().StringVar(&requirement, "requirement", "", "one requirement with its rows and their evidence")
	cmd.Flags().StringVar(&row, "row", "", "one row (or case) with its evidence")
	exit.register(cmd)
	return cmd
}

// showOne prints an id from each report that has it.
func showOne(s cli.Streams, found []storedReport, id string) error {
	var missing error
	shown := false
	for _, r := range found {
		events, err := cli.ReadLog(r.dir)
		if err != nil {
			return err
		}
		switch err := reports.Show(s.Out, r.report, events, strings.TrimPrefix(id, "#")); {
		case errors.Is(err, reports.ErrNoSuch):
			missing = err
		case err != nil:
			return err
		default:
			shown = true
		}
	}
	if !shown {
		return cli.Usage(missing)
	}
	return nil
}
