package html

import (
	"fmt"
	"strings"

	"plumbline/internal/reports"
	"plumbline/internal/reports/verdict"
)

// differing are the requirements on which reports do not agree.
type differing struct {
	// Words say on how many they differ, and how.
	Words string
	List  []differingRow
}

type differingRow struct {
	facets
	ID, Statement string
	// Worst is the worst verdict that is not pass, Reason why, and Label the report that says so.
	Worst         verdict.Verdict
	Reason, Label string
	Cells         []verdictCell
}

func newDiffering(specs []specPage, faces []face) differing {
	out := differing{Words: "They agree on every requirement."}
	patterns, order := map[string]int{}, []string{}
	for _, s := range specs {
		for _, r := range s.List {
			if !r.Differs {
				continue
			}
			row := differingRow{facets: r.facets, ID: r.ID, Statement: r.Statement, Cells: r.Cells}
			var words []string
			for _, c := range r.Cells {
				if !c.Has {
					continue
				}
				words = append(words, fmt.Sprintf("%s in %s", c.Verdict, faces[c.Face].Label))
				if c.Verdict != verdict.Pass && (row.Reason == "" || verdict.Worse(row.Worst, c.Verdict) != row.Worst) {
					row.Worst, row.Reason, row.Label = c.Verdict, c.Reason, faces[c.Face].Label
				}
			}
			pattern := strings.Join(words, ", ")
			if patterns[pattern] == 0 {
				order = append(order, pattern)
			}
			patterns[pattern]++
			out.List = append(out.List, row)
		}
	}
	if len(out.List) == 0 {
		return out
	}
	var parts []string
	rest := len(out.List)
	for _, pattern := range order[:min(len(order), mostPatterns)] {
		parts = append(parts, fmt.Sprintf("%d %s", patterns[pattern], pattern))
		rest -= patterns[pattern]
	}
	if rest > 0 {
		parts = append(parts, fmt.Sprintf("%d in other ways", rest))
	}
	out.Words = fmt.Sprintf("On %s their verdicts are not the same: %s.", reports.Plural(len(out.List), "requirement"),
		strings.Join(parts, "; "))
	return out
}
