package reports

import (
	"regexp"
	"slices"
	"strings"

	"plumbline/internal/features"
	"plumbline/internal/reports/verdict"
)

// Cause is what rows that failed or ended in an error have in common: a verdict and a reason, but for ids.
type Cause struct {
	Verdict      verdict.Verdict
	Rows         []Row
	Requirements []Requirement
}

// ownIDs are parts of a reason that differ from row to row though the cause is the same.
var ownIDs = regexp.MustCompile(`[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|\b(?:plumbline|pl)-[\w.-]+|\breq-[\w-]+`)

// Causes groups the rows that failed or ended in an error, failures first, in the order of the report. Rows of decisions only, and of
// specifications that were not selected, are left out.
func Causes(r *Report) []*Cause {
	var out []*Cause
	byKey, seen := map[string]*Cause{}, map[string]*Cause{}
	for _, v := range []verdict.Verdict{verdict.Fail, verdict.Error} {
		for _, req := range r.Requirements {
			if req.Standing == features.Decision {
				continue
			}
			for _, row := range req.Rows {
				if row.Verdict != v {
					continue
				}
				c := seen[row.Case]
				if c == nil {
					key := v.String() + ownIDs.ReplaceAllString(row.Reason, "{id}")
					if c = byKey[key]; c == nil {
						c = &Cause{Verdict: v}
						byKey[key] = c
						out = append(out, c)
					}
					seen[row.Case] = c
					c.Rows = append(c.Rows, row)
				}
				if !slices.ContainsFunc(c.Requirements, func(had Requirement) bool { return had.ID == req.ID }) {
					c.Requirements = append(c.Requirements, req)
				}
			}
		}
	}
	return out
}

// Asked is the sentence of the request that the cause's first row is about, "" where there is none.
func (c *Cause) Asked() string { return c.Rows[0].Asked() }

// Asked is the sentence of the request that a row is about, "" where there is none.
func (r Row) Asked() string {
	for _, s := range r.Steps {
		if strings.TrimSpace(s.Keyword) == "When" {
			return s.Text
		}
	}
	return ""
}

// FeatureFile is the path of the feature file of a row in this repository, "" for a row of none.
func FeatureFile(row Row) string {
	if row.Feature == "" {
		return ""
	}
	return "features/" + row.Feature
}
