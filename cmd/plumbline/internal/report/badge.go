package report

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/reports/badge"
	"plumbline/internal/reports/bundle"
)

func newReportBadgeCommand(s cli.Streams) *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "badge DIR --out FILE",
		Short: "Draw the verdict of a report as a small SVG picture",
		Long: "Draws the picture that certify also writes beside the report (badge.svg): one file without scripts and without\n" +
			"references to others, with a title for those who do not see it.",
		Example: "  plumbline report badge results --out docs/badge.svg",
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			found, err := readReports(args[0])
			if err != nil {
				return err
			}
			if len(found) > 1 {
				return cli.Usage(fmt.Errorf("%s holds %d reports: give the folder of one, %s", args[0], len(found), found[0].dir))
			}
			if out == "" {
				return cli.Usage(errors.New("--out FILE says where the picture goes"))
			}
			draw := func(w io.Writer) error { return badge.Write(w, found[0].report) }
			if err := bundle.WriteFile(filepath.Dir(out), filepath.Base(out), draw); err != nil {
				return err
			}
			fmt.Fprintf(s.Out, "badge: %s\n", out)
			return nil
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "file to write (required)")
	return cmd
}
