package mutants

import (
	"fmt"

	"plumbline/internal/mockcloud/compute/servers/shelve"
	"plumbline/internal/mockcloud/orchestration/locks"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// beside are the requirements about the outcome of an unshelve row in special zones.
var beside = map[string][]string{"UTH-42": {"UTH-73", "UTH-75"}, "UTH-43": {"UTH-75"}}

// breakDecisions breaks decision tables: each row, in each way that a requirement would notice.
func breakDecisions(b *deriver) error {
	switch b.name {
	case openapi.Compute:
		for _, r := range shelve.UnshelveRows() {
			for _, v := range r.Variants() {
				b.row(r.ID, "unshelve", describeChange(r, v), v, append(beside[r.Requirement()], r.Requirement())...)
			}
		}
	case openapi.Orchestration:
		for _, c := range locks.Cells() {
			for _, outcome := range c.Outcomes {
				if outcome != c.Outcome {
					// A cancellation is refused with 400 if there is nothing to cancel: only the decision distinguishes that from the
					// lock's refusal.
					b.row(c.ID, "the lock", outcome, outcome, c.Requirement, "LCK-64")
				}
			}
		}
	}
	return nil
}

// row adds a mutant in which a row of a decision table has another outcome.
func (b *deriver) row(id, table, says string, row any, requirements ...string) {
	b.add(Mutant{
		ID: fmt.Sprintf("decisions/%s=%s", id, says), Class: classDecisions, Requirements: requirements, rule: fmt.Sprint(row),
		Broken: fmt.Sprintf("row %s of the table of %s says: %s", id, table, says), About: []string{id},
		code: breaking(pipeline.Mutant{Rows: map[string]any{id: row}}),
	})
}

// describeChange describes the difference of two rows in words.
func describeChange(was, is shelve.UnshelveRow) string {
	switch {
	case was.Status != is.Status:
		return fmt.Sprintf("status %d", is.Status)
	case was.Destination != is.Destination:
		return "lands " + string(is.Destination)
	}
	return "pin " + string(is.Pin)
}
