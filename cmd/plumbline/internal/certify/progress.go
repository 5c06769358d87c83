package certify

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/reports/printable"
	"plumbline/internal/reports/terminal"
	"plumbline/internal/steps/progress"
	"plumbline/steps"
)

func (f *TargetFlags) registerProgress(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.progress, "progress", progress.Auto.String(),
		"how to tell progress on stderr: "+progress.Words()+" (auto: a bar on a terminal, lines elsewhere; json: docs/progress.md)")
	cmd.Flags().BoolVar(&f.progressJSON, "json", false, "progress for machines, one JSON object a line on stderr: short for --progress json")
	cmd.MarkFlagsMutuallyExclusive("progress", "json")
}

// checkProgress refuses an unknown form of progress before anything runs.
func (f *TargetFlags) checkProgress() error {
	switch {
	case f.progressJSON:
		f.progress = progress.JSON.String()
	case f.progress == "":
		f.progress = progress.Auto.String()
	}
	if _, err := progress.ParseMode(f.progress); err != nil {
		return cli.Usage(fmt.Errorf("--progress: %w", err))
	}
	return nil
}

// report sends all output to stderr through one reporter until stop is called.
func (f *TargetFlags) report() (stop func()) {
	before := f.Streams.Err
	file, isTerminal := cli.Terminal(before)
	o := progress.Options{
		Secrets: f.Streams.Secrets, Mode: progress.Mode(f.progress).On(isTerminal, f.Streams.Env),
		Colour: isTerminal && f.Streams.Env["NO_COLOR"] == "",
	}
	if isTerminal {
		o.Width = func() int { return cli.WidthOf(file) }
		f.errWidth = min(terminal.Width, cli.WidthOf(file))
	}
	reporter := progress.New(printable.Unwrap(before), o) // the bar needs the control sequences that printable escapes
	f.Streams.Err = reporter
	ctx, cancel := context.WithCancel(context.Background())
	ticker := time.NewTicker(time.Second / 4)
	go reporter.Keep(ctx, ticker.C)
	return func() {
		ticker.Stop()
		cancel()
		f.Streams.Err = before
	}
}

// withProgress performs a command with its progress on stderr; at the end machines are told its exit code.
func (f *TargetFlags) withProgress(perform func() error) error {
	stop := f.report()
	defer stop()
	err := perform()
	code, failed := cli.ExitOf(err)
	f.reporter().Exit(code, failed)
	return err
}

// reporter is what all output to stderr goes through.
func (f *TargetFlags) reporter() *progress.Reporter {
	if reporter, ok := f.Streams.Err.(*progress.Reporter); ok {
		return reporter
	}
	return progress.New(f.Streams.Err, progress.Options{Mode: progress.Lines})
}

// titleOf names a run: its target and profile.
func titleOf(o steps.Options) string { return fmt.Sprintf("%s, %s", o.Target.Name, o.Profile) }

// showProgress shows the progress of a run; finish ends that.
func (f *TargetFlags) showProgress(o *steps.Options) (finish func()) {
	return f.reporter().Follow(titleOf(*o), o)
}
