package openapi

import "io/fs"

// Chain is the documents of one service in one profile over all its microversions. It is safe for
// concurrent use.
type Chain struct{}

// Builtin answers the chain of the embedded documents; it is read on first use and kept.
func Builtin(s Service, p Profile) (*Chain, error) { panic("pending") }

// Load reads a chain from a folder that has base.yaml, base/*.yaml, overlays/X.Y.yaml and
// specified/X.Y.yaml.
func Load(fsys fs.FS, s Service, p Profile) (*Chain, error) { panic("pending") }

// Service is the service whose documents these are.
func (c *Chain) Service() Service { panic("pending") }

// Profile is the profile of the chain.
func (c *Chain) Profile() Profile { panic("pending") }

// Header is the service's name in the OpenStack-API-Version header ("compute"), "" without microversions.
func (c *Chain) Header() string { panic("pending") }

// Min is the oldest version.
func (c *Chain) Min() Version { panic("pending") }

// Max is the newest version.
func (c *Chain) Max() Version { panic("pending") }

// Versions lists all versions, oldest first; a service without microversions has the zero Version only.
func (c *Chain) Versions() []Version { panic("pending") }

// At answers the document of a version. The error for a version that the chain does not have wraps ErrVersion.
func (c *Chain) At(v Version) (*Document, error) { panic("pending") }

// Routes answers which (method, path) exist at any version.
func (c *Chain) Routes() *Routes { panic("pending") }

// KnownAction tells whether the action exists under the route at any version.
func (c *Chain) KnownAction(rt *Route, action string) bool { panic("pending") }

// With answers a chain with one more overlay, applied after all others of version from; later versions
// build on it. The receiver stays as it is.
func (c *Chain) With(from Version, ov Overlay) (*Chain, error) { panic("pending") }
