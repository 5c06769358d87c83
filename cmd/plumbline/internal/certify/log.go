package certify

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"plumbline/reports"
	"plumbline/reports/eventlog"
	"plumbline/steps"
)

// RunningLog is the pattern of the log of a run that goes on: it lies beside the report, so that a killed run
// leaves something to report from (plumbline report build FILE --out DIR) and to continue (certify --resume).
const RunningLog = ".running-*.ndjson"

// runLog is the event log of a run: a file of its own until the report is whole.
type runLog struct {
	file *os.File
	// before is what an interrupted run wrote into it, nil for a new run.
	before *eventlog.Log
	resume *steps.Resumption
	// kept is the writer of a whole run that remembers its events, nil for one whose log has to be read back.
	kept *eventlog.Writer
	// ours tells that the file was made by this process, so that it may go when nothing ran.
	ours bool
}

// openLog begins a log, or continues the newest one of the folder.
func openLog(dir string, resume bool) (*runLog, error) {
	if !resume {
		return newLog(dir)
	}
	return resumeLog(dir)
}

// newLog begins the log of a new run.
func newLog(dir string) (*runLog, error) {
	file, err := os.CreateTemp(dir, RunningLog)
	if err != nil {
		return nil, fmt.Errorf("make event log: %w", err)
	}
	return &runLog{file: file, ours: true}, lockFile(file)
}

// complete tells that the run came to its end: at most its report is missing.
func (l *runLog) complete() bool { return l.resume != nil && l.resume.Complete() }

// describeResume say what --resume found.
func (l *runLog) describeResume(dir string) string {
	switch {
	case l.resume == nil:
		return "nothing to resume in " + dir + ": starting a run"
	case l.complete():
		return "the run in " + dir + " is complete: nothing to resume"
	}
	return "resuming run " + l.resume.RunID()
}

// close ends the file; it goes where nothing needs it any more.
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

// events are all of the log.
func (l *runLog) events() ([]eventlog.Event, error) {
	if l.kept != nil {
		return l.kept.Kept(), nil
	}
	if _, err := l.file.Seek(0, 0); err != nil {
		return nil, err
	}
	return eventlog.Read(l.file)
}

// interruptedLog is one log in a folder that a run may have left.
type interruptedLog struct {
	path string
	log  *eventlog.Log
	last time.Time
}

// resumeLog opens the newest log of a folder so that its run goes on: the log of a killed run in place, that
// of an interrupted run, which belongs to its report, as a copy. Without a log, or with one that did not get to
// its first line, it begins a new one.
func resumeLog(dir string) (*runLog, error) {
	found, err := newestLog(dir)
	if err != nil {
		return nil, err
	}
	if found == nil {
		return newLog(dir)
	}
	l := &runLog{before: found.log}
	if l.resume, err = steps.ReadResumption(found.log.Events); err != nil {
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

// newestLog answers the log whose last line is the newest, nil where there is none.
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

// reopenLog cuts off an unfinished last line and stands at the end.
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

// copyLog writes the log of a report into a file of its own.
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
