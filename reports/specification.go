package reports

import (
	"plumbline/features"
	"plumbline/reports/verdict"
)

func (b *builder) specification(s features.Specification) (Specification, []Requirement) {
	out := Specification{
		ID: s.ID, Prefix: s.Prefix, Title: s.Title, Document: s.Document, Service: s.Service, Summary: s.Summary,
		Requirements: verdictCounts(), Rows: verdictCounts(), Tables: b.tables(s), Differences: []Difference{},
	}
	for _, d := range s.Differences {
		out.Differences = append(out.Differences, Difference(d))
	}
	requirements := []Requirement{}
	var verdicts []verdict.Verdict
	counted := map[string]bool{}
	for _, r := range s.Requirements {
		req := b.requirement(s, r)
		requirements = append(requirements, req)
		verdicts = append(verdicts, req.Verdict)
		out.Requirements[req.Verdict]++
		for _, row := range req.Rows {
			if !counted[row.Case] {
				counted[row.Case] = true
				out.Rows[row.Verdict]++
			}
		}
	}
	out.Verdict = verdict.Specification(verdicts...)
	if len(counted) == 0 && b.outside(s) {
		out.Verdict = verdict.NotSelected
	}
	out.Reason = specificationReason(out.Verdict, requirements)
	return out, requirements
}
