package openapi

import (
	"fmt"
	"strings"
)

// Profile is one of two contracts: they differ where upstream releases differ from the specifications.
type Profile string

const (
	// Shipped is the behaviour of upstream releases.
	Shipped Profile = "shipped"
	// Specified is the text of the specifications, to the letter.
	Specified Profile = "specified"
)

// Profiles lists both profiles, shipped first.
func Profiles() []Profile { return []Profile{Shipped, Specified} }

// ParseProfile is the inverse of String; its error names the known profiles.
func ParseProfile(s string) (Profile, error) {
	for _, known := range Profiles() {
		if s == string(known) {
			return known, nil
		}
	}
	return "", fmt.Errorf("unknown profile %q: one of %s", s, joinWords(Profiles()))
}

func (p Profile) String() string { return string(p) }

func joinWords[T ~string](words []T) string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = string(w)
	}
	return strings.Join(out, ", ")
}
