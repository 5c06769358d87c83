package html

import (
	"slices"
	"strings"

	"plumbline/reports"
	"plumbline/reports/verdict"
)

type specPage struct {
	reports.Specification
	Cells  []specCell
	Worst  verdict.Conformance
	List   []reqPage
	Tables []tablePage
}

// specCell is what one report says of a specification.
type specCell struct {
	Face    int
	Has     bool
	Verdict verdict.Conformance
	Reason  string
	Counts  []count
	Words   string
}

// reqPage is a requirement with the verdict of each report.
type reqPage struct {
	reports.Requirement
	facets
	Cells []verdictCell
}

// verdictCell is what one report says of a requirement or of a row; Has is false where it does not have it.
type verdictCell struct {
	Face    int
	Has     bool
	Verdict verdict.Verdict
	Reason  string
	Cases   []string
	Sweep   []sweepPage
	Flaky   bool
	// Page and Anchor are where the report's own page shows it; Page is empty where this page does.
	Page, Anchor string
}

// has tells whether a report gave the verdict.
func (r reqPage) has(v verdict.Verdict) bool {
	return slices.ContainsFunc(r.Cells, func(c verdictCell) bool { return c.Has && c.Verdict == v })
}

// open is the worst verdict among the reports that selected the specification.
func (r reqPage) open(s specPage) verdict.Verdict {
	worst := verdict.NotApplicable
	for _, c := range r.Cells {
		if c.Has && s.Cells[c.Face].Verdict != verdict.NotSelected {
			worst = verdict.Worse(worst, c.Verdict)
		}
	}
	return worst
}

// facets are what the filters of the page look at.
type facets struct {
	Worst    verdict.Verdict
	Verdicts []string
	Actors   []string
	Versions []string
	Letter   string
	Flags    []string
	Differs  bool
}

func (f *facets) touch(actor, at string) {
	f.Actors, f.Versions = include(f.Actors, actor), include(f.Versions, at)
}

// settle takes the verdicts of all reports: the worst, and whether they differ. A report that does not have
// the thing says nothing, unless the other profile's rows are meant to be told apart.
func (f *facets) settle(cells []verdictCell) {
	first := -1
	for i, c := range cells {
		if !c.Has {
			continue
		}
		f.Verdicts = include(f.Verdicts, c.Verdict.String())
		if first < 0 {
			first, f.Worst = i, c.Verdict
		}
		f.Worst = verdict.Worse(f.Worst, c.Verdict)
		f.Differs = f.Differs || c.Verdict != cells[first].Verdict
	}
	if f.Differs {
		f.Flags = include(f.Flags, "differs")
	}
	slices.Sort(f.Actors)
	slices.Sort(f.Flags)
	slices.SortFunc(f.Versions, compareVersions)
}

func include(list []string, item string) []string {
	if item == "" || slices.Contains(list, item) {
		return list
	}
	return append(list, item)
}

func list(of []string) string { return strings.Join(of, " ") }

// sweepPage is one variant the boundary sweep made of a row.
type sweepPage struct {
	At      string
	Verdict verdict.Verdict
	Title   string
}
