package reports

import (
	"cmp"
	"slices"

	"plumbline/internal/reports/verdict"
)

// Matrix has the verdict of every requirement in every one of several reports.
type Matrix struct {
	Columns        []MatrixColumn        `json:"columns"`
	Specifications []MatrixSpecification `json:"specifications"`
}

// MatrixColumn is one report.
type MatrixColumn struct {
	Target  string              `json:"target"`
	Profile string              `json:"profile"`
	Run     string              `json:"run"`
	Verdict verdict.Conformance `json:"verdict"`
}

// MatrixSpecification is one specification; Verdicts and Counts have one entry for each column, Rows are sorted by id.
type MatrixSpecification struct {
	ID       string                    `json:"id"`
	Title    string                    `json:"title"`
	Verdicts []verdict.Conformance     `json:"verdicts"`
	Counts   []map[verdict.Verdict]int `json:"counts"`
	Rows     []MatrixRow               `json:"rows"`
}

// MatrixRow is one requirement; Cells has one entry for each column, nil where the report does not have it.
type MatrixRow struct {
	ID    string        `json:"id"`
	Cells []*MatrixCell `json:"cells"`
}

// MatrixCell is one requirement in one report.
type MatrixCell struct {
	Verdict verdict.Verdict `json:"verdict"`
	Reason  string          `json:"reason,omitempty"`
}

// NewMatrix joins reports as columns, sorted by target, then profile, then run. Specifications are sorted by id. A
// specification that a report did not select counts 0 there.
func NewMatrix(all ...*Report) *Matrix {
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b *Report) int {
		return cmp.Or(cmp.Compare(a.Target.Name, b.Target.Name), cmp.Compare(a.Profile, b.Profile), cmp.Compare(a.Run.ID, b.Run.ID))
	})
	m := &Matrix{Columns: []MatrixColumn{}, Specifications: []MatrixSpecification{}}
	known := map[string]*MatrixSpecification{}
	for _, r := range sorted {
		m.Columns = append(m.Columns, MatrixColumn{r.Target.Name, r.Profile, r.Run.ID, r.Summary.Verdict})
		for _, s := range r.Specifications {
			if known[s.ID] == nil {
				known[s.ID] = newMatrixSpecification(s, len(sorted))
			}
		}
	}
	for at, r := range sorted {
		for _, s := range r.Specifications {
			known[s.ID].fillColumn(at, s, r)
		}
	}
	for _, s := range known {
		slices.SortFunc(s.Rows, func(a, b MatrixRow) int { return cmp.Compare(a.ID, b.ID) })
		m.Specifications = append(m.Specifications, *s)
	}
	slices.SortFunc(m.Specifications, func(a, b MatrixSpecification) int { return cmp.Compare(a.ID, b.ID) })
	return m
}

func newMatrixSpecification(s Specification, columns int) *MatrixSpecification {
	out := &MatrixSpecification{
		ID: s.ID, Title: s.Title, Verdicts: make([]verdict.Conformance, columns),
		Counts: make([]map[verdict.Verdict]int, columns), Rows: []MatrixRow{},
	}
	for i := range out.Counts {
		out.Counts[i] = map[verdict.Verdict]int{}
	}
	return out
}

// fillColumn fills a column from a report.
func (s *MatrixSpecification) fillColumn(at int, from Specification, r *Report) {
	s.Verdicts[at] = from.Verdict
	if from.Verdict == verdict.NotSelected {
		return
	}
	for _, req := range r.Requirements {
		if req.Spec != s.ID {
			continue
		}
		row := slices.IndexFunc(s.Rows, func(m MatrixRow) bool { return m.ID == req.ID })
		if row < 0 {
			row = len(s.Rows)
			s.Rows = append(s.Rows, MatrixRow{ID: req.ID, Cells: make([]*MatrixCell, len(s.Verdicts))})
		}
		s.Rows[row].Cells[at] = &MatrixCell{req.Verdict, req.Reason}
		s.Counts[at][req.Verdict]++
	}
}
