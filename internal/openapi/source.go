package openapi

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"plumbline/internal/openapi/node"
	"plumbline/internal/openapi/overlay"
)

// source is one service's folder: base.yaml is read at once, its fragments and the overlays when they are first used.
type source struct {
	service Service
	// Base answers the tree of the oldest version, base.yaml with its fragments, which it reads once.
	Base   func() (map[string]any, error)
	header string
	min    Version
	// max is the newest shipped version, specifiedMax the newest of both profiles.
	max, specifiedMax Version
	Shipped           map[Version]*layer
	specified         map[Version][]*layer
}

// layer is one overlay file.
type layer struct {
	Name  string
	fsys  fs.FS
	once  sync.Once
	ready *overlay.CompiledOverlay
	err   error
}

func (l *layer) Compiled() (*overlay.CompiledOverlay, error) {
	l.once.Do(func() {
		if l.fsys == nil {
			return
		}
		var content []byte
		if content, l.err = fs.ReadFile(l.fsys, l.Name); l.err != nil {
			return
		}
		var ov overlay.Overlay
		if ov, l.err = overlay.ParseOverlay(l.Name, content); l.err == nil {
			l.ready, l.err = overlay.CompileOverlay(ov)
		}
	})
	return l.ready, l.err
}

// readSource reads base.yaml and lists the overlays of both profiles.
func readSource(fsys fs.FS, s Service) (*source, error) {
	base, err := readDocument(fsys, "base.yaml")
	if err != nil {
		return nil, err
	}
	if got := node.Text(base, "x-openstack-service"); got != string(s) {
		return nil, fmt.Errorf("base.yaml: x-openstack-service is %q, not %q", got, s)
	}
	src := &source{service: s, Base: sync.OnceValues(func() (map[string]any, error) { return base, addFragments(base, fsys) })}
	if given, ok := base["x-openstack-microversions"]; ok {
		m, _ := given.(map[string]any)
		if err := overlay.OnlyKeys(m, "header", "min", "max"); err != nil {
			return nil, fmt.Errorf("base.yaml: x-openstack-microversions: %w", err)
		}
		src.header = node.Text(m, "header")
		oldest, errMin := ParseVersion(node.Text(m, "min"))
		newest, errMax := ParseVersion(node.Text(m, "max"))
		if err := errors.Join(errMin, errMax); err != nil {
			return nil, fmt.Errorf("base.yaml: x-openstack-microversions: %w", err)
		}
		if src.header == "" || oldest.IsZero() || oldest.Major != newest.Major || newest.Less(oldest) {
			return nil, errors.New("base.yaml: x-openstack-microversions must have a header and a min not above max, quoted, of one major version")
		}
		src.min, src.max, src.specifiedMax = oldest, newest, newest
	}
	return src, src.listOverlays(fsys)
}

func (src *source) listOverlays(fsys fs.FS) error {
	src.Shipped, src.specified = map[Version]*layer{}, map[Version][]*layer{}
	shipped, err := yamlFiles(fsys, "overlays")
	if err != nil {
		return err
	}
	for _, name := range shipped {
		v, err := versionOfFile(name)
		if err != nil {
			return err
		}
		if !src.min.Less(v) || src.max.Less(v) {
			return fmt.Errorf("%s: overlays are for versions after %s up to %s", name, src.min, src.max)
		}
		src.Shipped[v] = &layer{Name: name, fsys: fsys}
	}
	if err := src.listUnchanged(fsys); err != nil {
		return err
	}
	specified, err := yamlFiles(fsys, "specified")
	if err != nil {
		return err
	}
	for _, name := range specified {
		v, err := src.specifiedVersion(name)
		if err != nil {
			return err
		}
		src.specified[v] = append(src.specified[v], &layer{Name: name, fsys: fsys})
		if src.specifiedMax.Less(v) {
			src.specifiedMax = v
		}
	}
	return nil
}

// specifiedVersion is the version that an overlay of the profile specified changes; a service without microversions has one only.
func (src *source) specifiedVersion(name string) (Version, error) {
	if src.min.IsZero() {
		return Version{}, nil
	}
	v, err := versionOfFile(name)
	if err == nil && (v.Less(src.min) || v.Major != src.min.Major) {
		err = fmt.Errorf("%s: no such version: the oldest is %s", name, src.min)
	}
	return v, err
}

func versionOfFile(name string) (Version, error) {
	v, err := ParseVersion(strings.TrimSuffix(path.Base(name), path.Ext(name)))
	if err == nil && v.IsZero() {
		err = errors.New("the file is not named after a version")
	}
	if err != nil {
		return Version{}, fmt.Errorf("%s: %w", name, err)
	}
	return v, nil
}

// yamlFiles lists the YAML files of a folder in name order; none for a folder that does not exist.
func yamlFiles(fsys fs.FS, dir string) ([]string, error) {
	entries, err := fs.ReadDir(fsys, dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []string
	for _, e := range entries {
		switch name := path.Join(dir, e.Name()); {
		case strings.HasPrefix(e.Name(), ".") || strings.HasSuffix(e.Name(), ".md"):
		case e.IsDir() || path.Ext(name) != ".yaml":
			return nil, fmt.Errorf("%s: only *.yaml files belong here", name)
		default:
			out = append(out, name)
		}
	}
	slices.SortFunc(out, cmp.Compare)
	return out, nil
}

// readDocument reads a YAML file that is a map.
func readDocument(fsys fs.FS, name string) (map[string]any, error) {
	content, err := fs.ReadFile(fsys, name)
	if err != nil {
		return nil, err
	}
	tree, err := node.ParseTree(name, content)
	if err != nil {
		return nil, err
	}
	m, ok := tree.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("%s: a document is a map", name)
	}
	return m, nil
}

// addFragments merges the fragments, base/*.yaml, into base.
func addFragments(base map[string]any, fsys fs.FS) error {
	names, err := yamlFiles(fsys, "base")
	if err != nil {
		return err
	}
	fragments, err := Parallel(names, func(name string) (map[string]any, error) { return readDocument(fsys, name) })
	if err != nil {
		return err
	}
	for i, fragment := range fragments {
		if err := overlay.OnlyKeys(fragment, "paths", "components"); err != nil {
			return fmt.Errorf("%s: %w", names[i], err)
		}
		if err := bundle(base, fragment, "", 0); err != nil {
			return fmt.Errorf("%s: %w", names[i], err)
		}
	}
	return nil
}

// bundleDepth is the depth to which fragments may have keys in common: paths → path → method or x-openstack-actions →
// action, components → section → name. Anything below is defined in one file only.
const bundleDepth = 4

func bundle(dst, src map[string]any, at string, depth int) error {
	for _, k := range node.SortedKeys(src) {
		old, there := dst[k]
		if !there {
			dst[k] = src[k]
			continue
		}
		into, okInto := old.(map[string]any)
		from, okFrom := src[k].(map[string]any)
		joins := depth+1 < bundleDepth && (depth < 2 || k == "x-openstack-actions" || k == "post")
		if !okInto || !okFrom || !joins {
			return fmt.Errorf("%s/%s is defined elsewhere already", at, k)
		}
		if err := bundle(into, from, at+"/"+k, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// Parallel applies f to each of in, on all processors, and answers the results in order, or the first error in order.
func Parallel[In, Out any](in []In, f func(In) (Out, error)) ([]Out, error) {
	out, errs := make([]Out, len(in)), make([]error, len(in))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(in)) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(in); i = int(next.Add(1)) - 1 {
				out[i], errs[i] = f(in[i])
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}
