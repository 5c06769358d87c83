package reports

import (
	"cmp"
	"fmt"
	"slices"

	"plumbline/internal/features"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/verdict"
)

// judge makes the row, with its verdict, of every announced case.
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
		Exchanges: []string{},
	}
	for _, a := range slices.Concat(rec.before, rec.attempts) {
		row.Exchanges = append(row.Exchanges, a.ids()...)
		row.Millis += a.millis()
	}
	f := rec.finding(b.journal)
	row.Verdict, row.Reason, row.Probe = f.verdict, f.reason, f.probe
	if a := rec.decisive(b.journal, f.verdict); a != nil {
		for _, s := range a.steps {
			row.Steps = append(row.Steps, Step{Keyword: s.Keyword, Text: s.Text, Status: s.Status, Message: s.Message})
		}
		if a.done != nil {
			row.Expected, row.Got = a.done.Expected, a.done.Got
		}
	}
	row.Drift = rec.driftOf()
	row.Decision = b.decision(info)
	b.addRepeats(row, rec)
	b.addBefore(row, rec)
	b.waive(row, info)
	return row
}

// decision tells whether every requirement of a case is a decision, so that it does not affect the verdict.
func (b *builder) decision(info eventlog.CaseInfo) bool {
	for _, id := range info.Requirements {
		if r, _ := b.catalogue.Requirement(id); r.StandingIn(b.profile) != features.Decision {
			return false
		}
	}
	return true
}

// finding is a verdict with the sentence that explains it.
type finding struct {
	verdict       verdict.Verdict
	reason, probe string
}

// worseOf answers the worse finding; of equal ones the first.
func (f finding) worseOf(g finding) finding {
	if g.verdict > f.verdict {
		return g
	}
	return f
}

// finding is the verdict of a case by its steps and exchanges, not only by its own outcome.
func (rec *record) finding(j *journal) finding {
	var found []finding
	for _, g := range rec.gates {
		found = append(found, gateFinding(g))
	}
	begun := 0
	for _, a := range rec.attempts {
		if a.done != nil || a.begun && len(rec.gates) == 0 {
			found = append(found, a.finding(j))
		}
		if a.begun {
			begun++
		}
	}
	switch {
	case len(rec.gates) > 0 || begun >= j.repeat():
	case begun > 0:
		which := fmt.Sprintf("attempt %d of %d", begun+1, j.repeat())
		found = append(found, j.unreached(which+" was never run", which+" was not reached"))
	default:
		found = append(found, j.unreached("the case was planned but never run", "not reached"))
	}
	worst := found[0]
	for _, f := range found[1:] {
		worst = worst.worseOf(f)
	}
	return worst
}

// unreached is the finding of a case that never began: in a finished run it was forgotten, in any other the run stopped before it.
func (j *journal) unreached(forgotten, stopped string) finding {
	if j.finished() {
		return finding{verdict: verdict.Error, reason: forgotten}
	}
	return finding{verdict: verdict.NotRun, reason: stopped + ": " + j.stopped()}
}

// gateFinding is the finding of a gated case. It never is pass or fail, since the case did not run.
func gateFinding(g *eventlog.Gated) finding {
	v, err := verdict.Parse(g.Verdict)
	if err != nil || v == verdict.Pass || v == verdict.Fail {
		return finding{verdict: verdict.Error, reason: fmt.Sprintf("a gate said %q: %s", g.Verdict, g.Reason), probe: g.Probe}
	}
	reason := g.Reason
	if reason == "" {
		reason = "no reason was given"
		v = verdict.Worse(v, verdict.NotRun)
	}
	return finding{verdict: v, reason: reason, probe: g.Probe}
}

// variantOrder sorts the original row before its variants.
func variantOrder(variant string) int {
	return slices.Index([]string{"", "since-1", "newest"}, variant)
}

func compareRows(a, b *Row) int {
	return cmp.Or(
		cmp.Compare(a.Feature, b.Feature), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Row, b.Row),
		cmp.Compare(variantOrder(a.Variant), variantOrder(b.Variant)), cmp.Compare(a.At, b.At), cmp.Compare(a.Case, b.Case),
	)
}
