package openapi

import (
	"fmt"
	"slices"
	"strings"
)

// Service is the name of an OpenStack service; it is also the name of its folder of documents.
type Service string

// The services with documents.
const (
	Compute       Service = "compute"
	Identity      Service = "identity"
	Image         Service = "image"
	BlockStorage  Service = "block-storage"
	Placement     Service = "placement"
	Network       Service = "network"
	Orchestration Service = "orchestration"
)

// Services lists every service, in a fixed order.
func Services() []Service {
	return []Service{Compute, Identity, Image, BlockStorage, Placement, Network, Orchestration}
}

// ParseService is the inverse of String; its error names the known services.
func ParseService(s string) (Service, error) { return parseName("service", s, Services()) }

func (s Service) String() string { return string(s) }

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
func ParseProfile(s string) (Profile, error) { return parseName("profile", s, Profiles()) }

func (p Profile) String() string { return string(p) }

// parseName finds a name among the known ones of its kind; the error names them.
func parseName[T ~string](kind, name string, known []T) (T, error) {
	if slices.Contains(known, T(name)) {
		return T(name), nil
	}
	return "", fmt.Errorf("unknown %s %q: one of %s", kind, name, joinWords(known))
}

func joinWords[T ~string](words []T) string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = string(w)
	}
	return strings.Join(out, ", ")
}
