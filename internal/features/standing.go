package features

import "fmt"

// Standing is the effect of a requirement on the verdict of its specification.
type Standing string

// The three standings of a requirement.
const (
	Own      Standing = "own"      // the specification brings it; a conformant verdict needs one that passes
	Baseline Standing = "baseline" // it held before the change and must still hold
	Decision Standing = "decision" // ours, where the specification is silent: it is reported and does not affect the verdict
)

// Standings lists the closed set in the order of a report.
func Standings() []Standing { return []Standing{Own, Baseline, Decision} }

// ParseStanding reads the name of a standing.
func ParseStanding(s string) (Standing, error) {
	for _, known := range Standings() {
		if string(known) == s {
			return known, nil
		}
	}
	return "", fmt.Errorf("%q is not a requirement's standing (own, baseline or decision)", s)
}

// String returns the name.
func (s Standing) String() string { return string(s) }

// Words describes the standing for readers of a report.
func (s Standing) Words() string {
	switch s {
	case Own:
		return "brought by the specification"
	case Baseline:
		return "held before the change and must still hold"
	case Decision:
		return "a decision of Plumbline where the specification is silent: reported, never deciding"
	}
	return "unknown standing " + string(s)
}

// UnmarshalText reads a standing strictly.
func (s *Standing) UnmarshalText(text []byte) (err error) {
	*s, err = ParseStanding(string(text))
	return err
}
