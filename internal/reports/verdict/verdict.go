// Package verdict has the rules of a report's verdicts: pure functions from rows to requirements, from requirements to
// specifications and from specifications to the run and its exit code. No result is better than the worst of its parts:
// nothing that failed, broke or was not run can be outvoted.
package verdict

import "fmt"

// Verdict is the result of a row or of a requirement.
type Verdict uint8

// The closed set. The order is the order of the roll-up: the later one decides.
const (
	// NotApplicable: it does not exist in this profile.
	NotApplicable Verdict = iota
	// Unsupported: the target itself does not have it, by its maximum microversion, its catalogue or a probe.
	Unsupported
	// Unobservable: the suite has no way to observe it.
	Unobservable
	// Excluded: the operator left it out by name.
	Excluded
	// Pass: it was observed to hold.
	Pass
	// Waived: it failed, and the operator accepted that with a reason and an expiry date.
	Waived
	// NotRun: the run lacked something that its operator can provide: an actor, a second zone, an option.
	NotRun
	// Error: nothing was proven, because the suite or its surroundings broke.
	Error
	// Fail: it was observed not to hold.
	Fail
)

var names = [...]string{
	NotApplicable: "not-applicable", Unsupported: "unsupported", Unobservable: "unobservable", Excluded: "excluded",
	Pass: "pass", Waived: "waived", NotRun: "not-run", Error: "error", Fail: "fail",
}

// All lists the verdicts in a report's order: the most important first.
func All() []Verdict {
	return []Verdict{Fail, Error, NotRun, Waived, Excluded, Pass, Unsupported, Unobservable, NotApplicable}
}

func (v Verdict) String() string {
	if int(v) < len(names) {
		return names[v]
	}
	return fmt.Sprintf("verdict(%d)", uint8(v))
}

// Parse is the inverse of String.
func Parse(s string) (Verdict, error) {
	for v, name := range names {
		if name == s {
			return Verdict(v), nil
		}
	}
	return 0, fmt.Errorf("unknown verdict %q", s)
}

// MarshalText writes the name.
func (v Verdict) MarshalText() ([]byte, error) {
	if int(v) >= len(names) {
		return nil, fmt.Errorf("%s is outside the closed set", v)
	}
	return []byte(names[v]), nil
}

// UnmarshalText reads a name strictly.
func (v *Verdict) UnmarshalText(text []byte) (err error) {
	*v, err = Parse(string(text))
	return err
}

// Worse returns the worse of two verdicts.
func Worse(a, b Verdict) Verdict { return max(a, b) }
