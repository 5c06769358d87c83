package certify

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/reports/printable"
	"plumbline/internal/steps/sweeping"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/world"
)

// NewSweepCommand makes the command sweep, which removes what killed runs left.
func NewSweepCommand(s cli.Streams) *cobra.Command {
	f := &TargetFlags{Streams: s, MaxServers: 1}
	var run string
	var dry bool
	cmd := &cobra.Command{
		Use:   "sweep",
		Short: "Remove what a killed run left on a cloud",
		Long: `Removes servers, server groups, key pairs, stacks, images, networks, volumes and snapshots whose names begin with
plumbline- in the given user's project, and, when the user may manage identities, the projects and users that runs made with all
that is in them. Do not sweep while another run is going on, unless you name a run.`,
		Example: `  plumbline sweep --os-cloud prod --dry-run
  plumbline sweep --os-cloud prod --run 6e1422a0`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := f.complete(cmd); err != nil {
				return err
			}
			return sweep(cmd.Context(), f, run, dry)
		},
	}
	f.registerTarget(cmd)
	cmd.Flags().StringVar(&run, "run", "", "id of the run (default: every run)")
	cmd.Flags().BoolVar(&dry, "dry-run", false, "only say what would be removed")
	return cmd
}

func sweep(ctx context.Context, f *TargetFlags, run string, dry bool) error {
	if f.Target == "mock" || f.Target == "" && !f.namesCloud() {
		return cli.Usage(errors.New("sweep needs a cloud: --os-cloud, --target URL, or the OS_* variables"))
	}
	jobs, err := f.jobs(ctx)
	if err != nil {
		return err
	}
	verb := map[bool]string{true: "would remove", false: "removed"}[dry]
	n := 0
	o := jobs[0].options
	gone := func(s target.Swept) {
		n++
		if s.Err != nil {
			fmt.Fprintf(f.Streams.Err, "not removed: %s %s (%s): %v\n", s.Kind, printable.Line(s.Name), printable.Line(s.ID), s.Err)
			return
		}
		fmt.Fprintf(f.Streams.Out, "%s %s %s (%s)\n", verb, s.Kind, printable.Line(s.Name), printable.Line(s.ID))
	}
	err = sweeping.Sweep{
		Target: o.Target, Timeouts: o.Timeouts, Clock: world.Machine{}, Redact: f.secrets(jobs[0]), Run: run, Dry: dry, Gone: gone,
	}.Do(ctx)
	if err != nil {
		return &cli.ExitError{Code: cli.CodeOf(err), Err: err}
	}
	if n == 0 {
		fmt.Fprintln(f.Streams.Out, "nothing was left behind")
	}
	return nil
}
