package verdict

import "fmt"

// Conformance is what is known of a specification or of a whole run.
type Conformance uint8

// The closed set. The order is the order in which a run is described by its specifications.
const (
	// NotSelected specifications were outside of what the operator asked for. They decide nothing.
	NotSelected Conformance = iota
	// NotOffered is what the target or the profile does not have: nothing that the specification brings was seen.
	NotOffered
	// Conformant passed at least one requirement that the specification brings, and left nothing open.
	Conformant
	// Partial is conformant but for requirements that were excluded or waived.
	Partial
	// Inconclusive has a requirement about which nothing was proven.
	Inconclusive
	// NotConformant has a requirement that failed.
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
