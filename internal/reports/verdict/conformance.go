package verdict

import "fmt"

// Conformance is the verdict of a specification or of a whole run.
type Conformance uint8

// The closed set. A run has the last of its specifications' values in this order.
const (
	// NotSelected: the operator selected nothing of the specification. It does not affect the run.
	NotSelected Conformance = iota
	// NotOffered: the target or the profile does not have it; nothing that the specification brings was observed.
	NotOffered
	// Conformant: at least one requirement that the specification brings passed, and nothing is open.
	Conformant
	// Partial: conformant except for requirements that were excluded or waived.
	Partial
	// Inconclusive: about at least one requirement nothing was proven.
	Inconclusive
	// NotConformant: at least one requirement failed.
	NotConformant
)

var conformances = [...]string{
	NotSelected: "not selected", NotOffered: "not offered", Conformant: "conformant", Partial: "conformant (partial)",
	Inconclusive: "inconclusive", NotConformant: "not conformant",
}

// Conformances lists the closed set, the worst first.
func Conformances() []Conformance {
	return []Conformance{NotConformant, Inconclusive, Partial, Conformant, NotOffered, NotSelected}
}

func (c Conformance) String() string {
	if int(c) < len(conformances) {
		return conformances[c]
	}
	return fmt.Sprintf("conformance(%d)", uint8(c))
}

// ParseConformance is the inverse of String.
func ParseConformance(s string) (Conformance, error) {
	for c, name := range conformances {
		if name == s {
			return Conformance(c), nil
		}
	}
	return 0, fmt.Errorf("unknown conformance %q", s)
}

// MarshalText writes the name.
func (c Conformance) MarshalText() ([]byte, error) {
	if int(c) >= len(conformances) {
		return nil, fmt.Errorf("%s is outside the closed set", c)
	}
	return []byte(conformances[c]), nil
}

// UnmarshalText reads a name strictly.
func (c *Conformance) UnmarshalText(text []byte) (err error) {
	*c, err = ParseConformance(string(text))
	return err
}
