// Package script turns a row of a report into a shell script that asks another cloud, or the same one again, what the row
// asked: it makes the row's resources, sends its request, looks at what came of it, and removes what it made.
package script

import (
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"plumbline/internal/reports"
	"plumbline/internal/reports/eventlog"
)

// Write writes the script of a row or case (id). Its requests are those of the log; ids that the cloud gave are variables, and
// names end with a suffix of the script's own. It needs a POSIX shell, curl and jq, and tokens as its first lines say.
func Write(w io.Writer, r *reports.Report, events []eventlog.Event, id string) error {
	row, err := find(r, id)
	if err != nil {
		return err
	}
	s := &script{run: r.Run.ID, literals: map[string]string{}, keys: map[string]string{}}
	exchanges := ofRow(row, events)
	s.later = futureTexts(exchanges)
	s.head(r, row, actors(exchanges))
	for i := range exchanges {
		s.exchange(i, exchanges)
	}
	s.foot(row)
	_, err = io.WriteString(w, s.text())
	return err
}

func find(r *reports.Report, id string) (*reports.Row, error) {
	for i := range r.Requirements {
		rows := r.Requirements[i].Rows
		if at := slices.IndexFunc(rows, func(row reports.Row) bool { return row.Row == id || row.Case == id }); at >= 0 {
			if len(rows[at].Exchanges) == 0 {
				return nil, fmt.Errorf("row %s did not run (%s: %s): it has no requests", id, rows[at].Verdict, rows[at].Reason)
			}
			return &rows[at], nil
		}
	}
	return nil, fmt.Errorf("%w: %s", reports.ErrNoSuch, id)
}

// ofRow are the exchanges of the row's last attempt that a script repeats: those that prepared, also where another case did, the
// request, what looked at it, and the removals. What was sent again because it had got no answer is there once.
func ofRow(row *reports.Row, events []eventlog.Event) (out []*eventlog.Exchanged) {
	prepared := ""
	for i := range events {
		if c := events[i].CaseStarted; c != nil && c.Case == row.Case {
			prepared = "" // an earlier attempt, or a try that was set aside: its resources are not those of this one
		}
		if s := events[i].StepDone; s != nil && s.Case == row.Case && prepared == "" {
			prepared = s.From
		}
	}
	own, asked := []*eventlog.Exchanged{}, map[string]bool{}
	for i := range events {
		if c := events[i].CaseStarted; c != nil && c.Case == row.Case {
			own = nil // an earlier attempt
		}
		x := events[i].Exchanged
		if x == nil || x.Role == "probe" {
			continue
		}
		if x.Role == "subject" {
			asked[x.Case] = true
		}
		switch {
		case x.Case == row.Case:
			own = append(own, x)
		case x.Case == prepared && prepared != "" && x.Role == "setup" && !asked[x.Case]:
			out = append(out, x)
		}
	}
	out = append(out, own...)
	return slices.DeleteFunc(out, func(x *eventlog.Exchanged) bool {
		return x.Error != "" && x.Method != eventlog.ProgramRun || x.Role == "cleanup" && x.Method != http.MethodDelete
	})
}

func actors(exchanges []*eventlog.Exchanged) (out []string) {
	for _, x := range exchanges {
		if x.Actor != "" && x.Actor != "nobody" {
			out = append(out, x.Actor)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// futureTexts are, for each exchange, the URLs and bodies of the requests after it.
func futureTexts(exchanges []*eventlog.Exchanged) []string {
	out := make([]string, len(exchanges)+1)
	for i := len(exchanges) - 1; i >= 0; i-- {
		out[i] = exchanges[i].URL + "\n" + exchanges[i].RequestBody + "\n" + out[i+1]
	}
	return out[1:]
}

// notInNames are the characters that a variable's name cannot have.
var notInNames = regexp.MustCompile(`[^A-Za-z0-9]`)

// upperName is an actor's name as a part of a variable's.
func upperName(actor string) string { return strings.ToUpper(notInNames.ReplaceAllString(actor, "_")) }
