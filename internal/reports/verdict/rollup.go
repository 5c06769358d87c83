package verdict

// Requirement is the verdict of a requirement with these rows: fail if any row fails, else error, else not-run, else
// waived, else pass if at least one row passed, else the rows' common verdict; where they differ, the last of them in the
// order of verdicts. Without rows it is not-run: a requirement never passes by absence.
func Requirement(rows ...Verdict) Verdict {
	if len(rows) == 0 {
		return NotRun
	}
	worst := rows[0]
	for _, v := range rows[1:] {
		worst = Worse(worst, v)
	}
	return worst
}

// Run is the verdict of a run with these specifications: not conformant if any is, else inconclusive if any is, else
// partial if any is, else conformant if any is; with nothing but not-offered ones it is not offered. Without a single
// selected specification it is inconclusive.
func Run(specifications ...Conformance) Conformance {
	worst := NotSelected
	for _, c := range specifications {
		worst = max(worst, c)
	}
	if worst == NotSelected {
		return Inconclusive
	}
	return worst
}

// Exit codes of a run; 2 is usage or configuration and never comes from a verdict.
const (
	ExitConformant    = 0
	ExitNotConformant = 1
	ExitInconclusive  = 3
)

// ExitCode is 1 if any specification is not conformant (or, with noPartial, partial); else 3 if the run is not
// complete, if any specification is inconclusive or none is conformant; else 0.
func ExitCode(noPartial, complete bool, specifications ...Conformance) int {
	has := map[Conformance]int{}
	for _, c := range specifications {
		has[c]++
	}
	switch {
	case has[NotConformant] > 0, noPartial && has[Partial] > 0:
		return ExitNotConformant
	case !complete, has[Inconclusive] > 0, has[Conformant]+has[Partial] == 0:
		return ExitInconclusive
	}
	return ExitConformant
}

// WorstExit combines the exit codes of several reports: 1 before 3 before 0. No report at all is 3.
func WorstExit(codes ...int) int {
	if len(codes) == 0 {
		return ExitInconclusive
	}
	worst := ExitConformant
	for _, c := range codes {
		switch c {
		case ExitNotConformant:
			return ExitNotConformant
		case ExitConformant:
		default:
			worst = ExitInconclusive
		}
	}
	return worst
}
