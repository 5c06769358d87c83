package report

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/reports"
	"plumbline/internal/reports/script"
)

func newReportScriptCommand(s cli.Streams) *cobra.Command {
	return &cobra.Command{
		Use:   "script DIR ROW",
		Short: "Print a shell script that asks what a row asked: it sets up, asks, looks and removes",
		Long: "Prints a script for sh, curl and jq from the log of a row. It makes the row's resources anew, sends its request, says\n" +
			"whether the answer has the status that the report has, and removes what it made. Tokens come from TOKEN_MEMBER and so on, or from\n" +
			"the entries of clouds.yaml that CLOUD_MEMBER and so on name. DIR is the folder of one run.",
		Example: "  plumbline report script reports/prod RKP-08b > row.sh\n" +
			"  CLOUD_MEMBER=prod sh row.sh",
		Args: cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			found, err := readReports(args[0])
			if err != nil {
				return err
			}
			var missing error
			for _, r := range found {
				events, err := cli.ReadLog(r.dir)
				if err != nil {
					return err
				}
				err = script.Write(s.Out, r.report, events, strings.TrimPrefix(args[1], "#"))
				if err == nil || !errors.Is(err, reports.ErrNoSuch) {
					return err
				}
				missing = err
			}
			return cli.Usage(fmt.Errorf("%s: %w", args[0], missing))
		},
	}
}
