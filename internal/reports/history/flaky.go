package history

import (
	"fmt"

	"plumbline/internal/reports"
	"plumbline/internal/reports/diff"
	"plumbline/internal/reports/verdict"
)

// flaky are the rows that do not always end alike: pass and fail in turn, in attempts of one run, or from run to run of the same
// selection. A row that the operator had run again (certify --rerun-failed) is not: something may have been mended in between.
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
			if row.Flaky {
				why[row.Case] = "its attempts in run " + run.Report.Run.ID + " did not agree"
			}
		}
	}
	var out []Flaky
	for _, id := range order {
		f := found[id]
		if n := f.turns(runs); why[id] == "" && n > 1 {
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

// turns counts how often the row went from pass to fail or error, or back, in runs of one selection: the most of any.
func (f *Flaky) turns(runs []Run) int {
	most := 0
	for i, run := range runs {
		if !f.Has[i] {
			continue
		}
		n, last, has := 0, verdict.Pass, false
		for k := i; k < len(runs); k++ {
			v := f.Verdicts[k]
			if !f.Has[k] || v != verdict.Pass && v != verdict.Fail && v != verdict.Error ||
				!diff.SameSelection(run.Report, runs[k].Report) {
				continue
			}
			if has && (v == verdict.Pass) != (last == verdict.Pass) {
				n++
			}
			last, has = v, true
		}
		most = max(most, n)
	}
	return most
}

// ranAgain counts the rows of a report that passed only when the operator had them run again.
func ranAgain(r *reports.Report) int {
	n := 0
	for _, row := range rows(r) {
		if len(row.Before) > 0 && row.Verdict == verdict.Pass {
			n++
		}
	}
	return n
}
