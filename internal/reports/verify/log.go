package verify

import (
	"errors"
	"io"
	"path/filepath"

	"plumbline/internal/reports/eventlog"
)

// eventsName is the file name of the log in messages.
func (v *verification) eventsName() string { return filepath.Base(v.logPath) }

// checkLog checks the chain, and that it ends with the digest in report.json. If it fails, no further check of the log is possible.
func (v *verification) checkLog() bool {
	const name = "event log"
	var line *eventlog.LineError
	switch {
	case errors.As(v.logErr, &line) && line.Suspect != line.Line:
		v.add(Check{
			Name: name, State: Refused, File: v.eventsName(), Line: line.Suspect,
			Says: "this line is not the one that the next line follows: it was changed, or lines were taken out or put in",
		})
		return false
	case errors.As(v.logErr, &line):
		v.add(Check{Name: name, State: Refused, File: v.eventsName(), Line: line.Line, Says: line.Err.Error()})
		return false
	case v.logErr != nil:
		v.add(Check{Name: name, State: Refused, File: v.eventsName(), Says: v.logErr.Error()})
		return false
	case v.log.Torn > 0:
		v.add(Check{
			Name: name, State: Refused, File: v.eventsName(), Line: len(v.log.Events) + 1,
			Says: "an unfinished line follows the last one",
		})
		return false
	case len(v.log.Events) == 0 || v.log.Events[0].RunStarted == nil:
		v.add(Check{Name: name, State: Refused, File: v.eventsName(), Line: 1, Says: "a log begins with run-started"})
		return false
	}
	v.start = v.log.Events[0].RunStarted
	if head, err := eventlog.Copy(io.Discard, v.log.Events); err != nil || head != v.log.Head {
		v.add(Check{Name: name, State: Refused, File: v.eventsName(), Says: "its lines are not written the way a run writes them"})
		return false
	}
	return v.checkHead(name)
}

// checkHead compares the digest of the last line with report.json, since the end of a log could be cut off.
func (v *verification) checkHead(name string) bool {
	switch lines := len(v.log.Events); {
	case v.textErr != nil:
		v.addOK(name, "%d lines, each follows the one before", lines)
	case v.report.Run.Head == "":
		v.add(Check{
			Name: name, State: Refused, File: reportName, Pointer: "/run/head",
			Says: "it does not say how the log ends: lines could be missing",
		})
		return false
	case v.report.Run.Events != lines && v.report.Run.Head != v.log.Head:
		v.add(Check{
			Name: name, State: Refused, File: v.eventsName(), Line: min(v.report.Run.Events, lines+1),
			Says: sprintf("it has %d lines, and report.json says %d (/run/events)", lines, v.report.Run.Events),
		})
		return false
	case v.report.Run.Head != v.log.Head:
		v.add(Check{
			Name: name, State: Refused, File: v.eventsName(), Line: lines,
			Says: sprintf("its digest is %s, and report.json pins %s (/run/head): the last line, or all of them, were written anew",
				shortDigest(v.log.Head), shortDigest(v.report.Run.Head)),
		})
		return false
	default:
		v.addOK(name, "%d lines, each follows the one before; the last one is %s as report.json says", lines, shortDigest(v.log.Head))
	}
	return true
}

func shortDigest(digest string) string { return digest[:min(len(digest), 12)] }
