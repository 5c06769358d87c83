package html

import (
	"slices"
	"strings"

	"plumbline/internal/reports"
	"plumbline/internal/reports/verdict"
)

type specPage struct {
	reports.Specification
	Cells  []specCell
	Worst  verdict.Conformance
	List   []reqPage
	Body   body
	Tables []tablePage
}

// specCell is a specification in one report.
type specCell struct {
	Face    int
	Has     bool
	Verdict verdict.Conformance
	Reason  string
	Counts  []count
	Words   string
}

// reqPage is a requirement with its verdict in each report.
type reqPage struct {
	reports.Requirement
	facets
	Cells []verdictCell
}

// verdictCell is the verdict of a requirement or row in one report; Has is false where the report does not have it.
type verdictCell struct {
	Face    int
	Has     bool
	Verdict verdict.Verdict
	Reason  string
	Cases   []string
	Sweep   []sweepPage
	Flaky   bool
	// Page and Anchor are the address where the report's own page shows it; Page is empty where this page does.
	Page, Anchor string
}

// has tells whether any report has the verdict.
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

// facets are the values that the filters of the page compare.
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

// settle computes the worst verdict of all reports, and whether they differ. A report without the requirement or row is
// ignored, unless rows of the other profile must be told apart.
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

// sweepPage is one variant of a row from the boundary sweep.
type sweepPage struct {
	At      string
	Verdict verdict.Verdict
	Title   string
}

// isSelected tells whether any report selected the specification.
func (s specPage) isSelected() bool {
	return slices.ContainsFunc(s.Cells, func(c specCell) bool { return c.Has && c.Verdict != verdict.NotSelected })
}

// fold is what is not testable, folded by its reason.
type fold struct {
	Verdict verdict.Verdict
	Reason  string
	List    []reqPage
}

// aside tells whether a requirement or row says nothing of the target in any report: absent, left out, not visible.
func (f facets) aside(cells []verdictCell) bool {
	for _, c := range cells {
		switch c.Verdict {
		case verdict.Unsupported, verdict.NotApplicable, verdict.Unobservable, verdict.Excluded:
		default:
			if c.Has {
				return false
			}
		}
	}
	return !f.Differs
}

// Shown are the requirements that stand open, Folded the others by their reason.
func (s specPage) Shown() []reqPage {
	var out []reqPage
	for _, r := range s.List {
		if !r.aside(r.Cells) {
			out = append(out, r)
		}
	}
	return out
}

// Folded are the requirements that say nothing of the target, by verdict and reason.
func (s specPage) Folded() []*fold {
	var out []*fold
	for _, r := range s.List {
		if !r.aside(r.Cells) {
			continue
		}
		reason := ""
		for _, c := range r.Cells {
			if c.Has && reason == "" {
				reason = c.Reason
			}
		}
		at := slices.IndexFunc(out, func(f *fold) bool { return f.Verdict == r.Worst && f.Reason == reason })
		if at < 0 {
			at = len(out)
			out = append(out, &fold{Verdict: r.Worst, Reason: reason})
		}
		out[at].List = append(out[at].List, r)
	}
	return out
}

// Aside tells whether no row of a table says anything of the target, and why: such a table is folded.
func (t tablePage) Aside() string {
	reason := ""
	for _, l := range t.Rows {
		if !l.aside(l.Cells) {
			return ""
		}
		if len(l.Whys) > 0 && reason == "" {
			reason = l.Whys[0].Verdict.String() + ": " + l.Whys[0].Text
		}
	}
	return reason
}

// RowCount is how many rows the tables have.
func (s specPage) RowCount() int {
	n := 0
	for _, t := range s.Tables {
		n += len(t.Rows)
	}
	return n
}
