package report

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"plumbline/cmd/plumbline/internal/certify"
	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/openapi"
	"plumbline/internal/openapi/intake"
	"plumbline/internal/reports"
	"plumbline/internal/reports/bundle"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/merge"
	"plumbline/internal/reports/terminal"
)

// newReportMergeCommand makes the command report merge, which joins the reports of several shards.
func newReportMergeCommand(s cli.Streams) *cobra.Command {
	var out, from string
	var exit exitOptions
	cmd := &cobra.Command{
		Use:   "merge DIR... --out OUT",
		Short: "Make one report of the reports of all shards",
		Long: "Reads the event logs of all shards of one plan (certify --shard I/N, and alone/N where something was dealt to\n" +
			"it) and writes the report that one run of the whole plan would have written. Shards of different plans,\n" +
			"profiles, targets or suites are refused, and so are a shard twice, one that is missing and one that is not complete (exit code 3).\n" +
			"The logs of the shards are kept in OUT/shards, from which report verify makes the merged one again.",
		Example: `  plumbline report merge shards/1 shards/2 shards/3 --out reports/prod
  plumbline report merge shards/* --out reports/prod --exit-code`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, dirs []string) error {
			made, err := mergeReports(s, dirs, from, out)
			if errors.Is(err, merge.ErrIncomplete) {
				return cli.Inconclusive(err)
			}
			if err != nil {
				return err
			}
			return exit.exitError(made)
		},
	}
	registerFeatures(cmd, &from)
	registerOut(cmd, &out)
	exit.register(cmd)
	return cmd
}

// mergeReports merges the shards of each profile.
func mergeReports(s cli.Streams, dirs []string, from, out string) ([]*reports.Report, error) {
	if err := notOnto(out, dirs); err != nil {
		return nil, cli.Usage(err)
	}
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
	suite, err := cli.OpenSuite(from)
	if err != nil {
		return nil, err
	}
	var made []*reports.Report
	var merged [][]eventlog.Event
	var profiles []string
	// All reports are made before any is written.
	for _, p := range openapi.Profiles() {
		logs := byProfile[string(p)]
		if len(logs) == 0 {
			continue
		}
		events, err := merge.Merge(logs...)
		if err != nil {
			return nil, fmt.Errorf("profile %s: %w", p, err)
		}
		report, err := reports.Build(suite.Catalogue, events)
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
		if err := s.PrintScreen(func(w io.Writer, width int) error { return terminal.PrintAt(w, report, dir, width) }); err != nil {
			return nil, err
		}
	}
	if len(made) > 1 {
		return made, bundle.WriteIndex(out, made)
	}
	return made, nil
}

// notOnto refuses to write a merged report into the folder of one of its shards, whose log would be lost.
func notOnto(out string, dirs []string) error {
	folders := []string{out}
	for _, p := range openapi.Profiles() {
		folders = append(folders, filepath.Join(out, string(p)))
	}
	for _, dir := range dirs {
		inputs := []string{dir}
		for _, p := range openapi.Profiles() {
			inputs = append(inputs, filepath.Join(dir, string(p)))
		}
		for _, to := range folders {
			for _, from := range inputs {
				if sameFolder(to, from) {
					return fmt.Errorf("--out %s would write over the report in %s, which is to be merged: give another folder", out, from)
				}
			}
		}
	}
	return nil
}

func sameFolder(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return false
	}
	second, err := os.Stat(b)
	return err == nil && os.SameFile(first, second)
}

// writeMerged writes the report, and the logs of its shards below shards/.
func writeMerged(dir string, r *reports.Report, events []eventlog.Event, logs [][]eventlog.Event) error {
	for _, log := range logs {
		name := strings.ReplaceAll(log[0].RunStarted.Shard.String(), "/", "-")
		if err := bundle.WriteFile(filepath.Join(dir, reports.ShardsFolder, name), reports.EventsFile, func(w io.Writer) error {
			_, err := eventlog.Copy(w, log)
			return err
		}); err != nil {
			return err
		}
	}
	return bundle.Write(dir, r, events)
}

// shardLogs reads the log in a folder, or those of the profiles below it.
func shardLogs(dir string) ([][]eventlog.Event, error) {
	folders, err := cli.ProfileFolders(dir)
	if err != nil {
		return nil, err
	}
	var logs [][]eventlog.Event
	for _, folder := range append([]string{dir}, folders...) {
		log, path, err := eventlog.ReadIn(folder)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if len(log.Events) == 0 || log.Events[0].RunStarted == nil {
			return nil, fmt.Errorf("%s: it does not begin with run-started", path)
		}
		logs = append(logs, log.Events)
	}
	if len(logs) == 0 {
		running, _ := filepath.Glob(filepath.Join(dir, certify.RunningLog)) // the pattern is well formed
		if len(running) > 0 {
			return nil, fmt.Errorf("%w: the run in %s was killed: continue it with certify --resume --out %s", merge.ErrIncomplete, dir, dir)
		}
		return nil, fmt.Errorf("no report in %s: give the folders that certify --shard wrote (--out)", dir)
	}
	return logs, nil
}

// mergeAgain merges the logs of a merged report's shards again, for its verification.
func mergeAgain(dir string) ([]eventlog.Event, error) {
	shards, err := intake.Folder(dir, reports.ShardsFolder)
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(shards)
	if err != nil {
		return nil, err
	}
	if len(entries) > eventlog.MaxShards+1 {
		return nil, fmt.Errorf("%s has %d entries; a plan has at most %d shards", shards, len(entries), eventlog.MaxShards+1)
	}
	var logs [][]eventlog.Event
	for _, entry := range entries {
		below, err := intake.Folder(shards, entry.Name())
		if err != nil {
			return nil, err
		}
		found, err := shardLogs(below)
		if err != nil {
			return nil, err
		}
		logs = append(logs, found...)
	}
	return merge.Merge(logs...)
}
