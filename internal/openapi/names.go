package openapi

import (
	"errors"

	"plumbline/openapi"
)

// The names that other modules use as well are defined where they can import them.
type (
	// Version is a microversion.
	Version = openapi.Version
	// Profile is one of two contracts.
	Profile = openapi.Profile
	// Service is the name of an OpenStack service.
	Service = openapi.Service
)

// The profiles, and the services with documents.
const (
	Shipped       = openapi.Shipped
	Specified     = openapi.Specified
	Compute       = openapi.Compute
	Identity      = openapi.Identity
	Image         = openapi.Image
	BlockStorage  = openapi.BlockStorage
	Placement     = openapi.Placement
	Network       = openapi.Network
	Orchestration = openapi.Orchestration
)

// ParseVersion reads "X.Y"; "" is the zero Version.
func ParseVersion(s string) (Version, error) { return openapi.ParseVersion(s) }

// MustVersion is ParseVersion for literals; it panics on an error.
func MustVersion(s string) Version { return openapi.MustVersion(s) }

// Profiles lists both profiles, shipped first.
func Profiles() []Profile { return openapi.Profiles() }

// ParseProfile reads a profile's name; its error names the known ones.
func ParseProfile(s string) (Profile, error) { return openapi.ParseProfile(s) }

// Services lists every service, in a fixed order.
func Services() []Service { return openapi.Services() }

// ParseService reads a service's name; its error names the known ones.
func ParseService(s string) (Service, error) { return openapi.ParseService(s) }

// ErrVersion is wrapped by errors about a version that a chain does not have.
var ErrVersion = errors.New("no such version")
