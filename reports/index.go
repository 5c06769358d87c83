package reports

import (
	"html/template"
	"io"

	"plumbline/reports/verdict"
)

const indexFile = "index.html"

// indexPage is what index.tmpl renders.
type indexPage struct {
	CSS      template.CSS
	Verdict  verdict.Conformance
	Profiles []indexProfile
	Specs    []indexSpec
}

type indexProfile struct {
	R            *Report
	Requirements []count
	Words        string
}

// indexSpec is one specification with its requirements, side by side for all profiles.
type indexSpec struct {
	ID, Title    string
	Verdicts     []verdict.Conformance
	Requirements []indexRequirement
}

type indexRequirement struct {
	ID, Statement string
	Cells         []indexCell
}

type indexCell struct {
	Profile string
	Verdict verdict.Verdict
	Reason  string
}

// WriteIndex writes dir/index.html over the reports of one run, one for each profile. Each stands in the
// folder of dir that is named after its profile.
func WriteIndex(dir string, reports []*Report) error {
	return writeAll(dir, []file{{indexFile, func(w io.Writer) error { return writeIndex(w, reports) }}})
}

func writeIndex(w io.Writer, reports []*Report) error {
	t, err := pageTemplate("index.tmpl")
	if err != nil {
		return err
	}
	css, _, err := pageAssets()
	if err != nil {
		return err
	}
	p := &indexPage{CSS: css}
	var verdicts []verdict.Conformance
	for _, r := range reports {
		verdicts = append(verdicts, r.Summary.Verdict)
		p.Profiles = append(p.Profiles, indexProfile{R: r, Requirements: counts(r.Summary.Requirements), Words: barWords(r.Summary.Requirements)})
	}
	p.Verdict = verdict.Run(verdicts...)
	p.Specs = sideBySide(reports)
	return t.Execute(w, p)
}

// sideBySide takes the order of the first report; every report has the whole catalogue.
func sideBySide(reports []*Report) []indexSpec {
	if len(reports) == 0 {
		return nil
	}
	var specs []indexSpec
	for i, s := range reports[0].Specifications {
		spec := indexSpec{ID: s.ID, Title: s.Title}
		for _, r := range reports {
			if i < len(r.Specifications) {
				spec.Verdicts = append(spec.Verdicts, r.Specifications[i].Verdict)
			}
		}
		for j, req := range reports[0].Requirements {
			if req.Spec != s.ID {
				continue
			}
			line := indexRequirement{ID: req.ID, Statement: req.Statement}
			for _, r := range reports {
				if j < len(r.Requirements) && r.Requirements[j].ID == req.ID {
					line.Cells = append(line.Cells, indexCell{r.Profile, r.Requirements[j].Verdict, r.Requirements[j].Reason})
				}
			}
			spec.Requirements = append(spec.Requirements, line)
		}
		specs = append(specs, spec)
	}
	return specs
}
