package certify

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"plumbline/internal/features"
	"plumbline/internal/reports"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/verdict"
	"plumbline/internal/steps/resumption"
)

// RunningLog matches the log of a run in progress. It is beside the report, so that a killed run has a log to report from
// (plumbline report build FILE --out DIR) and to continue (certify --resume).
const RunningLog = ".running-*.ndjson"

// runLog is the event log of a run, in a file of its own until the report is complete.
type runLog struct {
	file *os.File
	// before is the content of the log of an interrupted run, nil for a new run.
	before *eventlog.Log
	resume *resumption.Interrupted
	// kept is the writer of a complete run, which has its events in memory; nil where the log has to be read.
	kept *eventlog.Writer
	// again is how many cases run again that did not pass, where rerun was asked for.
	again int
	rerun bool
	// ours: this process created the file, so that it may be removed when nothing ran.
	ours bool
}

// openLog creates a log, or continues the newest one in the folder.
func openLog(dir string, resume bool) (*runLog, error) {
	if !resume {
		return newLog(dir)
	}
	return resumeLog(dir)
}

// newLog creates the log of a new run.
func newLog(dir string) (*runLog, error) {
	file, err := os.CreateTemp(dir, RunningLog)
	if err != nil {
		return nil, fmt.Errorf("make event log: %w", err)
	}
	return &runLog{file: file, ours: true}, lockFile(file)
}

// rerunFailed has the cases of the log run again that failed or ended in an error.
func (l *runLog) rerunFailed(catalogue *features.RequirementCatalogue) error {
	if l.before == nil {
		return nil
	}
	report, err := reports.Build(catalogue, l.before.Events)
	if err != nil {
		return err
	}
	var cases []string
	for _, r := range report.Requirements {
		for _, row := range r.Rows {
			if (row.Verdict == verdict.Fail || row.Verdict == verdict.Error) && !slices.Contains(cases, row.Case) {
				cases = append(cases, row.Case)
			}
		}
	}
	l.again, l.rerun = len(cases), true
	l.resume.Rerun(cases)
	return nil
}

// complete tells whether the run is complete, so that at most its report is missing.
func (l *runLog) complete() bool { return l.resume != nil && l.resume.Complete() }

// describeResume describes what --resume found.
func (l *runLog) describeResume(dir string) string {
	switch {
	case l.resume == nil:
		return "nothing to resume in " + dir + ": starting a run"
	case l.again > 0:
		return fmt.Sprintf("running %d cases of run %s again that did not pass", l.again, l.resume.RunID())
	case l.rerun && l.complete():
		return "nothing failed in " + dir + ": nothing to run again"
	case l.complete():
		return "the run in " + dir + " is complete: nothing to resume"
	}
	return "resuming run " + l.resume.RunID()
}

// close closes the file, and removes it where it is no longer needed.
func (l *runLog) close(keep bool) error {
	err := l.file.Close()
	if !keep {
		os.Remove(l.file.Name())
	}
	return err
}

// writer appends to the log.
func (l *runLog) writer(now func() time.Time) *eventlog.Writer {
	if l.before == nil {
		return eventlog.NewWriter(l.file, now)
	}
	return eventlog.Continue(l.file, now, l.before)
}

// events are all events of the log.
func (l *runLog) events() ([]eventlog.Event, error) {
	if l.kept != nil {
		return l.kept.Kept(), nil
	}
	if _, err := l.file.Seek(0, 0); err != nil {
		return nil, err
	}
	return eventlog.Read(l.file)
}

// interruptedLog is a log in a folder that a run may have left.
type interruptedLog struct {
	path string
	log  *eventlog.Log
	last time.Time
}

// resumeLog opens the newest log of a folder to continue its run: the log of a killed run itself, or a copy of the log of an
// interrupted run, which belongs to its report. Without a log, or with one that lacks its first line, it creates a new one.
func resumeLog(dir string) (*runLog, error) {
	found, err := newestLog(dir)
	if err != nil {
		return nil, err
	}
	if found == nil {
		return newLog(dir)
	}
	l := &runLog{before: found.log}
	if l.resume, err = resumption.Read(found.log.Events); err != nil {
		return nil, fmt.Errorf("%s: %w", found.path, err)
	}
	if filepath.Base(found.path) != reports.EventsFile {
		l.file, err = reopenLog(found)
		return l, err
	}
	l.ours = true
	l.file, err = copyLog(dir, found.log)
	return l, err
}

// newestLog answers the log whose last line has the newest time, nil where there is none.
func newestLog(dir string) (*interruptedLog, error) {
	paths, err := filepath.Glob(filepath.Join(dir, RunningLog))
	if err != nil {
		return nil, err
	}
	var newest *interruptedLog
	for _, path := range append(paths, filepath.Join(dir, reports.EventsFile)) {
		log, _, err := eventlog.ReadNamed(dir, filepath.Base(path))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if len(log.Events) == 0 {
			continue
		}
		last := log.Events[len(log.Events)-1].Time
		if newest == nil || last.After(newest.last) {
			newest = &interruptedLog{path, log, last}
		}
	}
	return newest, nil
}

// reopenLog cuts off an unfinished last line and positions the file at its end.
func reopenLog(found *interruptedLog) (*os.File, error) {
	file, err := os.OpenFile(found.path, os.O_RDWR, 0)
	if err != nil {
		return nil, fmt.Errorf("open event log: %w", err)
	}
	if err := lockFile(file); err != nil {
		file.Close()
		return nil, err
	}
	size, err := file.Seek(0, 2)
	if err == nil && found.log.Torn > 0 {
		size -= int64(found.log.Torn)
		err = file.Truncate(size)
	}
	if err == nil {
		_, err = file.Seek(size, 0)
	}
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("continue event log: %w", err)
	}
	return file, nil
}

// copyLog copies the log of a report into a file of its own.
func copyLog(dir string, log *eventlog.Log) (*os.File, error) {
	l, err := newLog(dir)
	if err != nil {
		return nil, err
	}
	if _, err := eventlog.Copy(l.file, log.Events); err != nil {
		l.file.Close()
		os.Remove(l.file.Name())
		return nil, err
	}
	return l.file, nil
}
