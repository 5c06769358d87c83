// Package verdict is the law of the report: pure functions from rows to requirements, from requirements to
// specifications and from specifications to the run and its exit code. No roll-up is better than the worst
// of what it rolls up: nothing that failed, broke or was not run can be outvoted.
package verdict

import "fmt"

// Verdict is what is known of a row or of a requirement.
type Verdict uint8

// The closed set. The order is the order of the roll-up: the later one decides.
const (
	// NotApplicable does not exist in this profile.
	NotApplicable Verdict = iota
	// Unsupported is what the target itself says it does not have: its maximum microversion, its catalogue, a probe.
	Unsupported
	// Unobservable is what nobody can see from where the suite stands.
	Unobservable
	// Excluded was named by the operator.
	Excluded
	// Pass was observed to hold.
	Pass
	// Waived failed, and the operator accepted that with a reason and an expiry date.
	Waived
	// NotRun lacks something on the side of whoever runs the suite: an actor, a second zone, a switch.
	NotRun
	// Error proved nothing: the suite or its surroundings broke.
	Error
	// Fail was observed not to hold.
	Fail
)

var names = [...]string{
	NotApplicable: "not-applicable", Unsupported: "unsupported", Unobservable: "unobservable", Excluded: "excluded",
	Pass: "pass", Waived: "waived", NotRun: "not-run", Error: "error", Fail: "fail",
}

// All lists the verdicts as a report counts them: what matters most first.
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

// Worse returns the one that decides.
func Worse(a, b Verdict) Verdict { return max(a, b) }
