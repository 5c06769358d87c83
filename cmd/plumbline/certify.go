package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/spf13/cobra"

	"plumbline/features"
	"plumbline/openapi"
	"plumbline/reports"
	"plumbline/reports/eventlog"
	"plumbline/reports/redact"
	"plumbline/steps"
	"plumbline/steps/plan"
	"plumbline/steps/target"
)

func init() { commands = append(commands, newCertifyCommand) }

// newCertifyCommand runs scenarios and writes reports.
func newCertifyCommand(s Streams) *cobra.Command {
	f := &targetFlags{streams: s}
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

A request of the suite's own that fails on the way (no answer, 429, 502, 503, 504) is sent again up to ` + fmt.Sprint(target.Retries) + ` times;
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
  plumbline certify --os-cloud prod --shard 2/3 --out shards/2            # the second of three machines
  plumbline certify --os-cloud prod --only RKP-08 --metadata-url http://controller:8775 --metadata-secret "$S"
  plumbline certify --target mock --max-microversion 2.93 --mock-policy legacy   # the mock as old as Zed`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := f.complete(cmd); err != nil {
				return err
			}
			if err := f.checkProgress(); err != nil {
				return err
			}
			return certify(cmd.Context(), f, out, noPartial)
		},
	}
	f.register(cmd)
	f.registerProgress(cmd)
	cmd.Flags().StringVar(&out, "out", "reports/latest", "folder for the reports")
	cmd.Flags().BoolVar(&f.resume, "resume", false, "continue the interrupted or killed run whose log is in --out; without one, start a run")
	cmd.Flags().StringVar(&f.shard, "shard", "", "run part I/N of the plan; alone/N: what nothing may run beside, when the others are done; job/N: by JOB_COMPLETION_INDEX")
	cmd.Flags().IntVar(&f.repeat, "repeat", 1, "run each case so many times, and name those that end differently (at most 100)")
	cmd.Flags().BoolVar(&noPartial, "no-partial", false, "exit 1 where a specification is only conformant but for excluded or waived requirements")
	return cmd
}

// certify runs each target of the flags, writes its report and the index over several.
func certify(ctx context.Context, f *targetFlags, out string, noPartial bool) error {
	spareTheCollector(f.streams.Env)
	jobs, err := f.jobs(ctx)
	if err != nil {
		return err
	}
	made, err := certifyAll(ctx, f, jobs, out)
	if err != nil {
		return err
	}
	if len(jobs) > 1 && len(made) == len(jobs) {
		if err := reports.WriteIndex(out, made); err != nil {
			return inconclusive(err)
		}
		fmt.Fprintf(f.streams.Out, "index: %s\n", filepath.Join(out, "index.html"))
	}
	if err := f.jobSummary(made); err != nil {
		return inconclusive(err)
	}
	if f.shard != "" {
		return exitWith(shardExit(made))
	}
	if code := reports.ExitCode(noPartial, made...); code != exitOK {
		return &exitError{Code: code}
	}
	return nil
}

// shardExit is 0 for shards that are complete: what they found is for the merged report to say.
func shardExit(made []*reports.Report) int {
	if len(made) == 0 || slices.ContainsFunc(made, func(r *reports.Report) bool { return !r.Run.Complete }) {
		return exitInconclusive
	}
	return exitOK
}

// certifyAll runs every job and prints what came out, in order. Mocks inside this process have nothing to
// do with each other and run at the same time.
func certifyAll(ctx context.Context, f *targetFlags, jobs []job, out string) ([]*reports.Report, error) {
	var done sync.WaitGroup
	made, failed, dirs := make([]*reports.Report, len(jobs)), make([]error, len(jobs)), make([]string, len(jobs))
	atOnce := len(jobs) > 1 && jobs[0].options.Target.Kind == target.Embedded
	stop := f.report()
	defer stop()
	// The folder that jobs share is made before them, and taken away again after them when none left anything in it.
	shared := missing(out)
	if err := os.MkdirAll(out, 0o755); err != nil {
		return nil, inconclusive(fmt.Errorf("make report folder: %w", err))
	}
	defer removeEmpty(shared)
	for i, j := range jobs {
		dirs[i] = out
		if len(jobs) > 1 {
			dirs[i] = filepath.Join(out, string(j.options.Profile))
		}
		done.Go(func() { made[i], failed[i] = certifyOne(ctx, f, j, dirs[i]) })
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
			break // interrupted before its turn
		}
		if err := reports.Print(f.streams.Out, report, dirs[i]); err != nil {
			return nil, err
		}
		reported = append(reported, report)
	}
	return reported, nil
}

