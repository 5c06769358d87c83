package waivers

import (
	"fmt"
	"maps"
	"slices"

	"plumbline/internal/features"
	"plumbline/internal/openapi/near"
	"plumbline/internal/reports/eventlog"
)

// Check refuses waivers of unknown ids, and two waivers of one id. It answers the waivers in the form of the event
// log, in the order given.
func Check(all []Waiver, catalogue *features.RequirementCatalogue, scenarios []features.Scenario) ([]eventlog.Waiver, error) {
	rows := map[string]bool{}
	for _, s := range scenarios {
		rows[s.Row], rows[s.ID] = true, true
	}
	first := map[string]Waiver{}
	var out []eventlog.Waiver
	for _, w := range all {
		_, requirement := catalogue.Requirement(w.ID)
		if known := w.Kind != "row" && requirement || w.Kind != "requirement" && rows[w.ID]; !known {
			noun := w.Kind
			if noun == "" {
				noun = "requirement or row"
			}
			hint := near.Hint(w.ID, slices.Concat(requirementIDs(catalogue), slices.Sorted(maps.Keys(rows))))
			return nil, fmt.Errorf("%w: %sline %d: there is no %s %s; \"plumbline plan --rows\" lists rows%s", ErrWaivers,
				filePrefix(w.File), w.Line, noun, w.ID, hint)
		}
		if before, double := first[w.ID]; double {
			return nil, fmt.Errorf("%w: %sline %d: %s is waived twice, first in %sline %d", ErrWaivers, filePrefix(w.File), w.Line, w.ID,
				filePrefix(before.File), before.Line)
		}
		first[w.ID] = w
		out = append(out, w.Waiver)
	}
	return out, nil
}

func requirementIDs(catalogue *features.RequirementCatalogue) (ids []string) {
	for _, s := range catalogue.Specifications {
		for _, r := range s.Requirements {
			ids = append(ids, r.ID)
		}
	}
	return ids
}
