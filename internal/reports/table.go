package reports

import (
	"cmp"
	"fmt"
	"slices"

	"plumbline/internal/features"
	"plumbline/internal/reports/verdict"
)

// tables are the decision tables of a specification: first those of the catalogue, in its order and with its columns, then
// one for each further outline.
func (b *builder) tables(s features.Specification) []Table {
	lines := b.outlineRows(s)
	tables := []Table{}
	used := map[*tableLine]bool{}
	for _, t := range s.Tables {
		out := Table{Title: t.Title, Source: t.Source, Columns: NotNil(t.Columns), Rows: []Line{}}
		for _, name := range t.Examples {
			for _, l := range lines {
				if l.examples == name && !used[l] {
					used[l] = true
					if len(out.Columns) == 0 {
						out.Columns = l.columns
					}
					out.Rows = append(out.Rows, l.arrangeCells(out.Columns))
				}
			}
		}
		tables = append(tables, out)
	}
	var current *Table
	var last *tableLine
	for _, l := range lines {
		if used[l] {
			continue
		}
		if last == nil || !last.sameTable(l) {
			tables = append(tables, Table{Title: cmp.Or(l.examples, l.title), Columns: l.columns, Rows: []Line{}})
			current = &tables[len(tables)-1]
		}
		current.Rows = append(current.Rows, l.arrangeCells(l.columns))
		last = l
	}
	return tables
}

// tableLine is one row of a scenario outline with the cases made of it.
type tableLine struct {
	feature, examples, title string
	row                      string
	columns, cells           []string
	verdict                  verdict.Verdict
	cases                    []string
}

func (l *tableLine) sameTable(m *tableLine) bool {
	return l.feature == m.feature && l.examples == m.examples && slices.Equal(l.columns, m.columns)
}

// arrangeCells orders the cells by columns; a column that the outline does not have is empty.
func (l *tableLine) arrangeCells(columns []string) Line {
	out := Line{Row: l.row, Cells: make([]string, len(columns)), Verdict: l.verdict, Cases: l.cases}
	for i, c := range columns {
		if at := slices.Index(l.columns, c); at >= 0 && at < len(l.cells) {
			out.Cells[i] = l.cells[at]
		}
	}
	return out
}

// outlineRows groups the cases of the specification's outlines by their line in the feature file.
func (b *builder) outlineRows(s features.Specification) []*tableLine {
	var rows []*Row
	for _, rec := range b.order {
		if rec.info.Spec == s.ID && len(rec.info.Columns) > 0 {
			rows = append(rows, b.rows[rec.info.Case])
		}
	}
	slices.SortStableFunc(rows, compareRows)
	var lines []*tableLine
	byPlace := map[string]*tableLine{}
	for _, row := range rows {
		place := fmt.Sprintf("%s:%d:%s", row.Feature, row.Line, row.Row)
		l := byPlace[place]
		if l == nil {
			l = &tableLine{
				feature: row.Feature, examples: row.Examples, title: row.Feature,
				row: row.Row, columns: row.Columns, cells: row.Cells,
			}
			byPlace[place] = l
			lines = append(lines, l)
		}
		l.verdict = verdict.Worse(l.verdict, row.Verdict)
		l.cases = append(l.cases, row.Case)
	}
	return lines
}
