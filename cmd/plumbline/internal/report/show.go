package report

import (
	"errors"

	"github.com/spf13/cobra"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/reports"
	"plumbline/reports/terminal"
)

func newReportShowCommand(s cli.Streams) *cobra.Command {
	var exit exitOptions
	var requirement, row string
	cmd := &cobra.Command{
		Use:   "show DIR",
		Short: "Print every requirement and row of a report with its verdict, or the evidence of one",
		Long: "Prints the report.json of DIR, or those of the profiles below DIR. With --requirement or --row it prints that\n" +
			"one with its evidence: each sentence and each exchange, as the log has them.",
		Example: "  plumbline report show reports/latest\n" +
			"  plumbline report show reports/latest/shipped --requirement RKP-08\n" +
			"  plumbline report show reports/latest/shipped --row UTH-46b\n" +
			"  plumbline report show reports/latest/shipped --exit-code --no-partial",
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if requirement != "" && row != "" {
				return cli.Usage(errors.New("give --requirement or --row, not both"))
			}
			found, err := readReports(args[0])
			if err != nil {
				return err
			}
			if id := requirement + row; id != "" {
				return showOne(s, found, id)
			}
			for _, r := range found {
				if err := terminal.PrintMatrix(s.Out, r.report); err != nil {
					return err
				}
				if err := terminal.Print(s.Out, r.report, r.dir); err != nil {
					return err
				}
			}
			return exit.end(reportsOf(found))
		},
	}
	cmd.Flags().StringVar(&requirement, "requirement", "", "one requirement with its rows and their evidence")
	cmd.Flags().StringVar(&row, "row", "", "one row (or case) with its evidence")
	exit.register(cmd)
	return cmd
}

func showOne(s cli.Streams, found []storedReport, id string) error {
	for _, r := range found {
		events, err := cli.ReadLog(r.dir)
		if err != nil {
			return err
		}
		if err := reports.Show(s.Out, r.report, events, id); err != nil {
			return cli.Usage(err)
		}
	}
	return nil
}
