package openapi

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"plumbline/internal/openapi/node"
	"plumbline/internal/openapi/overlay"
)

// With answers a chain with one more overlay, applied after all others of version from; later versions build on it. The
// receiver does not change. The overlay is checked at from; whether the overlays of later versions still apply shows when
// those versions are used.
func (c *Chain) With(from Version, ov overlay.Overlay) (*Chain, error) {
	if c.late != nil {
		return nil, errors.New("an altered chain cannot be built upon: use With first, then Altered")
	}
	i := c.index(from)
	if i < 0 {
		return nil, c.unknownVersion(from)
	}
	compiled, err := overlay.CompileOverlay(ov)
	if err != nil {
		return nil, err
	}
	extra := &layer{Name: compiled.Name, ready: compiled}
	n := &Chain{Src: c.Src, profile: c.profile, versions: c.versions, schemas: c.schemas, origin: c, from: i}
	n.Layers = slices.Clone(c.Layers)
	n.Layers[i] = append(slices.Clone(n.Layers[i]), extra)
	n.documents = make([]atomic.Pointer[Document], len(n.versions))
	n.routes = sync.OnceValues(n.uniteRoutes)
	return n.checked(from)
}

// checked makes the version from, to check the overlay, and takes over the origin's routes if they still are right.
func (c *Chain) checked(from Version) (*Chain, error) {
	d, err := c.At(from)
	if err != nil {
		return nil, err
	}
	before, err := c.origin.At(from)
	if err != nil {
		return nil, err
	}
	samePaths := node.Identical(before.Tree["paths"], d.Tree["paths"])
	if routes, err := c.origin.routes(); err == nil && (samePaths || routes.covers(d.Tree)) {
		c.routes = c.origin.routes
	}
	return c, nil
}

// alteration is an overlay on complete documents.
type alteration struct {
	from, until int
	overlay     *overlay.CompiledOverlay
}

// WithOverlayBetween answers a chain whose documents from from to until (zero: the newest) are the receiver's with the
// overlay applied last. Unlike with With, no version builds on it, so that the overlay cannot break the overlays of later
// versions; mutants use it to break one rule. The overlay must apply strictly at from; at another version where a target
// selects nothing the document does not change.
func (c *Chain) WithOverlayBetween(from, until Version, ov overlay.Overlay) (*Chain, error) {
	if until.IsZero() {
		until = c.Max()
	}
	first, last := c.index(from), c.index(until)
	if first < 0 {
		return nil, c.unknownVersion(from)
	}
	if last < 0 {
		return nil, c.unknownVersion(until)
	}
	compiled, err := overlay.CompileOverlay(ov)
	if err != nil {
		return nil, err
	}
	n := &Chain{
		Src: c.Src, profile: c.profile, versions: c.versions, Layers: c.Layers, schemas: c.schemas, origin: c,
		late: &alteration{from: first, until: last, overlay: compiled},
	}
	n.documents = make([]atomic.Pointer[Document], len(n.versions))
	n.routes = sync.OnceValues(n.uniteRoutes)
	return n.checked(from)
}

func (a *alteration) tree(origin *Chain, i int) (map[string]any, error) {
	d, err := origin.At(origin.versions[i])
	if err != nil || i < a.from || i > a.until {
		return treeOf(d), err
	}
	tree, _, err := overlay.Apply(d.Tree, a.overlay)
	if errors.Is(err, overlay.ErrNoMatch) && i != a.from {
		return d.Tree, nil
	}
	if err != nil {
		return nil, origin.failed(err)
	}
	return tree, nil
}

func treeOf(d *Document) map[string]any {
	if d == nil {
		return nil
	}
	return d.Tree
}
