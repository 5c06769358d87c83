package certify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/spf13/cobra"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/features"
	"plumbline/internal/openapi/redact"
	"plumbline/internal/reports"
	"plumbline/internal/reports/bundle"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/terminal"
	"plumbline/internal/steps/session"
	"plumbline/internal/steps/target"
	"plumbline/steps"
)

// NewCommand makes the command certify, which runs scenarios and writes reports.
func NewCommand(s cli.Streams) *cobra.Command {
	f := &TargetFlags{Streams: s}
	var out string
	var noPartial bool
	cmd := &cobra.Command{
		Use:   "certify",
		Short: "Run the scenarios against a cloud, or against the embedded mock, and write a report",
		Long: `Runs every scenario that applies to the target and writes report.json, report.html, junit.xml, summary.md
and events.ndjson. Without a target (no --os-cloud, no --target, no OS_CLOUD, no OS_AUTH_URL) it certifies
the embedded mock in both profiles.

A run that was interrupted or killed goes on with the same options and --resume: what has a result keeps it, what
the run left on the cloud is swept first. Other machines take parts of the same plan with --shard; plumbline
report merge makes one certificate of their reports, and has its exit code: a shard that is complete exits 0.

A request of the suite's own that fails on the way (no answer, 429, 502, 503, 504) is sent again up to ` +
			fmt.Sprint(session.Retries) + ` times;
the request that a scenario is about is sent once. Waits have names, for --timeout NAME=DURATION:

` + timeoutTable() + `
Where GITHUB_STEP_SUMMARY names a file, the summary is appended to it; an empty GITHUB_STEP_SUMMARY leaves that out.
NO_COLOR takes the colours from the bar.

Exit codes: 0 conformant, 1 not conformant, 2 usage or configuration, 3 inconclusive.
Every option can also stand in plumbline.yaml under its name, or in the environment as PLUMBLINE_NAME.`,
		Example: `  plumbline certify                                    # the embedded mock, both profiles
  plumbline certify --os-cloud prod --out reports/prod # a cloud of clouds.yaml
  plumbline certify --os-cloud member --actor reader=my-reader --actor outsider=other-project
  plumbline certify --os-cloud prod --out reports/prod --resume            # go on after a kill
  plumbline certify --os-cloud prod --rerun-failed reports/prod            # only what did not pass
  plumbline certify --os-cloud prod --only RKP-08 --keep-failed            # and look at the server that it failed with
  plumbline certify --os-cloud prod --shard 2/3 --out shards/2            # the second of three machines
  plumbline certify --os-cloud prod --suite smoke                          # one telling row per requirement
  plumbline certify --os-cloud prod --budget servers=100,minutes=20        # the most telling rows that fit
  plumbline certify --os-cloud prod --only RKP-08 --metadata-url http://controller:8775 --metadata-secret "$S"
  plumbline certify --target mock --max-microversion 2.93 --mock-policy legacy   # the mock as old as Zed`,
		Args: noNames,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := f.complete(cmd); err != nil {
				return err
			}
			if err := f.checkProgress(); err != nil {
				return err
			}
			return f.withProgress(func() error {
				if f.rerun != "" {
					if err := f.asItRan(cmd, &out); err != nil {
						return cli.Usage(err)
					}
				}
				return certify(cmd.Context(), f, out, noPartial)
			})
		},
	}
	f.register(cmd)
	f.registerProgress(cmd)
	cmd.Flags().StringVar(&out, "out", "reports/latest", "folder for the reports")
	cmd.Flags().BoolVar(&f.resume, "resume", false, "continue the interrupted or killed run whose log is in --out; without one, start a run")
	cmd.Flags().StringVar(&f.rerun, "rerun-failed", "", "run again what failed in the report of this folder, and was an error, into the same "+
		"report; the selection is that of the report")
	cmd.Flags().StringVar(&f.Shard, "shard", "", "run part I/N of the plan; alone/N: what nothing may run beside, when "+
		"the others are done; job/N: by JOB_COMPLETION_INDEX")
	cmd.Flags().IntVar(&f.repeat, "repeat", 1, "run each case so many times, and name those that end differently (at most 100)")
	cmd.Flags().BoolVar(&f.fresh, "fresh", false, "have each case make everything it needs; otherwise the embedded mock is "+
		"brought back to where an earlier case had prepared the same, and on other clouds cases leave their server to the next one")
	cmd.Flags().BoolVar(&f.keepFailed, "keep-failed", false, "leave what rows created that fail, or end in an error, on the cloud, and "+
		"print how to look at it and how to remove it")
	cmd.Flags().BoolVarP(&f.verbose, "verbose", "v", false, "print all that is known of the target before the run, as plan does")
	cmd.Flags().BoolVar(&noPartial, "no-partial", false,
		"exit 1 where a specification is only conformant but for excluded or waived requirements")
	return cmd
}

