package features

import "fmt"

// Class is the relation of a requirement to upstream's releases.
type Class string

// The four classes of a requirement.
const (
	AsSpecified   Class = "S" // specification and shipped code agree
	Deviating     Class = "D" // shipped code does something else
	NotShipped    Class = "N" // no release has it
	NotObservable Class = "X" // the public REST API alone does not show it
)

// Classes lists the closed set in the order of a report.
func Classes() []Class { return []Class{AsSpecified, Deviating, NotShipped, NotObservable} }

// ParseClass reads the letter of a class.
func ParseClass(s string) (Class, error) {
	for _, c := range Classes() {
		if string(c) == s {
			return c, nil
		}
	}
	return "", fmt.Errorf("%q is not a requirement class (S, D, N or X)", s)
}

// String returns the letter.
func (c Class) String() string { return string(c) }

// Words describes the class for readers of a report.
func (c Class) Words() string {
	switch c {
	case AsSpecified:
		return "shipped as specified"
	case Deviating:
		return "shipped differently from the specification"
	case NotShipped:
		return "never shipped"
	case NotObservable:
		return "not visible through the REST API alone"
	}
	return "unknown class " + string(c)
}

// UnmarshalText reads the letter of a class strictly.
func (c *Class) UnmarshalText(text []byte) (err error) {
	*c, err = ParseClass(string(text))
	return err
}
