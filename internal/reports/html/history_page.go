package html

import (
	"io"
	"slices"

	"plumbline/internal/reports"
	"plumbline/internal/reports/diff"
	"plumbline/internal/reports/history"
	"plumbline/internal/reports/verdict"
)

// WriteHistory writes the page of a history: static, without a script.
func WriteHistory(w io.Writer, h *history.History) error {
	return writeStatic(w, "history.tmpl", newHistoryPage(h))
}

// historyPage is the data of history.tmpl: everything with the newest first.
type historyPage struct {
	Clouds []historyCloud
	// Marks are the verdicts that the tables have, each once.
	Marks []verdict.Conformance
}

type historyCloud struct {
	Name, Profile string
	All           int
	// Days and the verdicts of Lines are those of the newest runs.
	Days  []string
	Lines []historyLine
	Told  []toldRun
	// Quiet counts the runs that changed nothing, Older those that changed something and are not told about.
	Quiet, Older int
	Flaky        []flakyRow
	MoreFlaky    int
}

// historyLine is the run as a whole, or a specification, with a verdict for each of the newest runs.
type historyLine struct {
	Title    string
	Verdicts []verdict.Conformance
}

// toldRun is a run that changed something, or the newest one. Words are its counts.
type toldRun struct {
	history.Run
	Words         string
	Worse, Better changesTold
}

// changesTold are the first changes of a run; All counts them all.
type changesTold struct {
	Told []diff.Change
	All  int
}

// More counts the changes that are not told.
func (c changesTold) More() int { return c.All - len(c.Told) }

type flakyRow struct {
	Case, Why string
	Verdicts  []flakyVerdict
}

type flakyVerdict struct {
	Has bool
	verdict.Verdict
}

func newHistoryPage(h *history.History) historyPage {
	var p historyPage
	lines := 0
	for _, c := range h.Clouds {
		lines += 1 + len(c.Specifications)
	}
	clouds := max(len(h.Clouds), 1)
	columns := min(max(mostCells/max(lines, 1), 3), 31)
	for _, c := range h.Clouds {
		p.Clouds = append(p.Clouds, newHistoryCloud(&c, columns, max(mostToldRuns/clouds, 2), max(mostFlaky/clouds, 1)))
	}
	for _, v := range verdict.Conformances() {
		if slices.ContainsFunc(p.Clouds, func(c historyCloud) bool {
			return slices.ContainsFunc(c.Lines, func(l historyLine) bool { return slices.Contains(l.Verdicts, v) })
		}) {
			p.Marks = append(p.Marks, v)
		}
	}
	return p
}

func newHistoryCloud(c *history.Cloud, columns, told, flaky int) historyCloud {
	out := historyCloud{Name: c.Name, Profile: c.Profile, All: len(c.Runs)}
	whole := historyLine{Title: "the run"}
	for i, run := range slices.Backward(c.Runs) {
		if len(out.Days) < columns {
			out.Days = append(out.Days, day(run.Report.Run.Started))
			whole.Verdicts = append(whole.Verdicts, run.Report.Summary.Verdict)
		}
		switch changed := len(run.Worse)+len(run.Better)+run.NotSelected > 0; {
		case !changed && i < len(c.Runs)-1:
			out.Quiet++
		case len(out.Told) == told:
			out.Older++
		default:
			out.Told = append(out.Told, toldRun{
				Run: run, Words: reports.CountWords(run.Report.Summary.Requirements), Worse: tell(run.Worse), Better: tell(run.Better),
			})
		}
	}
	out.Lines = append(out.Lines, whole)
	for _, s := range c.Specifications {
		out.Lines = append(out.Lines, historyLine{Title: s.Title, Verdicts: newest(s.Verdicts, columns)})
	}
	for _, f := range c.Flaky[:min(len(c.Flaky), flaky)] {
		row := flakyRow{Case: f.Case, Why: f.Why}
		has := newest(f.Has, columns)
		for i, v := range newest(f.Verdicts, columns) {
			row.Verdicts = append(row.Verdicts, flakyVerdict{has[i], v})
		}
		out.Flaky = append(out.Flaky, row)
	}
	out.MoreFlaky = len(c.Flaky) - len(out.Flaky)
	return out
}

// newest are the last n of a list, the last one first.
func newest[T any](list []T, n int) []T {
	out := slices.Clone(list[max(len(list)-n, 0):])
	slices.Reverse(out)
	return out
}

func tell(changes []diff.Change) changesTold {
	return changesTold{changes[:min(len(changes), mostChangesTold)], len(changes)}
}