// certify runs each target of the flags, and writes its report and, for several, the index.
func certify(ctx context.Context, f *TargetFlags, out string, noPartial bool) error {
	cli.SpareTheCollector(f.Streams.Env)
	jobs, err := f.jobs(ctx)
	if err != nil {
		return err
	}
	made, err := runJobs(ctx, f, jobs, out, noPartial)
	if err != nil {
		return err
	}
	if len(jobs) > 1 && len(made) == len(jobs) {
		if err := bundle.WriteIndex(out, made); err != nil {
			return cli.Inconclusive(err)
		}
		fmt.Fprintf(f.Streams.Out, "index: %s\n", filepath.Join(out, "index.html"))
	}
	if err := f.jobSummary(made); err != nil {
		return cli.Inconclusive(err)
	}
	return cli.ExitWith(f.exitCode(noPartial, made...))
}

// exitCode is the exit code of a command that made these reports.
func (f *TargetFlags) exitCode(noPartial bool, made ...*reports.Report) int {
	if f.Shard != "" {
		return shardExit(made)
	}
	return reports.ExitCode(noPartial, made...)
}

// shardExit is 0 for shards that are complete: the merged report decides about their results.
func shardExit(made []*reports.Report) int {
	if len(made) == 0 || slices.ContainsFunc(made, func(r *reports.Report) bool { return !r.Run.Complete }) {
		return cli.ExitInconclusive
	}
	return cli.ExitOK
}

// runJobs runs every job and prints the results in order. Jobs on mocks inside this process are independent and run at the same time.
func runJobs(ctx context.Context, f *TargetFlags, jobs []job, out string, noPartial bool) ([]*reports.Report, error) {
	var done sync.WaitGroup
	made, failed, dirs := make([]*reports.Report, len(jobs)), make([]error, len(jobs)), make([]string, len(jobs))
	atOnce := len(jobs) > 1 && jobs[0].options.Target.Kind == steps.Embedded
	// The folders that jobs share are created before them, and removed after them if they are empty.
	shared := missingFolders(out)
	if err := os.MkdirAll(out, 0o755); err != nil {
		return nil, cli.Usage(fmt.Errorf("--out: make report folder: %w", err))
	}
	defer removeEmpty(shared)
	for i, j := range jobs {
		dirs[i] = out
		if len(jobs) > 1 {
			dirs[i] = filepath.Join(out, string(j.options.Profile))
		}
		if !f.resume {
			f.sayWhatIsReplaced(dirs[i])
		}
		done.Go(func() { made[i], failed[i] = runJob(ctx, f, j, dirs[i]) })
		if atOnce {
			continue
		}
		done.Wait()
		if failed[i] != nil || ctx.Err() != nil {
			break
		}
	}
	done.Wait()
	var reported []*reports.Report
	for i, report := range made {
		if failed[i] != nil {
			return nil, failed[i]
		}
		if report == nil {
			break // interrupted before the job began
		}
		if err := f.Streams.PrintScreen(func(w io.Writer, width int) error { return terminal.PrintAt(w, report, dirs[i], width) }); err != nil {
			return nil, err
		}
		if err := f.annotate(report, dirs[i]); err != nil {
			return nil, err
		}
		f.reporter().Result(titleOf(jobs[i].options), report, dirs[i], filepath.Join(dirs[i], reports.JSONName), f.exitCode(noPartial, report))
		reported = append(reported, report)
	}
	return reported, nil
}

// removeEmpty removes folders, the deepest first; folders with content stay.
func removeEmpty(folders []string) {
	for _, folder := range folders {
		os.Remove(folder)
	}
}

