package openapi

import (
	"fmt"
	"strings"
)

// Profile selects which contract holds where the specifications and upstream releases differ.
type Profile string

const (
	// Shipped is what upstream releases do.
	Shipped Profile = "shipped"
	// Specified is what the specifications say, to the letter.
	Specified Profile = "specified"
)

// Profiles lists both profiles, shipped first.
func Profiles() []Profile { return []Profile{Shipped, Specified} }

// ParseProfile is the inverse of String; it answers an error naming the known profiles.
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
