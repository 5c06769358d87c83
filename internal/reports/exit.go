package reports

import (
	"slices"

	"plumbline/internal/reports/verdict"
)

// ExitCode is the exit code of a run that made these reports (one for each profile): 1 before 3 before 0. With noPartial a
// specification that is only conformant (partial) gives 1. An expired waiver always gives 1, so that it is renewed or
// removed. A run that is not complete gives 3, unless it gives 1.
func ExitCode(noPartial bool, reports ...*Report) int {
	codes := make([]int, 0, len(reports))
	for _, r := range reports {
		var specs []verdict.Conformance
		for _, s := range r.Specifications {
			specs = append(specs, s.Verdict)
		}
		codes = append(codes, exitCode(noPartial, r.Run.Complete, specs, r.Waivers))
	}
	return verdict.WorstExit(codes...)
}

func exitCode(noPartial, complete bool, specs []verdict.Conformance, waivers []Waiver) int {
	if slices.ContainsFunc(waivers, func(w Waiver) bool { return w.State == WaiverExpired }) {
		return verdict.ExitNotConformant
	}
	return verdict.ExitCode(noPartial, complete, specs...)
}
