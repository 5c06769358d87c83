package html

import (
	"html/template"
	"io"

	"plumbline/internal/features"
	"plumbline/internal/reports"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/printable"
	"plumbline/internal/reports/verdict"
)

// Source is one report with the data for its page.
type Source struct {
	// Name is the heading of the report's column beside others; without it the target and the profile are.
	Name   string
	Report *reports.Report
	// Events are the log of the report: the evidence, which is packed into the page.
	Events []eventlog.Event
	// Page is the address of the report's own page, relative to this one. If it is given, this page has no
	// evidence and links to that one.
	Page string
}

// page is the data of report.tmpl: one report or several as columns, with counts that are easier to make in Go than in a template.
type page struct {
	policy
	Faces []face
	Many  bool
	// Packed is false on an index, which links to the pages with the evidence.
	Packed  bool
	Verdict verdict.Conformance
	Lede    string
	Filters filters
	// Specs are the specifications that a report selected, Unselected the others.
	Specs      []specPage
	Unselected []specPage
	Causes     []causePage
	Differing  differing
	Aside      []reqPage
	Blobs      []blob
}

// face is one report as a column, with the data in the head of the page.
type face struct {
	R      *reports.Report
	Index  int
	Label  string
	Link   string
	Counts []count
	Words  string
	Took   string
	Flags  []flag
}

// flag is a fact about a run that must not be overlooked: it was interrupted, resumed, insecure.
type flag struct{ Name, Text string }

// count is a number with its label: a share of a bar, an entry of a legend, a filter.
type count struct {
	Verdict verdict.Verdict
	N       int
}

// Write writes the page of a report, or of several as columns: one file that needs no network, and has no secrets,
// because the logs have none.
func Write(w io.Writer, sources ...Source) error {
	t, err := template.New("report.tmpl").Funcs(words).ParseFS(pageFiles, "page/*.tmpl")
	if err != nil {
		return err
	}
	p, err := newPage(sources)
	if err != nil {
		return err
	}
	used, err := p.packBodies(t)
	if err != nil {
		return err
	}
	if p.Packed {
		evidence, err := pack(sources, p.Specs, used)
		if err != nil {
			return err
		}
		p.Blobs = append(evidence, p.Blobs...)
	}
	return t.Execute(printable.Writer(w), p)
}

func WritePage(w io.Writer, r *reports.Report, events []eventlog.Event) error {
	return Write(w, Source{Report: r, Events: events})
}

func newPage(sources []Source) (*page, error) {
	p := &page{Faces: newFaces(sources), Many: len(sources) > 1}
	var err error
	if p.policy, err = newPolicy(); err != nil {
		return nil, err
	}
	var verdicts []verdict.Conformance
	for _, s := range sources {
		p.Packed = p.Packed || s.Page == ""
		verdicts = append(verdicts, s.Report.Summary.Verdict)
	}
	p.Verdict = verdict.Run(verdicts...)
	m := newMerged(sources)
	for _, s := range m.specs() {
		if s.isSelected() {
			p.Specs = append(p.Specs, s)
		} else {
			p.Unselected = append(p.Unselected, s)
		}
	}
	p.Causes = causesOf(p.Faces, sources)
	p.Differing = newDiffering(p.Specs, p.Faces)
	p.Lede = leadSentence(p)
	p.Filters = newFilters(p.Specs)
	p.Aside = waivedOrExcluded(p.Specs)
	return p, nil
}

// waivedOrExcluded are the requirements that the operator waived or excluded.
func waivedOrExcluded(specs []specPage) []reqPage {
	return withVerdicts(specs, verdict.Waived, verdict.Excluded)
}

func withVerdicts(specs []specPage, wanted ...verdict.Verdict) []reqPage {
	var out []reqPage
	for _, v := range wanted {
		for _, s := range specs {
			for _, r := range s.List {
				if r.open(s) == v && r.has(v) && r.Standing != features.Decision {
					out = append(out, r)
				}
			}
		}
	}
	return out
}

func counts(of map[verdict.Verdict]int) []count {
	var out []count
	for _, v := range barOrder() {
		out = append(out, count{Verdict: v, N: of[v]})
	}
	return out
}

// barOrder is the order of verdicts in a bar, from left to right: proven first, not testable last.
func barOrder() []verdict.Verdict {
	return []verdict.Verdict{
		verdict.Pass, verdict.Fail, verdict.Error, verdict.NotRun, verdict.Waived, verdict.Excluded,
		verdict.Unsupported, verdict.Unobservable, verdict.NotApplicable,
	}
}
