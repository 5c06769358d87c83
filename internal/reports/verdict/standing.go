package verdict

import "plumbline/internal/features"

// Judged is a requirement, with all that affects the verdict of its specification.
type Judged struct {
	Standing features.Standing
	Verdict  Verdict
	// Before: all rows of it that passed are about microversions below the change, so that they show nothing of the change.
	Before bool
	// LeftOut: the operator left out some of its rows.
	LeftOut bool
}

// shows tells whether something that the specification brings was observed.
func (j Judged) shows() bool { return j.Standing == features.Own && j.Verdict == Pass && !j.Before }

// absent tells whether a requirement of the specification shows that the change is not there.
func (j Judged) absent() bool {
	return j.Standing == features.Own && (j.Verdict == Unsupported || j.Verdict == NotApplicable)
}

// Specification is the verdict of a specification with these requirements. Decisions do not affect it. Of the others: not
// conformant if any fails; inconclusive if any is error or not-run; where no own requirement passed, not offered if own ones
// are unsupported or not-applicable and none was waived or excluded, inconclusive otherwise; conformant needs an own pass, and
// is partial if a requirement, or a
// row of one, was excluded or waived. In a run that is not complete whatever did not fail is inconclusive.
func Specification(complete bool, requirements ...Judged) Conformance {
	has := map[Verdict]int{}
	shown, absent, leftOut, own := false, false, false, map[Verdict]int{}
	for _, r := range requirements {
		if r.Standing == features.Decision {
			continue
		}
		has[r.Verdict]++
		if r.Standing == features.Own {
			own[r.Verdict]++
		}
		shown, absent, leftOut = shown || r.shows(), absent || r.absent(), leftOut || r.LeftOut
	}
	switch {
	case has[Fail] > 0:
		return NotConformant
	case has[Error]+has[NotRun] > 0, !complete:
		return Inconclusive
	case !shown && absent && own[Waived]+own[Excluded] == 0:
		return NotOffered
	case !shown:
		return Inconclusive
	case has[Excluded]+has[Waived] > 0, leftOut:
		return Partial
	}
	return Conformant
}
