package html

import (
	"slices"

	"plumbline/internal/reports"
	"plumbline/internal/reports/verdict"
)

// merged joins reports as columns: the page has everything that one of them has, in the order of the first report that has it.
type merged struct {
	sources []Source
	rows    []map[string]*reports.Row // by case, one map per report
	tags    []caseTags
}

func newMerged(sources []Source) *merged {
	m := &merged{sources: sources}
	for _, s := range sources {
		m.rows = append(m.rows, rowsByCase(s.Report))
		m.tags = append(m.tags, tagCases(s))
	}
	return m
}

func rowsByCase(r *reports.Report) map[string]*reports.Row {
	rows := map[string]*reports.Row{}
	for i := range r.Requirements {
		for j := range r.Requirements[i].Rows {
			row := &r.Requirements[i].Rows[j]
			rows[row.Case] = row
		}
	}
	return rows
}

// sequence is an ordered union of lists: items with the same key are one entry, and each new entry comes after the entry
// before it in its own list.
type sequence[T any] struct {
	keys  []string
	items map[string][]T // one item per list, the zero value where the list has none
	width int
}

func newSequence[T any](width int) *sequence[T] {
	return &sequence[T]{items: map[string][]T{}, width: width}
}

// add adds list number at to the union; the keys of one list must be unique.
func (s *sequence[T]) add(at int, list []T, key func(T) string) {
	after := -1
	for _, item := range list {
		k := key(item)
		if s.items[k] == nil {
			s.items[k] = make([]T, s.width)
			s.keys = slices.Insert(s.keys, after+1, k)
			after++
		} else {
			after = slices.Index(s.keys, k)
		}
		s.items[k][at] = item
	}
}

func (m *merged) specs() []specPage {
	union := newSequence[*reports.Specification](len(m.sources))
	for i, s := range m.sources {
		var list []*reports.Specification
		for j := range s.Report.Specifications {
			list = append(list, &s.Report.Specifications[j])
		}
		union.add(i, list, func(s *reports.Specification) string { return s.ID })
	}
	var out []specPage
	for _, id := range union.keys {
		out = append(out, m.spec(union.items[id]))
	}
	return out
}

func (m *merged) spec(of []*reports.Specification) specPage {
	out := specPage{}
	var verdicts []verdict.Conformance
	for i, s := range of {
		cell := specCell{Face: i}
		if s != nil {
			if out.ID == "" {
				out.Specification = *s
			}
			cell = specCell{
				Face: i, Has: true, Verdict: s.Verdict, Reason: s.Reason, Counts: counts(s.Requirements),
				Words: barWords(s.Requirements),
			}
			verdicts = append(verdicts, s.Verdict)
		}
		out.Cells = append(out.Cells, cell)
	}
	out.Worst = verdicts[0]
	for _, v := range verdicts {
		out.Worst = max(out.Worst, v)
	}
	out.List = m.requirements(out.ID)
	out.Tables = m.tables(of)
	return out
}

func (m *merged) requirements(spec string) []reqPage {
	union := newSequence[*reports.Requirement](len(m.sources))
	for i, s := range m.sources {
		var list []*reports.Requirement
		for j := range s.Report.Requirements {
			if r := &s.Report.Requirements[j]; r.Spec == spec {
				list = append(list, r)
			}
		}
		union.add(i, list, func(r *reports.Requirement) string { return r.ID })
	}
	var out []reqPage
	for _, id := range union.keys {
		out = append(out, m.requirement(union.items[id]))
	}
	return out
}

func (m *merged) requirement(of []*reports.Requirement) reqPage {
	out := reqPage{}
	for i, r := range of {
		cell := verdictCell{Face: i, Page: m.sources[i].Page}
		if r != nil {
			if out.ID == "" {
				out.Requirement = *r
			}
			cell.Has, cell.Verdict, cell.Reason, cell.Anchor = true, r.Verdict, r.Reason, r.ID
			for _, row := range r.Rows {
				cell.Cases = append(cell.Cases, row.Case)
				out.tag(m.tags[i][row.Case])
				out.touch(row.Actor, row.At)
			}
		}
		out.Cells = append(out.Cells, cell)
	}
	out.touch(out.Actor, "")
	out.Letter = out.Class
	out.settle(out.Cells)
	return out
}
