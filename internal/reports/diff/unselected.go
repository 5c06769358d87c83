package diff

import (
	"reflect"
	"slices"

	"plumbline/internal/reports"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/verdict"
)

// Unselected are the requirements and rows that one of the two runs did not select, with their verdicts in the other one.
type Unselected struct {
	Requirements []Entry `json:"requirements"`
	Rows         []Entry `json:"rows"`
}

// setAside takes out of the difference what only one of the runs selected: the other one says nothing about it, so that it is
// neither better nor worse, and neither new nor gone.
func (d *Diff) setAside(older, newer *reports.Report) {
	now, before := Unselected{[]Entry{}, []Entry{}}, Unselected{[]Entry{}, []Entry{}}
	// Without another suite, a row comes or goes only by what its run selected.
	differ := d.SameSuite && !SameSelection(older, newer)
	less, more := differ && narrows(newer), differ && narrows(older)
	if less {
		now.Rows, d.RemovedRows = withoutRegression(d.RemovedRows), []Entry{}
	}
	if more {
		before.Rows, d.AddedRows = d.AddedRows, []Entry{}
	}
	d.Rows = slices.DeleteFunc(d.Rows, func(c Change) bool {
		switch {
		case c.New == verdict.Excluded:
			now.Rows = append(now.Rows, Entry{ID: c.ID, Spec: c.Spec, Verdict: c.Old})
		case c.Old == verdict.Excluded:
			before.Rows = append(before.Rows, Entry{ID: c.ID, Spec: c.Spec, Verdict: c.New})
		default:
			return false
		}
		return true
	})
	from, to := selectedRows(older), selectedRows(newer)
	d.Requirements = slices.DeleteFunc(d.Requirements, func(c Change) bool {
		dropped, taken, alike := compareRows(from[c.ID], to[c.ID])
		switch {
		case c.New == verdict.Excluded, alike && dropped && c.Old != verdict.Excluded && less:
			now.Requirements = append(now.Requirements, Entry{ID: c.ID, Spec: c.Spec, Verdict: c.Old})
		case c.Old == verdict.Excluded, alike && taken && more:
			before.Requirements = append(before.Requirements, Entry{ID: c.ID, Spec: c.Spec, Verdict: c.New})
		default:
			return false
		}
		return true
	})
	d.NotSelected, d.NotSelectedBefore = now, before
}

// selectedRows has for each requirement the verdicts of the rows that the run selected, by case.
func selectedRows(r *reports.Report) map[string]map[string]verdict.Verdict {
	out := map[string]map[string]verdict.Verdict{}
	for _, req := range r.Requirements {
		out[req.ID] = map[string]verdict.Verdict{}
		for _, row := range req.Rows {
			if row.Verdict != verdict.Excluded {
				out[req.ID][row.Case] = row.Verdict
			}
		}
	}
	return out
}

// compareRows tells of the rows of one requirement whether the newer run dropped some, whether it took some more, and whether
// those of both came to the same verdicts.
func compareRows(older, newer map[string]verdict.Verdict) (dropped, taken, alike bool) {
	alike = true
	for id, was := range older {
		is, has := newer[id]
		dropped = dropped || !has
		alike = alike && (!has || is == was)
	}
	for id := range newer {
		if _, had := older[id]; !had {
			taken = true
		}
	}
	return dropped, taken, alike
}

// SameSelection tells whether two runs asked for the same part of the suite.
func SameSelection(a, b *reports.Report) bool {
	return reflect.DeepEqual(a.Run.Selection, b.Run.Selection) && a.Run.Shard == b.Run.Shard
}

// narrows tells whether a run left out a part of the suite by its options.
func narrows(r *reports.Report) bool {
	everything := eventlog.Selection{Sweep: true, Disruptive: r.Run.Selection.Disruptive}
	return !reflect.DeepEqual(r.Run.Selection, everything) || r.Run.Shard != ""
}

func withoutRegression(list []Entry) []Entry {
	for i := range list {
		list[i].Regression = false
	}
	return list
}
