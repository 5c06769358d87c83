package reports

import "plumbline/reports/verdict"

// ExitCode is the exit code of a run that made these reports (one for each profile): 1 before 3 before 0.
// With noPartial a specification that is only conformant but for waived or excluded requirements is 1.
func ExitCode(noPartial bool, reports ...*Report) int {
	codes := make([]int, 0, len(reports))
	for _, r := range reports {
		var specs []verdict.Conformance
		for _, s := range r.Specifications {
			specs = append(specs, s.Verdict)
		}
		codes = append(codes, verdict.ExitCode(noPartial, specs...))
	}
	return verdict.WorstExit(codes...)
}
