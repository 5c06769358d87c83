// Package target finds out what is under test: where its services are (from the catalogue only), which
// microversions and capabilities it has, and who may speak to it.
package target

// Target is a cloud with its sessions.
type Target struct{}

// Resources are the images and the flavor that scenarios use.
type Resources struct {
	Image, ImageAlt, Flavor Resource
}

// Resource is one thing found or named.
type Resource struct{ ID, Name string }
