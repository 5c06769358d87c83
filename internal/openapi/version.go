package openapi

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ErrVersion is wrapped by errors about a version that a chain does not have.
var ErrVersion = errors.New("no such version")

// Version is a microversion. The zero value means that the service has no microversions.
type Version struct{ Major, Minor int }

// ParseVersion reads "X.Y" in the form that Nova accepts (`^[1-9]\d*\.([1-9]\d*|0)$`): no sign, no
// leading zero. The empty string is the zero Version.
func ParseVersion(s string) (Version, error) {
	if s == "" {
		return Version{}, nil
	}
	major, minor, ok := strings.Cut(s, ".")
	if !ok || !plainNumber(major) || !plainNumber(minor) || major == "0" {
		return Version{}, fmt.Errorf("version %q is not of the form MAJOR.MINOR", s)
	}
	x, errX := strconv.Atoi(major)
	y, errY := strconv.Atoi(minor)
	if errX != nil || errY != nil {
		return Version{}, fmt.Errorf("version %q has a number out of range", s)
	}
	return Version{x, y}, nil
}

func plainNumber(s string) bool {
	if s == "" || (len(s) > 1 && s[0] == '0') {
		return false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// MustVersion is ParseVersion for literals; it panics on an error.
func MustVersion(s string) Version {
	v, err := ParseVersion(s)
	if err != nil {
		panic(err)
	}
	return v
}

// IsZero tells whether v is the zero Version.
func (v Version) IsZero() bool { return v == Version{} }

// String is "X.Y", and "" for the zero Version.
func (v Version) String() string {
	if v.IsZero() {
		return ""
	}
	return strconv.Itoa(v.Major) + "." + strconv.Itoa(v.Minor)
}

// Compare orders versions: −1, 0 or +1.
func (v Version) Compare(w Version) int {
	return cmp.Or(cmp.Compare(v.Major, w.Major), cmp.Compare(v.Minor, w.Minor))
}

// Less tells whether v is older than w.
func (v Version) Less(w Version) bool { return v.Compare(w) < 0 }

// AtLeast tells whether v is w or newer.
func (v Version) AtLeast(w Version) bool { return v.Compare(w) >= 0 }

// Next is the following minor version; the zero Version stays.
func (v Version) Next() Version {
	if v.IsZero() {
		return v
	}
	return Version{v.Major, v.Minor + 1}
}

// Previous is the minor version before; X.0 and the zero Version stay.
func (v Version) Previous() Version {
	if v.Minor == 0 {
		return v
	}
	return Version{v.Major, v.Minor - 1}
}

// MarshalText writes the text of String.
func (v Version) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText reads text as ParseVersion does.
func (v *Version) UnmarshalText(text []byte) error {
	parsed, err := ParseVersion(string(text))
	if err != nil {
		return err
	}
	*v = parsed
	return nil
}
