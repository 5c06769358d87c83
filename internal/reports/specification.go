package reports

import (
	"slices"

	"plumbline/internal/features"
	"plumbline/internal/openapi"
	"plumbline/internal/reports/verdict"
)

func (b *builder) specification(s features.Specification) (Specification, []Requirement) {
	out := Specification{
		ID: s.ID, Prefix: s.Prefix, Title: s.Title, Document: s.Document, Service: s.Service, Summary: s.Summary,
		Requirements: verdictCounts(), Baseline: verdictCounts(), Decisions: verdictCounts(), Rows: verdictCounts(), Tables: b.tables(
			s), Differences: []Difference{},
	}
	for _, d := range s.Differences {
		out.Differences = append(out.Differences, Difference(d))
	}
	requirements := []Requirement{}
	var judged []verdict.Judged
	counted := map[string]bool{}
	for _, r := range s.Requirements {
		req := b.requirement(s, r)
		requirements = append(requirements, req)
		j := verdict.Judged{
			Standing: req.Standing, Verdict: req.Verdict, Before: isOnlyOlder(s.Since, req), LeftOut: b.leavesOutRows(req),
		}
		judged = append(judged, j)
		out.count(req, j)
		for _, row := range req.Rows {
			if !counted[row.Case] {
				counted[row.Case] = true
				if !row.Decision {
					out.Rows[row.Verdict]++
				}
			}
		}
	}
	out.Verdict = verdict.Specification(b.complete(), judged...)
	if len(counted) == 0 && b.isOutside(s) || b.isExcluded(s) && !hasRun(requirements) {
		out.Verdict = verdict.NotSelected
	}
	if out.Verdict != verdict.NotOffered {
		out.Absence = nil
	}
	out.Reason = b.specificationReason(out, requirements)
	return out, requirements
}

// count adds a requirement to the counts of its specification.
func (s *Specification) count(req Requirement, j verdict.Judged) {
	switch req.Standing {
	case features.Decision:
		s.Decisions[req.Verdict]++
		return
	case features.Baseline:
		s.Baseline[req.Verdict]++
	case features.Own:
		answered := req.Verdict == verdict.Pass || req.Verdict == verdict.Fail || req.Verdict == verdict.Waived
		s.Offered = s.Offered || answered && !j.Before
	}
	s.Requirements[req.Verdict]++
	if req.Absence && req.Verdict == verdict.Pass {
		s.Absence = append(s.Absence, req.ID)
	}
}

// leavesOutRows tells whether the operator left out rows of a requirement that passed. Rows that the selection does not
// plan are unknown, so that a requirement that was not selected by its id counts as one with such rows.
func (b *builder) leavesOutRows(req Requirement) bool {
	if req.Verdict != verdict.Pass {
		return false
	}
	if b.narrowing() != "" && !slices.Contains(b.start.Selection.Requirements, req.ID) {
		return true
	}
	return slices.ContainsFunc(req.Rows, func(row Row) bool { return row.Verdict == verdict.Excluded })
}

// hasRun tells whether a row of these requirements was to be run: whether one is neither left out nor without its object on
// this target or in this profile.
func hasRun(requirements []Requirement) bool {
	still := []verdict.Verdict{verdict.Excluded, verdict.Unsupported, verdict.NotApplicable}
	return slices.ContainsFunc(requirements, func(req Requirement) bool {
		return slices.ContainsFunc(req.Rows, func(row Row) bool { return !slices.Contains(still, row.Verdict) })
	})
}

// isOnlyOlder tells whether all rows of a requirement that were answered, right or wrong, are about microversions below the change.
func isOnlyOlder(change openapi.Version, req Requirement) bool {
	if change.IsZero() {
		return false
	}
	for _, row := range req.Rows {
		at, err := openapi.ParseVersion(row.At)
		answered := row.Verdict == verdict.Pass || row.Verdict == verdict.Fail || row.Verdict == verdict.Waived
		if answered && (err != nil || !at.Less(change)) {
			return false
		}
	}
	return true
}
