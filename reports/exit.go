package reports

import (
	"slices"

	"plumbline/reports/verdict"
)

// ExitCode is the exit code of a run that made these reports (one for each profile): 1 before 3 before 0.
// With noPartial a specification that is only conformant but for waived or excluded requirements is 1, and so is
// always a run that was given a waiver past its end: an exception is renewed or taken out, never forgotten. A run that is
// not complete is 3 at best.
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
