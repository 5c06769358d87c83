package report

import (
	"github.com/spf13/cobra"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/reports"
)

// exitOptions are the options of commands that print or make reports and may have the exit code of the run.
type exitOptions struct{ exitCode, noPartial bool }

func (o *exitOptions) register(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&o.exitCode, "exit-code", false, "exit like the run: 1 not conformant, 3 inconclusive")
	cmd.Flags().BoolVar(&o.noPartial, "no-partial", false, "with --exit-code: waived or excluded requirements are 1")
}

// exitError is the error with the exit code of the reports.
func (o *exitOptions) exitError(all []*reports.Report) error {
	if !o.exitCode {
		return nil
	}
	return cli.ExitWith(reports.ExitCode(o.noPartial, all...))
}

// registerOut adds the required flag --out.
func registerOut(cmd *cobra.Command, out *string) {
	cmd.Flags().StringVar(out, "out", "", "folder to write to; made where it is missing (required)")
	if err := cmd.MarkFlagRequired("out"); err != nil {
		panic(err)
	}
}
