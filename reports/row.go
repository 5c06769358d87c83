package reports

import (
	"cmp"
	"fmt"
	"slices"

	"plumbline/reports/eventlog"
	"plumbline/reports/verdict"
)

// judge gives every announced case its verdict.
func (b *builder) judge() map[string]*Row {
	rows := make(map[string]*Row, len(b.order))
	for _, rec := range b.order {
		rows[rec.info.Case] = b.row(rec)
	}
	return rows
}

func (b *builder) row(rec *record) *Row {
	info := rec.info
	row := &Row{
		Row: info.Row, Case: info.Case, Name: info.Name, At: info.At, Variant: info.Variant, Actor: info.Actor,
		Feature: info.Feature, Line: info.Line, Examples: info.Examples, Columns: info.Columns, Cells: info.Cells,
		Exchanges: []string{}, Millis: float64(rec.to.Sub(rec.from).Microseconds()) / 1000,
	}
	for _, x := range rec.exchanges {
		row.Exchanges = append(row.Exchanges, x.ID)
	}
	for _, s := range rec.steps {
		row.Steps = append(row.Steps, Step{Keyword: s.Keyword, Text: s.Text, Status: s.Status, Message: s.Message})
	}
	f := rec.finding(b.journal)
	row.Verdict, row.Reason, row.Probe = f.verdict, f.reason, f.probe
	if rec.done != nil {
		row.Expected, row.Got = rec.done.Expected, rec.done.Got
	}
	b.waive(row, info)
	return row
}

// finding is a verdict with the sentence that explains it.
type finding struct {
	verdict       verdict.Verdict
	reason, probe string
}

// worse keeps the finding that decides; of equal ones the first.
func (f finding) worse(g finding) finding {
	if g.verdict > f.verdict {
		return g
	}
	return f
}

// finding judges a case by what the log says of it, not by what the case says of itself.
func (rec *record) finding(j *journal) finding {
	var found []finding
	for _, g := range rec.gates {
		found = append(found, gateFinding(g))
	}
	switch {
	case rec.done != nil:
		found = append(found, rec.outcome())
	case rec.begun && len(rec.gates) == 0:
		found = append(found, finding{verdict: verdict.Error, reason: "the case started but never finished: " + rec.lastWords(j)})
	case len(rec.gates) == 0 && j.complete():
		found = append(found, finding{verdict: verdict.Error, reason: "the case was planned but never run"})
	case len(rec.gates) == 0:
		found = append(found, finding{verdict: verdict.NotRun, reason: "not reached: " + j.stopped()})
	}
	worst := found[0]
	for _, f := range found[1:] {
		worst = worst.worse(f)
	}
	return worst
}

func (rec *record) lastWords(j *journal) string {
	words := "the run ended without it"
	if s := j.stopped(); s != "" {
		words = s
	}
	if n := len(rec.steps); n > 0 {
		words += fmt.Sprintf(" (last step: %s %s)", rec.steps[n-1].Keyword, rec.steps[n-1].Text)
	}
	return words
}

// gateFinding never lets a gate say pass or fail: what did not run has shown neither.
func gateFinding(g *eventlog.Gated) finding {
	v, err := verdict.Parse(g.Verdict)
	if err != nil || v == verdict.Pass || v == verdict.Fail {
		return finding{verdict: verdict.Error, reason: fmt.Sprintf("a gate said %q: %s", g.Verdict, g.Reason), probe: g.Probe}
	}
	reason := g.Reason
	if reason == "" {
		reason = "no reason was given"
		v = verdict.Worst(v, verdict.NotRun)
	}
	return finding{verdict: v, reason: reason, probe: g.Probe}
}

// outcome checks a case's own word against its steps and exchanges; it can only get worse.
func (rec *record) outcome() finding {
	said := rec.done.Outcome
	f := finding{verdict: verdict.Error, reason: rec.done.Reason}
	switch said {
	case "pass":
		f.verdict = verdict.Pass
	case "fail":
		f.verdict = verdict.Fail
	case "error":
	default:
		f.reason = fmt.Sprintf("the case ended with the unknown outcome %q", said)
	}
	steps := rec.stepsFinding()
	if said == "pass" {
		// Only a pass is doubted: a refused set-up is a failed Given and still an error, not a fail.
		f = f.worse(steps)
	}
	if f.verdict != verdict.Pass {
		f.reason = cmp.Or(f.reason, steps.reason, "no reason was given")
		return f
	}
	if missing := rec.unproven(); missing != "" {
		return finding{verdict: verdict.Error, reason: "nothing was proven: " + missing}
	}
	return f
}

func (rec *record) stepsFinding() finding {
	worst := finding{verdict: verdict.Pass}
	for _, s := range rec.steps {
		f := finding{verdict: verdict.Pass}
		switch s.Status {
		case "passed":
		case "failed":
			f.verdict = verdict.Fail
		default:
			f.verdict = verdict.Error
		}
		f.reason = s.Keyword + " " + s.Text + ": " + cmp.Or(s.Message, s.Status)
		worst = worst.worse(f)
	}
	if worst.verdict == verdict.Pass {
		worst.reason = ""
	}
	return worst
}

// unproven says why a case that calls itself passed has shown nothing, "" when it has.
func (rec *record) unproven() string {
	asked := slices.ContainsFunc(rec.exchanges, func(x *eventlog.Exchanged) bool { return x.Role == "subject" })
	answered := slices.ContainsFunc(rec.exchanges, func(x *eventlog.Exchanged) bool {
		return x.Role == "subject" && (x.Status != 0 || x.Method == eventlog.ProgramRun && x.Error == "")
	})
	switch {
	case !asked:
		return "the case passed without a subject exchange"
	case !answered:
		return "no subject exchange of the case was answered"
	case !rec.observed():
		return "the case passed without one Then step that passed"
	}
	return ""
}

// observed is true when a Then, or an And or But after one, passed.
func (rec *record) observed() bool {
	then := false
	for _, s := range rec.steps {
		switch s.Keyword {
		case "Then":
			then = true
		case "Given", "When":
			then = false
		}
		if then && s.Status == "passed" {
			return true
		}
	}
	return false
}

// variantOrder puts the row as written before what the sweep made of it.
func variantOrder(variant string) int {
	return slices.Index([]string{"", "since-1", "newest"}, variant)
}

func compareRows(a, b *Row) int {
	return cmp.Or(
		cmp.Compare(a.Feature, b.Feature), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Row, b.Row),
		cmp.Compare(variantOrder(a.Variant), variantOrder(b.Variant)), cmp.Compare(a.At, b.At), cmp.Compare(a.Case, b.Case),
	)
}
