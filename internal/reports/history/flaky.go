package history

import (
	"fmt"

	"plumbline/internal/reports"
	"plumbline/internal/reports/verdict"
)

// flaky are the rows that do not always end alike: pass and fail in turn, in attempts of one run or from run to run.
func flaky(runs []Run) []Flaky {
	found, order := map[string]*Flaky{}, []string{}
	why := map[string]string{}
	for i, run := range runs {
		for _, row := range rows(run.Report) {
			f := found[row.Case]
			if f == nil {
				f = &Flaky{Case: row.Case, Verdicts: make([]verdict.Verdict, len(runs)), Has: make([]bool, len(runs))}
				found[row.Case] = f
				order = append(order, row.Case)
			}
			f.Verdicts[i], f.Has[i] = row.Verdict, true
			switch {
			case row.Flaky:
				why[row.Case] = "its attempts in run " + run.Report.Run.ID + " did not agree"
			case len(row.Before) > 0 && row.Verdict == verdict.Pass:
				why[row.Case] = "it passed in run " + run.Report.Run.ID + " only when it ran again"
			}
		}
	}
	var out []Flaky
	for _, id := range order {
		f := found[id]
		if n := f.turns(); why[id] == "" && n > 1 {
			why[id] = fmt.Sprintf("it turned %d times between pass and fail or error", n)
		}
		if f.Why = why[id]; f.Why != "" {
			out = append(out, *f)
		}
	}
	return out
}

// rows are the rows of a report, each once.
func rows(r *reports.Report) []reports.Row {
	var out []reports.Row
	seen := map[string]bool{}
	for _, req := range r.Requirements {
		for _, row := range req.Rows {
			if !seen[row.Case] {
				seen[row.Case] = true
				out = append(out, row)
			}
		}
	}
	return out
}

// turns counts how often the row went from pass to fail or error, or back.
func (f *Flaky) turns() int {
	n, last, has := 0, verdict.Pass, false
	for i, v := range f.Verdicts {
		if !f.Has[i] || v != verdict.Pass && v != verdict.Fail && v != verdict.Error {
			continue
		}
		if has && (v == verdict.Pass) != (last == verdict.Pass) {
			n++
		}
		last, has = v, true
	}
	return n
}
