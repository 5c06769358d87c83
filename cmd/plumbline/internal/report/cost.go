package report

import (
	"fmt"

	"github.com/spf13/cobra"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/reports/cost"
)

func newReportCostCommand(s cli.Streams) *cobra.Command {
	return &cobra.Command{
		Use:   "cost DIR...",
		Short: "Say what runs cost their clouds: servers, volumes, requests and minutes, by specification",
		Long: "Counts in the log of each run what it made and asked: by specification, and by the role of the requests. Minutes are\n" +
			"those of the whole run, those that callers waited for answers, and those of all cases together, in whatever lane they\n" +
			"ran. What was interrupted, and cases that ran again, cost what they cost. At last it says why the servers that cases\n" +
			"made served no other case.",
		Example: "  plumbline report cost reports/prod\n" +
			"  plumbline report cost reports/monday reports/tuesday",
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, dirs []string) error {
			first := true
			for _, dir := range dirs {
				found, err := readReports(dir)
				if err != nil {
					return err
				}
				for _, r := range found {
					events, err := cli.ReadLog(r.dir)
					if err != nil {
						return err
					}
					if !first {
						fmt.Fprintln(s.Out)
					}
					first = false
					if err := cost.Of(events).Print(s.Out); err != nil {
						return err
					}
				}
			}
			return nil
		},
	}
}
