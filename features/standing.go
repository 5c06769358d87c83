package features

import "fmt"

// Standing says what a requirement decides about its specification.
type Standing string

// The three standings of a requirement.
const (
	Own      Standing = "own"      // the specification brings it; without one that passes nothing is conformant
	Baseline Standing = "baseline" // it held before the change and must still hold
	Decision Standing = "decision" // ours, where the specification is silent: it is reported and never decides
)

// Standings lists the closed set in the order of a report.
func Standings() []Standing { return []Standing{Own, Baseline, Decision} }

// ParseStanding reads the word of a standing.
func ParseStanding(s string) (Standing, error) {
	for _, known := range Standings() {
		if string(known) == s {
			return known, nil
		}
	}
	return "", fmt.Errorf("%q is not a requirement's standing (own, baseline or decision)", s)
}

// String returns the word.
func (s Standing) String() string { return string(s) }

// Words returns what the standing means, for a reader of a report.
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
