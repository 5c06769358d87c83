package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"plumbline/mockcloud"
	"plumbline/openapi"
	"plumbline/reports"
	"plumbline/reports/eventlog"
	"plumbline/reports/parity"
	"plumbline/steps"
	"plumbline/steps/target"
)

func init() { commands = append(commands, newParityCommand) }

// newParityCommand compares a real cloud with the mock.
func newParityCommand(s Streams) *cobra.Command {
	f := &targetFlags{streams: s}
	var out string
	var texts bool
	cmd := &cobra.Command{
		Use:   "parity [REFERENCE MOCK]",
		Short: "Run a selection on a real cloud and on the mock as old as it, and print where they answer differently",
		Long: `Runs the selection against the cloud that --os-cloud (or OS_CLOUD, or OS_AUTH_URL) names, then against an embedded
mock that is held to the same newest microversions and the same policy defaults, and compares status, headers,
envelope and shape of every exchange; values are normalised. With two arguments nothing runs: they are the event
logs (or the report folders) of such runs.

Differences that have a reason are known to the tool and printed with it. Everything is also in parity.json.

Exit codes: 0 every difference is explained, 1 some are not, 2 usage or configuration, 3 a run could not be judged.`,
		Example: `  plumbline parity --os-cloud prod --out reports/parity
  plumbline parity --os-cloud prod --spec unshelve-to-host --jobs 4 --max-servers 8
  plumbline parity reports/prod reports/mock --texts      # two runs that were made before`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 0 && len(args) != 2 {
				return usage(errors.New("parity wants no argument, or the logs of two runs"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.complete(cmd); err != nil {
				return err
			}
			if len(args) == 0 {
				if !f.namesCloud() {
					return usage(errors.New("parity needs a cloud to compare with: --os-cloud NAME, or the logs of two runs"))
				}
				var err error
				if args, err = runBoth(cmd.Context(), f, out); err != nil {
					return err
				}
			}
			return compareRuns(s, args[0], args[1], out, texts)
		},
	}
	f.register(cmd)
	cmd.Flags().StringVar(&out, "out", "reports/parity", "folder for the reports of both runs and parity.json")
	cmd.Flags().BoolVar(&texts, "texts", false, "also print texts of faults that differ")
	return cmd
}

// runBoth certifies the cloud, then a mock like it, and answers where their reports are.
func runBoth(ctx context.Context, f *targetFlags, out string) ([]string, error) {
	base, err := f.base()
	if err != nil {
		return nil, err
	}
	if f.profile != "" && f.profile != string(openapi.Shipped) {
		return nil, usage(errors.New("a real cloud has the profile shipped only"))
	}
	jobs, err := f.cloudJobs(base)
	if err != nil {
		return nil, err
	}
	dirs := []string{filepath.Join(out, "reference"), filepath.Join(out, "mock")}
	report, err := certifyOne(ctx, f, jobs[0], dirs[0])
	if err != nil {
		return nil, err
	}
	like, err := mockLike(base, report)
	if err != nil {
		return nil, err
	}
	if _, err := certifyOne(ctx, f, job{like}, dirs[1]); err != nil {
		return nil, err
	}
	return dirs, nil
}

// mockLike is a run against a mock that offers what the report's target did.
func mockLike(base steps.Options, report *reports.Report) (steps.Options, error) {
	base.Profile = openapi.Shipped
	base.Target.Notifications = target.NotificationAccess{}
	base.Target.Wanted = target.Wanted{}
	mode := "new"
	for _, c := range report.Target.Capabilities {
		if c.Name == target.LegacyPolicy && c.Present {
			mode = "legacy"
		}
	}
	opts := []mockcloud.Option{mockcloud.WithPolicy(mode)}
	for _, s := range report.Target.Services {
		if s.Type != string(openapi.Compute) || s.Max == "" {
			continue
		}
		v, err := openapi.ParseVersion(s.Max)
		if err != nil {
			return base, fmt.Errorf("newest microversion of %s: %w", s.Type, err)
		}
		if base.Target.Bound.IsZero() || v.Less(base.Target.Bound) {
			base.Target.Bound = v
		}
	}
	return base, embed(&base, opts...)
}

// compareRuns compares two logs, prints what differs and writes parity.json.
func compareRuns(s Streams, reference, mock, out string, texts bool) error {
	book, err := parity.Builtin()
	if err != nil {
		return inconclusive(err)
	}
	var logs [2][]eventlog.Event
	for i, path := range []string{reference, mock} {
		if logs[i], err = readLog(path); err != nil {
			return usage(err)
		}
	}
	result, err := parity.Compare(logs[0], logs[1], book)
	if err != nil {
		return usage(err)
	}
	if err := parity.Print(s.Out, result, texts); err != nil {
		return err
	}
	text, err := json.MarshalIndent(result, "", "  ")
	if err != nil {
		return inconclusive(err)
	}
	write := func(w io.Writer) error { _, err := w.Write(append(text, '\n')); return err }
	if err := reports.WriteFile(out, "parity.json", write); err != nil {
		return inconclusive(err)
	}
	fmt.Fprintf(s.Out, "parity: %s\n", filepath.Join(out, "parity.json"))
	if result.Unexplained() > 0 {
		return &exitError{Code: exitNotConform}
	}
	return nil
}

// readLog reads an event log, or that of a report folder.
func readLog(path string) ([]eventlog.Event, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, "events.ndjson")
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read event log: %w", err)
	}
	defer file.Close()
	events, err := eventlog.Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return events, nil
}
