package openapi

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
)

// Chain is the documents of one service in one profile over all its microversions. It is safe for
// concurrent use.
type Chain struct {
	src      *source
	profile  Profile
	versions []Version
	// layers are the overlays that lead from the version before to the version of the same index.
	layers [][]*layer
	// origin is what the chain was made from by With; it shares its documents below index from.
	origin *Chain
	from   int

	mu        sync.Mutex
	trees     []map[string]any // trees[:len] are materialised
	documents []atomic.Pointer[Document]
	routes    func() (*Routes, error)
	schemas   *schemaStore
}

// Load reads a chain from a folder that has base.yaml, base/*.yaml, overlays/X.Y.yaml and
// specified/X.Y.yaml. Overlays are parsed when a version is first asked for, so an error in one can
// come from At.
func Load(fsys fs.FS, s Service, p Profile) (*Chain, error) {
	src, err := readSource(fsys, s)
	if err != nil {
		return nil, fmt.Errorf("documents of %s: %w", s, err)
	}
	return newChain(src, p), nil
}

func newChain(src *source, p Profile) *Chain {
	c := &Chain{src: src, profile: p, schemas: &schemaStore{}}
	newest := src.max
	if p == Specified {
		newest = src.specifiedMax
	}
	for v := src.min; ; v = v.Next() {
		var layers []*layer
		if l := src.shipped[v]; l != nil {
			layers = append(layers, l)
		}
		if p == Specified {
			layers = append(layers, src.specified[v]...)
		}
		c.versions, c.layers = append(c.versions, v), append(c.layers, layers)
		if v == newest {
			break
		}
	}
	c.documents = make([]atomic.Pointer[Document], len(c.versions))
	c.routes = sync.OnceValues(c.unite)
	return c
}

// Service is the service whose documents these are.
func (c *Chain) Service() Service { return c.src.service }

// Profile is the profile of the chain.
func (c *Chain) Profile() Profile { return c.profile }

// Header is the service's name in the OpenStack-API-Version header ("compute"), "" without microversions.
func (c *Chain) Header() string { return c.src.header }

// Min is the oldest version.
func (c *Chain) Min() Version { return c.versions[0] }

// Max is the newest version.
func (c *Chain) Max() Version { return c.versions[len(c.versions)-1] }

// Versions lists all versions, oldest first; a service without microversions has the zero Version only.
func (c *Chain) Versions() []Version { return slices.Clone(c.versions) }

// index answers the place of v, −1 when the chain does not have it.
func (c *Chain) index(v Version) int {
	i := v.Minor - c.versions[0].Minor
	if i < 0 || i >= len(c.versions) || c.versions[i] != v {
		return -1
	}
	return i
}

// At answers the document of a version. The error for a version that the chain does not have wraps ErrVersion.
func (c *Chain) At(v Version) (*Document, error) {
	i := c.index(v)
	if i < 0 {
		return nil, c.unknown(v)
	}
	if d := c.documents[i].Load(); d != nil {
		return d, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.materialise(i); err != nil {
		return nil, fmt.Errorf("documents of %s (%s): %w", c.src.service, c.profile, err)
	}
	if c.documents[i].Load() == nil {
		c.documents[i].Store(&Document{Version: v, Tree: c.trees[i], chain: c})
	}
	return c.documents[i].Load(), nil
}

func (c *Chain) unknown(v Version) error {
	if c.Min().IsZero() {
		return fmt.Errorf("%w: %s has no microversions, asked for %s", ErrVersion, c.src.service, v)
	}
	return fmt.Errorf("%w: %s %s is not between %s and %s (%s)", ErrVersion, c.src.service, v, c.Min(), c.Max(), c.profile)
}

// materialise makes trees[0..i]; the caller holds mu.
func (c *Chain) materialise(i int) error {
	if i < len(c.trees) {
		return nil
	}
	if err := c.share(i); err != nil {
		return err
	}
	if err := parseAll(c.layers[len(c.trees) : i+1]); err != nil {
		return err
	}
	for j := len(c.trees); j <= i; j++ {
		tree := c.src.base
		if j > 0 {
			tree = c.withoutChange(c.trees[j-1])
		}
		for _, l := range c.layers[j] {
			ov, err := l.compiled()
			if err != nil {
				return err
			}
			if tree, _, err = apply(tree, ov); err != nil {
				return err
			}
		}
		c.trees = append(c.trees, tree)
	}
	return nil
}

// share takes over what the origin has materialised below the version where the chains part.
func (c *Chain) share(i int) error {
	if c.origin == nil || len(c.trees) >= c.from {
		return nil
	}
	upto := min(i+1, c.from)
	c.origin.mu.Lock()
	defer c.origin.mu.Unlock()
	if err := c.origin.materialise(upto - 1); err != nil {
		return err
	}
	c.trees = slices.Clone(c.origin.trees[:upto])
	return nil
}

// withoutChange answers the tree without what the last overlay said about itself.
func (c *Chain) withoutChange(tree map[string]any) map[string]any {
	info := object(tree, "info")
	if info["x-openstack-change"] == nil && info["x-openstack-change-scope"] == nil {
		return tree
	}
	info = maps.Clone(info)
	delete(info, "x-openstack-change")
	delete(info, "x-openstack-change-scope")
	tree = maps.Clone(tree)
	tree["info"] = info
	return tree
}

// parseAll parses overlays on all processors.
func parseAll(layers [][]*layer) error {
	_, err := parallel(slices.Concat(layers...), func(l *layer) (*compiledOverlay, error) { return l.compiled() })
	return err
}

// With answers a chain with one more overlay, applied after all others of version from; later versions
// build on it. The receiver stays as it is. The overlay is checked at from; whether the overlays of later
// versions still apply is seen when those are asked for.
func (c *Chain) With(from Version, ov Overlay) (*Chain, error) {
	i := c.index(from)
	if i < 0 {
		return nil, c.unknown(from)
	}
	compiled, err := compileOverlay(ov)
	if err != nil {
		return nil, err
	}
	extra := &layer{name: compiled.name, ready: compiled}
	n := &Chain{src: c.src, profile: c.profile, versions: c.versions, schemas: c.schemas, origin: c, from: i}
	n.layers = slices.Clone(c.layers)
	n.layers[i] = append(slices.Clone(n.layers[i]), extra)
	n.documents = make([]atomic.Pointer[Document], len(n.versions))
	n.routes = sync.OnceValues(n.unite)
	d, err := n.At(from)
	if err != nil {
		return nil, err
	}
	if routes, err := c.routes(); err == nil && routes.covers(d.Tree) {
		n.routes = c.routes
	}
	return n, nil
}
