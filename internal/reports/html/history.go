package html

import (
	"fmt"
	"html/template"
	"io"
	"maps"
	"slices"

	"plumbline/internal/reports"
	"plumbline/internal/reports/printable"
	"plumbline/internal/reports/verdict"
)

// WriteLedger writes the page of a ledger: every cloud against every specification, and below each specification every
// microversion that its rows ask at. names are the names of the clouds, in the order of the reports. The page is static.
func WriteLedger(w io.Writer, names []string, all []*reports.Report) error {
	return writeStatic(w, "ledger.tmpl", newLedgerPage(names, all))
}

func writeStatic(w io.Writer, name string, data any) error {
	t, err := template.New(name).Funcs(words).ParseFS(pageFiles, "page/*.tmpl")
	if err != nil {
		return err
	}
	css, err := joined("page/css")
	if err != nil {
		return err
	}
	return t.Execute(printable.Writer(w), struct {
		CSS  template.CSS
		CSP  string
		Data any
	}{template.CSS(css), "default-src 'none'; style-src " + digest(css) + "; img-src data:; base-uri 'none'; form-action 'none'", data})
}

// ledgerPage is the data of ledger.tmpl.
type ledgerPage struct {
	Clouds []ledgerCloud
	Specs  []ledgerSpec
}

type ledgerCloud struct {
	Name, Compute string
	R             *reports.Report
}

// ledgerSpec has one cell for each cloud, and a line for each microversion.
type ledgerSpec struct {
	ID, Title string
	Cells     []specCell
	Lines     []ledgerLine
}

type ledgerLine struct {
	At    string
	Cells []ledgerCell
}

// ledgerCell is what the rows of a specification came to at a microversion.
type ledgerCell struct {
	Has     bool
	Verdict verdict.Verdict
	Words   string
}

func newLedgerPage(names []string, all []*reports.Report) ledgerPage {
	var p ledgerPage
	var sources []Source
	for i, r := range all {
		c := ledgerCloud{Name: names[i], R: r}
		for _, s := range r.Target.Services {
			if s.Type == "compute" && s.Max != "" {
				c.Compute = s.Min + " – " + s.Max
			}
		}
		p.Clouds = append(p.Clouds, c)
		sources = append(sources, Source{Name: names[i], Report: r})
	}
	for _, s := range newMerged(sources).specs() {
		if s.isSelected() {
			p.Specs = append(p.Specs, ledgerSpec{ID: s.ID, Title: s.Title, Cells: s.Cells, Lines: ledgerLines(s.ID, all)})
		}
	}
	return p
}

// ledgerLines are the microversions at which rows of a specification ask, with what they came to.
func ledgerLines(spec string, all []*reports.Report) []ledgerLine {
	counts := map[string][]map[verdict.Verdict]int{}
	for i, r := range all {
		seen := map[string]bool{}
		for _, req := range r.Requirements {
			for _, row := range req.Rows {
				if req.Spec != spec || row.At == "" || seen[row.Case] {
					continue
				}
				seen[row.Case] = true
				if counts[row.At] == nil {
					counts[row.At] = make([]map[verdict.Verdict]int, len(all))
				}
				if counts[row.At][i] == nil {
					counts[row.At][i] = map[verdict.Verdict]int{}
				}
				counts[row.At][i][row.Verdict]++
			}
		}
	}
	var out []ledgerLine
	for _, at := range slices.SortedFunc(maps.Keys(counts), compareVersions) {
		line := ledgerLine{At: at}
		for _, of := range counts[at] {
			line.Cells = append(line.Cells, newLedgerCell(of))
		}
		out = append(out, line)
	}
	return out
}

func newLedgerCell(of map[verdict.Verdict]int) ledgerCell {
	c := ledgerCell{Verdict: verdict.NotApplicable}
	for v, n := range of {
		if n > 0 {
			c.Has = true
			c.Verdict = verdict.Worse(c.Verdict, v)
		}
	}
	if c.Has {
		c.Words = fmt.Sprintf("%d of %d", of[verdict.Pass], reports.Total(of))
	}
	return c
}