// runJob runs one target. Its log is written to a file of its own beside the report, which is removed when the report is complete.
func runJob(ctx context.Context, f *TargetFlags, j job, dir string) (report *reports.Report, err error) {
	made := missingFolders(dir)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, cli.Inconclusive(fmt.Errorf("make report folder: %w", err))
	}
	log, err := openLog(dir, f.resume)
	if err != nil {
		return nil, cli.Inconclusive(err)
	}
	if f.rerun != "" {
		if err := log.rerunFailed(f.suiteOf.Catalogue); err != nil {
			return nil, cli.Inconclusive(errors.Join(fmt.Errorf("%s: %w", dir, err), log.close(!log.ours)))
		}
	}
	keep := !log.ours
	defer func() {
		if closed := log.close(keep); err == nil && closed != nil {
			err = cli.Inconclusive(closed)
		}
		if report == nil {
			removeEmpty(made)
		}
	}()
	if f.resume {
		fmt.Fprintln(f.Streams.Err, "plumbline: "+log.describeResume(dir))
	}
	var failed error
	if !log.complete() {
		var outcome steps.Outcome
		outcome, failed = f.perform(ctx, j, log)
		ran := outcome.Passed+outcome.Failed+outcome.Errors > 0
		whole := failed == nil || ran && !errors.Is(failed, target.ErrConfiguration)
		f.SayWhatIsOpen(outcome, whole || !log.ours)
		if !whole {
			return nil, &cli.ExitError{Code: cli.CodeOf(failed), Err: failed}
		}
	}
	report, err = writeReport(f.suiteOf.Catalogue, log, dir)
	if err != nil {
		keep = true
		return nil, cli.Inconclusive(fmt.Errorf("%w (the event log is %s)", errors.Join(failed, err), log.file.Name()))
	}
	keep = false
	if failed != nil {
		return nil, &cli.ExitError{Code: cli.CodeOf(failed), Err: fmt.Errorf("%w (what ran is reported in %s; --resume continues)", failed, dir)}
	}
	return report, nil
}

// perform runs the scenarios into the log.
func (f *TargetFlags) perform(ctx context.Context, j job, log *runLog) (steps.Outcome, error) {
	finish := f.showProgress(&j.options)
	j.options.Redact = f.secrets(j)
	j.options.Resume = log.resume
	if j.options.Target.Kind != steps.Embedded {
		j.options.Planned = func(p *steps.Planned) {
			table := f.preflightOf(j, p)
			f.madeUsers = table.Creates.Users > 0
			_ = table.Print(f.Streams.Err, cmp.Or(f.errWidth, terminal.Width), f.verbose) // the run goes on if this cannot be printed
		}
	}
	writer := log.writer(j.options.Clock.Now)
	writer.Scrub(eventlog.Scrubber{Text: j.options.Redact.Text, Known: j.options.Redact.RedactKnown})
	if j.options.Target.Kind == steps.Embedded && log.before == nil {
		writer.Keep() // possible for the embedded mock, whose answers are valid UTF-8
		log.kept = writer
	}
	j.options.Log = writer
	told := context.AfterFunc(ctx, func() {
		fmt.Fprintln(f.Streams.Err, "plumbline: interrupted; removing what was created and writing the report (interrupt "+
			"again to end at once; --resume continues)")
	})
	outcome, err := steps.Run(ctx, j.options)
	told()
	finish()
	return outcome, err
}

// SayWhatIsOpen prints what a run left undone, and the command that does it. resumable tells whether its log
// stays, which --resume needs.
func (f *TargetFlags) SayWhatIsOpen(outcome steps.Outcome, resumable bool) {
	if outcome.Stopped != "" {
		words := "start the run again"
		if resumable {
			words = "--resume continues"
		}
		fmt.Fprintf(f.Streams.Err, "plumbline: %s; %s\n", outcome.Stopped, words)
	}
	f.sayWhatWasKept(outcome.RunID, outcome.Kept)
	if outcome.NotCleaned > 0 || outcome.Leaked > 0 {
		words := ""
		if resumable {
			words = "--resume or "
		}
		fmt.Fprintf(f.Streams.Err, "plumbline: something was left behind; %s%s removes it\n", words, f.SweepCommand(outcome.RunID))
	}
}

// secrets makes the redactor of a job; for a cloud it also redacts both streams. Mocks inside this process run at the same
// time, each with a redactor of its own.
func (f *TargetFlags) secrets(j job) *redact.Redactor {
	if j.options.Target.Kind == steps.Embedded || f.Streams.Secrets == nil {
		return redact.New()
	}
	return f.Streams.Secrets
}

// missingFolders lists the folders of a path that do not exist yet, deepest first.
func missingFolders(dir string) []string {
	var out []string
	for ; dir != "." && dir != "/"; dir = filepath.Dir(dir) {
		if _, err := os.Stat(dir); err == nil {
			break
		}
		out = append(out, dir)
	}
	return out
}

func writeReport(catalogue *features.RequirementCatalogue, log *runLog, dir string) (*reports.Report, error) {
	events, err := log.events()
	if err != nil {
		return nil, err
	}
	report, err := reports.Build(catalogue, events)
	if err != nil {
		return nil, err
	}
	if _, err := log.file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	return report, bundle.WriteWithLog(dir, report, events, log.file)
}
