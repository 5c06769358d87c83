package certify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/openapi"
	"plumbline/internal/reports"
	"plumbline/internal/reports/bundle"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/html"
	"plumbline/internal/reports/parity"
	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/target"
	"plumbline/mockcloud"
	"plumbline/steps"
)

// NewParityCommand makes the command parity, which compares a real cloud with the mock.
func NewParityCommand(s cli.Streams) *cobra.Command {
	f := &TargetFlags{Streams: s}
	var out string
	var texts bool
	var recorded []string
	cmd := &cobra.Command{
		Use:   "parity [REFERENCE [MOCK]]",
		Short: "Run a selection on a real cloud and on the mock as old as it, and print where they answer differently",
		Long: `Runs the selection against the cloud that --os-cloud (or OS_CLOUD, or OS_AUTH_URL) names, then against an embedded
mock that is held to the same newest microversions and the same policy defaults, and compares status, headers,
envelope and shape of every exchange; values are normalised. With one argument, the report folder of a run against a
cloud, only the mock runs, with the same selection. With two nothing runs: they are the event logs (or the report
folders) of such runs.

With --pack (repeatable) the cloud is a file that plumbline record made: the mock is made as old as the cloud was, runs
the selection of the recording, and nothing else is asked. Cases that the pack does not have, or the suite no more, are
listed; a pack that has less than 90 % of the mock's cases proves too little and is exit code 3.

Differences that have a reason are known to the tool and printed with it. Everything is also in parity.json,
and parity.html shows it.

Exit codes: 0 every difference is explained, 1 some are not, 2 usage or configuration, 3 a run could not be judged.`,
		Example: `  plumbline parity --os-cloud prod --out reports/latest/parity
  plumbline parity --os-cloud prod --spec unshelve-to-host --jobs 4 --max-servers 8
  plumbline parity reports/prod                           # what certify made before; only the mock runs
  plumbline parity reports/prod reports/mock --texts      # two runs that were made before
  plumbline parity --pack zed.pack.ndjson.gz --pack epoxy.pack.ndjson.gz   # without any cloud`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 2 {
				return cli.Usage(errors.New("parity wants a cloud and no argument, or the reports of one or two runs"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.complete(cmd); err != nil {
				return err
			}
			if len(recorded) > 0 {
				if len(args) > 0 || f.Cloud != "" {
					return cli.Usage(errors.New("parity wants packs, or a cloud, or the reports of runs: --pack stands alone"))
				}
				return comparePacks(cmd.Context(), f, recorded, out, texts)
			}
			args, err := runMissing(cmd.Context(), f, args, out)
			if err != nil {
				return err
			}
			return compareRuns(s, args[0], args[1], out, texts)
		},
	}
	f.register(cmd)
	cmd.Flags().StringVar(&out, "out", "reports/latest/parity", "folder for the reports of both runs, parity.json and parity.html")
	cmd.Flags().StringArrayVar(&recorded, "pack", nil, "`file` that plumbline record made, instead of a cloud (repeatable)")
	cmd.Flags().BoolVar(&texts, "texts", false, "also print texts of faults that differ")
	return cmd
}

// runMissing certifies the cloud, and a mock of the same age, unless reported has their reports already; it answers the
// folders of both reports.
func runMissing(ctx context.Context, f *TargetFlags, reported []string, out string) ([]string, error) {
	if len(reported) == 2 {
		return reported, nil
	}
	base, err := f.commonOptions()
	if err != nil {
		return nil, err
	}
	if f.profile != "" && f.profile != string(openapi.Shipped) {
		return nil, cli.Usage(errors.New("a real cloud has the profile shipped only"))
	}
	reference := filepath.Join(out, "reference")
	if len(reported) == 1 {
		reference = reported[0]
		if base.Selection, err = selectionOf(reference); err != nil {
			return nil, cli.Usage(err)
		}
	} else if err := cloud(ctx, f, base, reference); err != nil {
		return nil, err
	}
	report, err := reports.ReadDir(reference)
	if err != nil {
		return nil, cli.Usage(err)
	}
	like, err := mockLike(base, report.Target.Services, policyOf(report.Target.Capabilities))
	if err != nil {
		return nil, err
	}
	beside := filepath.Join(out, "mock")
	if _, err := runJob(ctx, f, job{like}, beside); err != nil {
		return nil, err
	}
	return []string{reference, beside}, nil
}

func cloud(ctx context.Context, f *TargetFlags, base steps.Options, dir string) error {
	if !f.namesCloud() {
		return cli.Usage(errors.New("parity needs a cloud to compare with: --os-cloud NAME, or the reports of runs"))
	}
	jobs, err := f.cloudJobs(base)
	if err != nil {
		return err
	}
	_, err = runJob(ctx, f, jobs[0], dir)
	return err
}

// selectionOf is the selection of the run whose report is in a folder.
func selectionOf(dir string) (plan.Selection, error) {
	events, err := cli.ReadLog(dir)
	if err != nil {
		return plan.Selection{}, err
	}
	for _, e := range events {
		if e.RunStarted != nil {
			return selectionFrom(e.RunStarted.Selection), nil
		}
	}
	return plan.Selection{}, fmt.Errorf("%s: the log does not begin with run-started", dir)
}

// selectionFrom converts the selection in a log into one to run.
func selectionFrom(s eventlog.Selection) plan.Selection {
	return plan.Selection{
		Specs: s.Specs, Only: slices.Concat(s.Requirements, s.Rows), Exclude: s.Exclude, Tags: s.Tags, Disruptive: s.Disruptive, Sweep: s.Sweep,
	}
}

// mockLike makes a run against a mock with the microversions of a cloud's services and its policy defaults.
func mockLike(base steps.Options, services []eventlog.Service, policy string, extra ...mockcloud.Option) (steps.Options, error) {
	base.Profile, base.Fresh = openapi.Shipped, true // the requests of set-up are compared, too
	base.Target.Notifications = target.NotificationAccess{}
	base.Target.Wanted = target.Wanted{}
	opts := []mockcloud.Option{mockcloud.WithPolicy(policy)}
	for _, s := range services {
		service := openapi.Service(s.Type)
		if s.Max == "" || !slices.Contains(openapi.Services(), service) {
			continue
		}
		v, err := openapi.ParseVersion(s.Max)
		if err != nil {
			return base, fmt.Errorf("newest microversion of %s: %w", s.Type, err)
		}
		if service != openapi.Compute {
			opts = append(opts, mockcloud.WithMaximum(service, s.Max))
		} else if base.Target.Bound.IsZero() || v.Less(base.Target.Bound) {
			base.Target.Bound = v
		}
	}
	return base, Embed(&base, append(opts, extra...)...)
}

// compareRuns compares two logs, prints the differences and writes parity.json.
func compareRuns(s cli.Streams, reference, mock, out string, texts bool) error {
	var logs [2][]eventlog.Event
	for i, path := range []string{reference, mock} {
		var err error
		if logs[i], err = cli.ReadLog(path); err != nil {
			return cli.Usage(err)
		}
	}
	code, err := compareLogs(s, logs[0], logs[1], out, texts)
	if err == nil && code != cli.ExitOK {
		err = &cli.ExitError{Code: code}
	}
	return err
}

// compareLogs is compareRuns for the events of logs; it answers the exit code.
func compareLogs(s cli.Streams, reference, mock []eventlog.Event, out string, texts bool) (int, error) {
	book, err := parity.Builtin()
	if err != nil {
		return 0, cli.Inconclusive(err)
	}
	result, err := parity.Compare(reference, mock, book)
	if err != nil {
		return 0, cli.Usage(err)
	}
	if err := parity.Print(s.Out, result, texts); err != nil {
		return 0, err
	}
	text, err := json.MarshalIndent(result, "", "  ")
	if err != nil {
		return 0, cli.Inconclusive(err)
	}
	write := func(w io.Writer) error { _, err := w.Write(append(text, '\n')); return err }
	if err := bundle.WriteFile(out, "parity.json", write); err != nil {
		return 0, cli.Inconclusive(err)
	}
	page := func(w io.Writer) error { return html.WriteParity(w, result) }
	if err := bundle.WriteFile(out, "parity.html", page); err != nil {
		return 0, cli.Inconclusive(err)
	}
	fmt.Fprintf(s.Out, "parity: %s, %s\n", filepath.Join(out, "parity.json"), filepath.Join(out, "parity.html"))
	if result.Unexplained() > 0 {
		return cli.ExitNotConform, nil
	}
	return cli.ExitOK, nil
}
