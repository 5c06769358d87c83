package html

import (
	"fmt"
	"strings"

	"plumbline/internal/features"
	"plumbline/internal/reports"
	"plumbline/internal/reports/verdict"
)

// causePage is why something needs attention: one entry for all that has it in common.
type causePage struct {
	Verdict   verdict.Verdict
	Label     string
	Reason    string
	Statement string
	Asked     string
	// Requirements are the ids; Rows the first of the rows, More how many others there are.
	Requirements []string
	Rows         []rowLink
	More         int
	// Page is the address of the report's own page, "" where this page has the evidence.
	Page string
}

// rowLink leads to a row: where its case is, and its name.
type rowLink struct{ Anchor, Name string }

// causesOf are the causes of all reports: what failed, what ended in an error, and what was not run, grouped by the reason.
func causesOf(faces []face, sources []Source) []causePage {
	var out []causePage
	for i, s := range sources {
		label := ""
		if len(sources) > 1 {
			label = faces[i].Label
		}
		for _, c := range reports.Causes(s.Report) {
			entry := causePage{
				Verdict: c.Verdict, Label: label, Reason: c.Rows[0].Reason, Statement: c.Requirements[0].Statement, Asked: c.Asked(), Page: s.Page,
			}
			for _, req := range c.Requirements {
				entry.Requirements = append(entry.Requirements, req.ID)
			}
			for _, row := range c.Rows[:min(len(c.Rows), mostRows)] {
				entry.Rows = append(entry.Rows, rowLink{caseAnchor(i, s, row.Case), reports.RowName(row)})
			}
			entry.More = len(c.Rows) - len(entry.Rows)
			out = append(out, entry)
		}
		out = append(out, notProven(s, label, out)...)
	}
	return out
}

func caseAnchor(i int, s Source, id string) string {
	if i == 0 || s.Page != "" {
		return "case-" + id
	}
	return fmt.Sprintf("case-%d:%s", i, id)
}

// notProven are the requirements with fail, error or not-run that no row stands for yet, by verdict and reason.
func notProven(s Source, label string, had []causePage) []causePage {
	named := map[string]bool{}
	for _, c := range had {
		for _, id := range c.Requirements {
			named[c.Label+"\x00"+id] = true
		}
	}
	selected := map[string]bool{}
	for _, spec := range s.Report.Specifications {
		selected[spec.ID] = spec.Verdict != verdict.NotSelected
	}
	var out []causePage
	byKey := map[string]int{}
	for _, v := range []verdict.Verdict{verdict.Fail, verdict.Error, verdict.NotRun} {
		for _, req := range s.Report.Requirements {
			if req.Verdict != v || !selected[req.Spec] || req.Standing == features.Decision || named[label+"\x00"+req.ID] {
				continue
			}
			key := v.String() + req.Reason
			at, known := byKey[key]
			if !known {
				at = len(out)
				byKey[key] = at
				out = append(out, causePage{Verdict: v, Label: label, Reason: req.Reason, Statement: req.Statement, Page: s.Page})
			}
			out[at].Requirements = append(out[at].Requirements, req.ID)
		}
	}
	return out
}

// whatFailed names the first cause in words, and how many more there are, "" for none.
func whatFailed(causes []causePage) string {
	if len(causes) == 0 {
		return ""
	}
	first := causes[0]
	words := map[verdict.Verdict]string{verdict.Fail: "Failed", verdict.Error: "Broke off", verdict.NotRun: "Not run"}[first.Verdict]
	text := words + ": " + strings.TrimSuffix(first.Statement, ".") + " (" + strings.TrimSuffix(first.Reason, ".") + ")"
	if n := len(causes) - 1; n > 0 {
		text += ", and " + reports.Plural(n, "cause") + " more"
	}
	return text + "."
}