// removeEmpty takes folders away, the deepest first; those with something in them stay.
func removeEmpty(folders []string) {
	for _, folder := range folders {
		os.Remove(folder)
	}
}

// certifyOne runs one target. Its log grows in a file of its own beside the report; it is taken away when the
// report is whole.
func certifyOne(ctx context.Context, f *targetFlags, j job, dir string) (report *reports.Report, err error) {
	made := missing(dir)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, inconclusive(fmt.Errorf("make report folder: %w", err))
	}
	log, err := openLog(dir, f.resume)
	if err != nil {
		return nil, inconclusive(err)
	}
	keep := !log.ours
	defer func() {
		if closed := log.close(keep); err == nil && closed != nil {
			err = inconclusive(closed)
		}
		if report == nil {
			removeEmpty(made)
		}
	}()
	if f.resume {
		fmt.Fprintln(f.streams.Err, "plumbline: "+log.words(dir))
	}
	var failed error
	if !log.complete() {
		var outcome steps.Outcome
		outcome, failed = f.perform(ctx, j, log)
		ran := outcome.Passed+outcome.Failed+outcome.Errors > 0
		if failed != nil && (!ran || errors.Is(failed, steps.ErrConfiguration)) {
			return nil, &exitError{Code: codeOf(failed), Err: failed}
		}
	}
	report, err = writeReport(log.file, dir)
	if err != nil {
		keep = true
		return nil, inconclusive(fmt.Errorf("%w (the event log is %s)", errors.Join(failed, err), log.file.Name()))
	}
	keep = false
	if failed != nil {
		return nil, &exitError{Code: codeOf(failed), Err: fmt.Errorf("%w (what ran is reported in %s; --resume continues)", failed, dir)}
	}
	return report, nil
}

// perform runs the scenarios into the log.
func (f *targetFlags) perform(ctx context.Context, j job, log *runLog) (steps.Outcome, error) {
	finish := f.follow(&j.options)
	j.options.Redact = redact.New()
	j.options.Resume = log.resume
	if j.options.Target.Kind != target.Embedded {
		j.options.Planned = func(p *steps.Planned) {
			_ = f.preflightOf(j, p).Print(f.streams.Err, false) // a head that cannot be shown is no reason to stop
		}
	}
	writer := log.writer(j.options.Clock.Now)
	writer.Scrub(j.options.Redact.Text)
	j.options.Log = writer
	told := context.AfterFunc(ctx, func() {
		fmt.Fprintln(f.streams.Err, "plumbline: interrupted; removing what was created and writing the report (interrupt again to end at once; --resume continues)")
	})
	outcome, err := steps.Run(ctx, j.options)
	told()
	finish()
	if outcome.Stopped != "" {
		fmt.Fprintf(f.streams.Err, "plumbline: %s; --resume continues\n", outcome.Stopped)
	}
	if outcome.NotCleaned > 0 || outcome.Leaked > 0 {
		fmt.Fprintf(f.streams.Err, "plumbline: something was left behind; --resume or plumbline sweep --run %s removes it\n", outcome.RunID)
	}
	return outcome, err
}

// missing lists the folders of a path that are not there yet, deepest first.
func missing(dir string) []string {
	var out []string
	for ; dir != "." && dir != "/"; dir = filepath.Dir(dir) {
		if _, err := os.Stat(dir); err == nil {
			break
		}
		out = append(out, dir)
	}
	return out
}

func writeReport(log *os.File, dir string) (*reports.Report, error) {
	if _, err := log.Seek(0, 0); err != nil {
		return nil, err
	}
	events, err := eventlog.Read(log)
	if err != nil {
		return nil, err
	}
	catalogue, err := features.Catalogue()
	if err != nil {
		return nil, err
	}
	report, err := reports.Build(catalogue, events)
	if err != nil {
		return nil, err
	}
	return report, reports.Write(dir, report, events)
}

// codeOf tells mistakes of the call from a target that could not be judged.
func codeOf(err error) int {
	if errors.Is(err, plan.ErrNothing) || errors.Is(err, steps.ErrConfiguration) {
		return exitUsage
	}
	return exitInconclusive
}

func inconclusive(err error) error { return &exitError{Code: exitInconclusive, Err: err} }

// profiles of a target: the one asked for, shipped by default.
func parseProfiles(name string, fallback ...openapi.Profile) ([]openapi.Profile, error) {
	switch name {
	case "":
		return fallback, nil
	case "both":
		return openapi.Profiles(), nil
	}
	p, err := openapi.ParseProfile(name)
	if err != nil {
		return nil, usage(fmt.Errorf("--profile: %w, both", err))
	}
	return []openapi.Profile{p}, nil
}
