package html

import (
	"html/template"
	"io"

	"plumbline/features"
	"plumbline/reports"
	"plumbline/reports/eventlog"
	"plumbline/reports/printable"
	"plumbline/reports/verdict"
)

// Source is one report with what its page is made of.
type Source struct {
	// Name heads the report's column where several stand side by side; the target's and the profile's without.
	Name   string
	Report *reports.Report
	// Events are the log the report was made from: the evidence that is packed into the page.
	Events []eventlog.Event
	// Page is the address of the report's own page, relative to this one. Where it is given the evidence is
	// there, and this page only links to it.
	Page string
}

// page is what report.tmpl renders: one report or several side by side, and what is easier to count in Go
// than in a template.
type page struct {
	policy
	Faces []face
	Many  bool
	// Packed is false on an index, whose evidence stands in the pages it links to.
	Packed  bool
	Verdict verdict.Conformance
	Lede    string
	Differ  int
	Filters filters
	Specs   []specPage
	Open    []reqPage
	Aside   []reqPage
	Blobs   []blob
}

// face is one report as a column: what the head of the page says of it.
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

// flag is a fact about a run that nobody may overlook: it was interrupted, resumed, insecure.
type flag struct{ Name, Text string }

// count is one share of a bar, one entry of a legend, one filter.
type count struct {
	Verdict verdict.Verdict
	N       int
}

// Write writes the page of a report, or of several side by side: one file, no network, no secrets beyond
// what the logs had (none).
func Write(w io.Writer, sources ...Source) error {
	t, err := template.New("report.tmpl").Funcs(words).ParseFS(pageFiles, "page/*.tmpl")
	if err != nil {
		return err
	}
	p, err := newPage(sources)
	if err != nil {
		return err
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
	p.Specs = m.specs()
	for _, s := range p.Specs {
		for _, r := range s.List {
			if r.Differs {
				p.Differ++
			}
		}
	}
	p.Lede = leadSentence(p)
	p.Filters = newFilters(p.Specs)
	p.Open, p.Aside = needingAttention(p.Specs), waivedOrExcluded(p.Specs)
	if p.Packed {
		p.Blobs, err = pack(sources, p.Specs)
	}
	return p, err
}

// needingAttention are the requirements that keep a specification from being conformant, the worst first. A
// specification that was not selected has none, and a decision keeps nothing from it.
func needingAttention(specs []specPage) []reqPage {
	return withVerdicts(specs, verdict.Fail, verdict.Error, verdict.NotRun)
}

// waivedOrExcluded are the requirements that the operator waived or left out.
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

// barOrder puts what was proven first and what is out of reach last, so that a bar reads from left to right.
func barOrder() []verdict.Verdict {
	return []verdict.Verdict{
		verdict.Pass, verdict.Fail, verdict.Error, verdict.NotRun, verdict.Waived, verdict.Excluded,
		verdict.Unsupported, verdict.Unobservable, verdict.NotApplicable,
	}
}
