package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"plumbline/features"
	"plumbline/openapi"
	"plumbline/reports"
	"plumbline/reports/eventlog"
	"plumbline/reports/merge"
)

// newReportMergeCommand makes one report of those of several shards.
func newReportMergeCommand(s Streams) *cobra.Command {
	var out string
	var exit exitOptions
	cmd := &cobra.Command{
		Use:   "merge DIR... --out OUT",
		Short: "Make one report of the reports of all shards",
		Long: "Reads the event logs of all shards of one plan (certify --shard I/N, and alone/N where something was dealt to\n" +
			"it) and writes the report that one run of the whole plan would have written. Shards of different plans,\n" +
			"profiles, targets or suites are refused, and so are a shard twice, one that is missing and one that is not complete.\n" +
			"The logs of the shards are kept in OUT/shards, from which report verify makes the merged one again.",
		Example: `  plumbline report merge shards/1 shards/2 shards/3 --out reports/prod
  plumbline report merge shards/* --out reports/prod --exit-code`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, dirs []string) error {
			made, err := mergeReports(s, dirs, out)
			if err != nil {
				return err
			}
			return exit.end(made)
		},
	}
	registerOut(cmd, &out)
	exit.register(cmd)
	return cmd
}

// mergeReports merges the shards of each profile.
func mergeReports(s Streams, dirs []string, out string) ([]*reports.Report, error) {
	byProfile := map[string][][]eventlog.Event{}
	for _, dir := range dirs {
		logs, err := shardLogs(dir)
		if err != nil {
			return nil, err
		}
		for _, events := range logs {
			byProfile[events[0].RunStarted.Profile] = append(byProfile[events[0].RunStarted.Profile], events)
		}
	}
	catalogue, err := features.Catalogue()
	if err != nil {
		return nil, err
	}
	var made []*reports.Report
	var merged [][]eventlog.Event
	var profiles []string
	// Everything is judged before anything is written.
	for _, p := range openapi.Profiles() {
		logs := byProfile[string(p)]
		if len(logs) == 0 {
			continue
		}
		events, err := merge.Merge(logs...)
		if err != nil {
			return nil, fmt.Errorf("profile %s: %w", p, err)
		}
		report, err := reports.Build(catalogue, events)
		if err != nil {
			return nil, err
		}
		made, merged, profiles = append(made, report), append(merged, events), append(profiles, string(p))
	}
	for i, report := range made {
		dir := out
		if len(made) > 1 {
			dir = filepath.Join(out, profiles[i])
		}
		if err := writeMerged(dir, report, merged[i], byProfile[profiles[i]]); err != nil {
			return nil, err
		}
		if err := reports.Print(s.Out, report, dir); err != nil {
			return nil, err
		}
	}
	if len(made) > 1 {
		return made, reports.WriteIndex(out, made)
	}
	return made, nil
}

// writeMerged writes the report, and the logs that it was made from below shards/.
func writeMerged(dir string, r *reports.Report, events []eventlog.Event, logs [][]eventlog.Event) error {
	for _, log := range logs {
		name := strings.ReplaceAll(log[0].RunStarted.Shard.String(), "/", "-")
		if err := reports.WriteFile(filepath.Join(dir, reports.ShardsFolder, name), reports.EventsFile, func(w io.Writer) error {
			_, err := eventlog.Copy(w, log)
			return err
		}); err != nil {
			return err
		}
	}
	return reports.Write(dir, r, events)
}

// shardLogs reads the log of a folder, or those of the profiles in it.
func shardLogs(dir string) ([][]eventlog.Event, error) {
	paths := []string{filepath.Join(dir, reports.EventsFile)}
	for _, p := range openapi.Profiles() {
		paths = append(paths, filepath.Join(dir, string(p), reports.EventsFile))
	}
	var logs [][]eventlog.Event
	for _, path := range paths {
		file, err := os.Open(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read event log: %w", err)
		}
		events, err := eventlog.Read(file)
		file.Close()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if len(events) == 0 || events[0].RunStarted == nil {
			return nil, fmt.Errorf("%s: it does not begin with run-started", path)
		}
		logs = append(logs, events)
	}
	if len(logs) == 0 {
		running, _ := filepath.Glob(filepath.Join(dir, runningLog)) // the pattern is well formed
		if len(running) > 0 {
			return nil, fmt.Errorf("the run in %s was killed: continue it with certify --resume --out %s", dir, dir)
		}
		return nil, fmt.Errorf("no report in %s: give the folders that certify --shard wrote (--out)", dir)
	}
	return logs, nil
}

// mergeAgain makes the log of a merged report again from the logs of its shards, for whoever verifies it.
func mergeAgain(dir string) ([]eventlog.Event, error) {
	dirs, err := filepath.Glob(filepath.Join(dir, reports.ShardsFolder, "*"))
	if err != nil {
		return nil, err
	}
	var logs [][]eventlog.Event
	for _, dir := range dirs {
		found, err := shardLogs(dir)
		if err != nil {
			return nil, err
		}
		logs = append(logs, found...)
	}
	return merge.Merge(logs...)
}
