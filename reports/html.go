package reports

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"strings"
	"time"

	"plumbline/reports/eventlog"
	"plumbline/reports/verdict"
)

//go:embed page
var pageFiles embed.FS

// page is what report.tmpl renders: the report, and what is easier to count in Go than in a template.
type page struct {
	R            *Report
	CSS          template.CSS
	JS           template.JS
	Data         template.HTML
	Took         time.Duration
	Requirements []count
	Verdicts     []count
	Open         []Requirement
	Specs        []specPage
}

// count is one share of a bar, one entry of a legend, one filter.
type count struct {
	Verdict verdict.Verdict
	N       int
}

type specPage struct {
	Specification
	Counts []count
	Words  string
	List   []Requirement
	Tables []tablePage
}

type tablePage struct {
	Table
	Rows []linePage
}

type linePage struct {
	Line
	CaseList string // JSON list of case ids
	Sweep    []sweepPage
	Why      string
	Span     int
}

// sweepPage is one variant the boundary sweep made of a row.
type sweepPage struct {
	At      string
	Verdict verdict.Verdict
	Title   string
}

// writeHTML writes the page: one file, no network, no secrets beyond what the log had (none).
func writeHTML(w io.Writer, r *Report, events []eventlog.Event) error {
	t, err := pageTemplate("report.tmpl")
	if err != nil {
		return err
	}
	p, err := newPage(r, events)
	if err != nil {
		return err
	}
	return t.Execute(w, p)
}

func newPage(r *Report, events []eventlog.Event) (*page, error) {
	css, js, err := pageAssets()
	if err != nil {
		return nil, err
	}
	packed, err := pack(r, events)
	if err != nil {
		return nil, err
	}
	p := &page{
		R: r, CSS: css, JS: js, Data: packed, Took: r.Run.Ended.Sub(r.Run.Started).Round(10 * time.Millisecond),
		Requirements: counts(r.Summary.Requirements), Open: Open(r),
	}
	rows := rowsByCase(r)
	present := map[verdict.Verdict]bool{}
	for _, req := range r.Requirements {
		present[req.Verdict] = true
	}
	for _, row := range rows {
		present[row.Verdict] = true
	}
	for _, v := range verdict.All() {
		if present[v] {
			p.Verdicts = append(p.Verdicts, count{Verdict: v})
		}
	}
	for _, s := range r.Specifications {
		p.Specs = append(p.Specs, newSpecPage(r, s, rows))
	}
	return p, nil
}

func newSpecPage(r *Report, s Specification, rows map[string]*Row) specPage {
	out := specPage{Specification: s, Counts: counts(s.Requirements), Words: barWords(s.Requirements)}
	for _, req := range r.Requirements {
		if req.Spec == s.ID {
			out.List = append(out.List, req)
		}
	}
	for _, t := range s.Tables {
		table := tablePage{Table: t}
		for _, line := range t.Rows {
			table.Rows = append(table.Rows, newLinePage(line, len(t.Columns), rows))
		}
		out.Tables = append(out.Tables, table)
	}
	return out
}

func newLinePage(line Line, columns int, rows map[string]*Row) linePage {
	out := linePage{Line: line, CaseList: jsonList(line.Cases), Span: columns + 1}
	for _, id := range line.Cases {
		row := rows[id]
		if row == nil {
			continue
		}
		if row.Verdict == line.Verdict && row.Verdict != verdict.Pass && out.Why == "" {
			out.Why = row.Reason
		}
		if row.Variant != "" {
			out.Sweep = append(out.Sweep, sweepPage{At: row.At, Verdict: row.Verdict, Title: variantWords(row.Variant) + ": " + row.Verdict.String()})
		}
	}
	return out
}

func rowsByCase(r *Report) map[string]*Row {
	rows := map[string]*Row{}
	for i := range r.Requirements {
		for j := range r.Requirements[i].Rows {
			row := &r.Requirements[i].Rows[j]
			rows[row.Case] = row
		}
	}
	return rows
}

func counts(of map[verdict.Verdict]int) []count {
	var out []count
	for _, v := range barOrder() {
		out = append(out, count{Verdict: v, N: of[v]})
	}
	return out
}

// barWords is what a bar shows, in words: "54 pass, 3 fail".
func barWords(of map[verdict.Verdict]int) string {
	var parts []string
	for _, c := range counts(of) {
		if c.N > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c.N, c.Verdict))
		}
	}
	return strings.Join(parts, ", ")
}

// barOrder puts what was proven first and what is out of reach last, so that a bar reads from left to right.
func barOrder() []verdict.Verdict {
	return []verdict.Verdict{
		verdict.Pass, verdict.Fail, verdict.Error, verdict.NotRun, verdict.Waived, verdict.Excluded,
		verdict.Unsupported, verdict.Unobservable, verdict.NotApplicable,
	}
}
