package openapi

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"plumbline/internal/openapi/node"
	"plumbline/internal/openapi/overlay"
	"plumbline/internal/openapi/schema"
)

// Chain holds the documents of one service in one profile at all its microversions. It is safe for concurrent use.
type Chain struct {
	Src      *source
	profile  Profile
	versions []Version
	// Layers are the overlays that turn the version before into the version of the same index.
	Layers [][]*layer
	// origin is the chain that With was called on; this chain shares its documents below index from.
	origin *Chain
	from   int
	// late is set in a chain made by WithOverlayBetween.
	late *alteration

	mu        sync.Mutex
	trees     []map[string]any // trees[:len] are computed
	documents []atomic.Pointer[Document]
	routes    func() (*Routes, error)
	schemas   *schema.SchemaStore
	// paths are the operations of the path items of all versions: pathKey → *pathOperations.
	paths sync.Map
}

// Load reads a chain from a folder with base.yaml, base/*.yaml, overlays/X.Y.yaml, specified/X.Y.yaml and unchanged.yaml (the
// microversions that change no document). Overlays are parsed when a version is first used, so an error in one can come from At.
func Load(fsys fs.FS, s Service, p Profile) (*Chain, error) {
	src, err := readSource(fsys, s)
	if err == nil {
		_, err = src.Base()
	}
	if err != nil {
		return nil, fmt.Errorf("documents of %s: %w", s, err)
	}
	return newChain(src, p), nil
}

func newChain(src *source, p Profile) *Chain {
	c := &Chain{Src: src, profile: p, schemas: &schema.SchemaStore{}}
	newest := src.max
	if p == Specified {
		newest = src.specifiedMax
	}
	for v := src.min; ; v = v.Next() {
		var layers []*layer
		if l := src.Shipped[v]; l != nil {
			layers = append(layers, l)
		}
		if p == Specified {
			layers = append(layers, src.specified[v]...)
		}
		c.versions, c.Layers = append(c.versions, v), append(c.Layers, layers)
		if v == newest {
			break
		}
	}
	c.documents = make([]atomic.Pointer[Document], len(c.versions))
	c.routes = sync.OnceValues(c.uniteRoutes)
	return c
}

// Service is the service whose documents these are.
func (c *Chain) Service() Service { return c.Src.service }

// Profile is the profile of the chain.
func (c *Chain) Profile() Profile { return c.profile }

// Header is the service's name in the OpenStack-API-Version header ("compute"), "" without microversions.
func (c *Chain) Header() string { return c.Src.header }

// Min is the oldest version.
func (c *Chain) Min() Version { return c.versions[0] }

// Max is the newest version.
func (c *Chain) Max() Version { return c.versions[len(c.versions)-1] }

// Versions lists all versions, oldest first; a service without microversions has the zero Version only.
func (c *Chain) Versions() []Version { return slices.Clone(c.versions) }

// index answers the index of v, −1 when the chain does not have it.
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
		return nil, c.unknownVersion(v)
	}
	if d := c.documents[i].Load(); d != nil {
		return d, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	tree, err := c.tree(i)
	if err != nil {
		return nil, err
	}
	if c.documents[i].Load() == nil {
		c.documents[i].Store(&Document{Version: v, Tree: tree, chain: c})
	}
	return c.documents[i].Load(), nil
}

// tree answers the tree of the version at index i; the caller holds mu.
func (c *Chain) tree(i int) (map[string]any, error) {
	if c.late != nil {
		return c.late.tree(c.origin, i)
	}
	if err := c.materialise(i); err != nil {
		return nil, err
	}
	return c.trees[i], nil
}

func (c *Chain) unknownVersion(v Version) error {
	if c.Min().IsZero() {
		return fmt.Errorf("%w: %s has no microversions, asked for %s", ErrVersion, c.Src.service, v)
	}
	return fmt.Errorf("%w: %s %s is not between %s and %s (%s)", ErrVersion, c.Src.service, v, c.Min(), c.Max(), c.profile)
}

// materialise computes trees[0..i]; the caller holds mu.
func (c *Chain) materialise(i int) error {
	if i < len(c.trees) {
		return nil
	}
	if err := c.shareOrigin(i); err != nil {
		return err
	}
	if err := parseAll(c.Layers[len(c.trees) : i+1]); err != nil {
		return c.failed(err)
	}
	for j := len(c.trees); j <= i; j++ {
		tree, err := c.Src.Base()
		if err != nil {
			return c.failed(err)
		}
		if j > 0 {
			tree = c.WithoutChange(c.trees[j-1])
		}
		for _, l := range c.Layers[j] {
			ov, err := l.Compiled()
			if err != nil {
				return c.failed(err)
			}
			if tree, _, err = overlay.Apply(tree, ov); err != nil {
				return c.failed(err)
			}
		}
		c.trees = append(c.trees, tree)
	}
	return nil
}

func (c *Chain) failed(err error) error {
	return fmt.Errorf("documents of %s (%s): %w", c.Src.service, c.profile, err)
}

// shareOrigin takes over the origin's trees below the version from which the chains differ.
func (c *Chain) shareOrigin(i int) error {
	if c.origin == nil {
		return nil
	}
	for j := len(c.trees); j < min(i+1, c.from); j++ {
		d, err := c.origin.At(c.versions[j])
		if err != nil {
			return err
		}
		c.trees = append(c.trees, d.Tree)
	}
	return nil
}

// WithoutChange answers the tree without the description of the last overlay (x-openstack-change).
func (c *Chain) WithoutChange(tree map[string]any) map[string]any {
	info := node.Object(tree, "info")
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
	_, err := Parallel(slices.Concat(layers...), func(l *layer) (*overlay.CompiledOverlay, error) { return l.Compiled() })
	return err
}

// allTrees answers the trees of all versions, up to the first that fails.
func (c *Chain) allTrees() ([]map[string]any, error) {
	trees := make([]map[string]any, 0, len(c.versions))
	_, _ = c.At(c.Max()) // first, so that all overlays are parsed in parallel; an error comes again below
	for _, v := range c.versions {
		d, err := c.At(v)
		if err != nil {
			return trees, err
		}
		trees = append(trees, d.Tree)
	}
	return trees, nil
}
