package html

import (
	"fmt"
	"slices"
	"strings"

	"plumbline/internal/reports"
	"plumbline/internal/reports/verdict"
)

type tablePage struct {
	Title, Source string
	// Columns are the columns of the contract without that of the row's id, which always comes first.
	Columns []string
	Rows    []linePage
	Span    int
}

// linePage is one row of a decision table with its verdict in each report.
type linePage struct {
	facets
	Row, Anchor string
	Values      []string
	Cells       []verdictCell
	Whys        []whyPage
}

// whyPage is the reason why a row did not pass, and the reports in which it did not.
type whyPage struct {
	Verdict verdict.Verdict
	Labels  []int
	Text    string
}

// lineOf is a row of one report's table, its cells ordered by the page's columns.
type lineOf struct {
	line   *reports.Line
	key    string
	values []string
	anchor string
}

// tables merges the decision tables of a specification: tables by title, rows by their cells.
func (m *merged) tables(of []*reports.Specification) []tablePage {
	union := newSequence[*reports.Table](len(of))
	lines := make([]map[*reports.Line]string, len(of))
	for i, s := range of {
		if s == nil {
			continue
		}
		lines[i] = anchors(s)
		seen := map[string]int{}
		var list []*reports.Table
		keys := map[*reports.Table]string{}
		for j := range s.Tables {
			t := &s.Tables[j]
			k := t.Title + "\x00" + strings.Join(t.Columns, "\x00")
			seen[k]++
			keys[t] = fmt.Sprintf("%s\x00%d", k, seen[k])
			list = append(list, t)
		}
		union.add(i, list, func(t *reports.Table) string { return keys[t] })
	}
	var out []tablePage
	taken := map[string]int{}
	for _, k := range union.keys {
		out = append(out, m.table(union.items[k], lines, taken))
	}
	return out
}

// anchors are the anchors of the rows of a specification's tables: the row's id, with a number where the id repeats.
func anchors(s *reports.Specification) map[*reports.Line]string {
	out, seen := map[*reports.Line]string{}, map[string]int{}
	for i := range s.Tables {
		for j := range s.Tables[i].Rows {
			l := &s.Tables[i].Rows[j]
			out[l] = anchor(l.Row, seen)
		}
	}
	return out
}

func anchor(row string, seen map[string]int) string {
	seen[row]++
	if seen[row] == 1 {
		return "row-" + row
	}
	return fmt.Sprintf("row-%s.%d", row, seen[row])
}

func (m *merged) table(of []*reports.Table, lines []map[*reports.Line]string, taken map[string]int) tablePage {
	out := tablePage{}
	union := newSequence[*lineOf](len(of))
	for i, t := range of {
		if t == nil {
			continue
		}
		if out.Title == "" {
			out.Title, out.Source = t.Title, t.Source
			out.Columns = slices.DeleteFunc(slices.Clone(t.Columns), func(c string) bool { return c == "row" })
		}
		var list []*lineOf
		seen := map[string]int{}
		for j := range t.Rows {
			l := &lineOf{line: &t.Rows[j], anchor: lines[i][&t.Rows[j]]}
			for c, name := range t.Columns {
				if name != "row" {
					l.values = append(l.values, l.line.Cells[c])
				}
			}
			k := l.line.Row + "\x00" + strings.Join(l.values, "\x00")
			seen[k]++
			l.key = fmt.Sprintf("%s\x00%d", k, seen[k])
			list = append(list, l)
		}
		union.add(i, list, func(l *lineOf) string { return l.key })
	}
	out.Span = len(out.Columns) + 1 + len(of)
	for _, k := range union.keys {
		out.Rows = append(out.Rows, m.line(union.items[k], taken))
	}
	return out
}

func (m *merged) line(of []*lineOf, taken map[string]int) linePage {
	out := linePage{}
	for i, l := range of {
		cell := verdictCell{Face: i, Page: m.sources[i].Page}
		if l != nil {
			if out.Row == "" {
				out.Row, out.Values = l.line.Row, l.values
			}
			cell.Has, cell.Verdict, cell.Cases, cell.Anchor = true, l.line.Verdict, l.line.Cases, l.anchor
			m.fillLine(&out, &cell, i)
		}
		out.Cells = append(out.Cells, cell)
	}
	out.Anchor = anchor(out.Row, taken)
	out.settle(out.Cells)
	return out
}

// fillLine fills a row from its cases: the variants of the sweep, the reasons why it did not pass, the facets.
func (m *merged) fillLine(out *linePage, cell *verdictCell, face int) {
	for _, id := range cell.Cases {
		row := m.rows[face][id]
		if row == nil {
			continue
		}
		out.tag(m.tags[face][id])
		cell.Flaky = cell.Flaky || m.tags[face][id].flaky
		out.touch(row.Actor, row.At)
		if row.Verdict == cell.Verdict && row.Verdict != verdict.Pass && cell.Reason == "" {
			cell.Reason = row.Reason
		}
		if row.Variant != "" {
			cell.Sweep = append(cell.Sweep,
				sweepPage{At: row.At, Verdict: row.Verdict, Title: variantWords(row.Variant) + ": " + row.Verdict.String()})
		}
	}
	if cell.Reason == "" {
		return
	}
	for i, w := range out.Whys {
		if w.Text == cell.Reason && w.Verdict == cell.Verdict {
			out.Whys[i].Labels = append(w.Labels, face)
			return
		}
	}
	out.Whys = append(out.Whys, whyPage{Verdict: cell.Verdict, Labels: []int{face}, Text: cell.Reason})
}
