package certify

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/openapi"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/terminal"
)

// ofTheRun are the options that a run that is done again has from its log, so that they cannot be given.
func ofTheRun() []string {
	names := slices.Sorted(maps.Keys(terminal.OfTheRun))
	return slices.DeleteFunc(names, func(name string) bool { return name == "rerun-failed" })
}

// asItRan sets the options as in the log of the report whose failed cases run again: the same profile and selection, into the same
// folder. The target, its users and the bounds are the operator's.
func (f *TargetFlags) asItRan(cmd *cobra.Command, out *string) error {
	for _, name := range ofTheRun() {
		if cmd.Flags().Changed(name) {
			return fmt.Errorf("--rerun-failed takes --%s from the report: leave it out", name)
		}
	}
	*out, f.resume = f.rerun, true
	folders, err := cli.ProfileFolders(f.rerun)
	if err != nil {
		return err
	}
	if len(folders) == 0 {
		folders = []string{f.rerun}
	}
	for i, folder := range folders {
		started, err := startOf(folder)
		if err != nil {
			return err
		}
		if i > 0 && started.Profile == f.profile {
			return fmt.Errorf("%s: two reports of the profile %s", f.rerun, started.Profile)
		}
		f.setFromLog(started)
	}
	if len(folders) == len(openapi.Profiles()) {
		f.profile = "both"
	}
	return nil
}

func startOf(folder string) (*eventlog.RunStarted, error) {
	events, err := cli.ReadLog(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("--rerun-failed: no report in %s: give the folder that certify wrote (--out)", folder)
	}
	if err != nil {
		return nil, err
	}
	for _, e := range events {
		if e.RunStarted == nil {
			continue
		}
		if len(e.RunStarted.Merged) > 0 {
			return nil, errors.New("--rerun-failed wants the folder of one run; this report was merged: run the shard again in which it failed")
		}
		return e.RunStarted, nil
	}
	return nil, fmt.Errorf("%s: the log does not begin with run-started", folder)
}

func (f *TargetFlags) setFromLog(started *eventlog.RunStarted) {
	s := started.Selection
	f.Selection = selectionFrom(s)
	f.suite, f.microversions, f.budget = s.Suite, s.Microversions, s.Budget
	f.profile, f.strictSchema, f.repeat = started.Profile, started.StrictSchema, max(1, started.Repeat)
	if started.Shard != nil {
		f.Shard = started.Shard.String()
	}
}
