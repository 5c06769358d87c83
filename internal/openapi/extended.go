package openapi

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
)

// Documents are the documents of all services: the embedded ones, and overlays from outside. Nil is the embedded ones. They are safe
// for concurrent use.
type Documents struct {
	sources map[Service]*source // of the services with overlays from outside
	digest  string

	mu     sync.Mutex
	chains map[chainKey]*Chain
}

// overlayFolder is the only folder of a service that overlays from outside can be in: they change the profile specified, and nothing
// that a release does.
const overlayFolder = "specified"

// Extend reads overlays (SERVICE/specified/X.Y.yaml) to apply after the embedded ones of their microversion, in the profile specified.
// Each is parsed at once, and an error about one begins with its path in fsys. A microversion above the newest known one becomes the
// newest.
func Extend(fsys fs.FS) (*Documents, error) {
	d := &Documents{sources: map[Service]*source{}, chains: map[chainKey]*Chain{}}
	entries, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		s, err := ParseService(e.Name())
		if err != nil || !e.IsDir() {
			return nil, errors.Join(fmt.Errorf("%s: overlays are in SERVICE/%s/X.Y.yaml", e.Name(), overlayFolder), err)
		}
		if d.sources[s], err = extend(fsys, s); err != nil {
			return nil, err
		}
	}
	own, err := DigestFS(fsys)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(Digest() + " " + own))
	d.digest = hex.EncodeToString(sum[:])
	return d, nil
}

// extend is the embedded source of a service with the overlays of its folder.
func extend(fsys fs.FS, s Service) (*source, error) {
	embedded, err := builtin.sources[s]()
	if err != nil {
		return nil, fmt.Errorf("documents of %s: %w", s, err)
	}
	entries, err := fs.ReadDir(fsys, string(s))
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if e.Name() != overlayFolder || !e.IsDir() {
			return nil, fmt.Errorf("%s: overlays are in %s/%s/X.Y.yaml: they hold in the profile %s", path.Join(string(s), e.Name()), s,
				overlayFolder, Specified)
		}
	}
	folder := path.Join(string(s), overlayFolder)
	names, err := yamlFiles(fsys, folder)
	if err != nil {
		return nil, err
	}
	src := *embedded
	src.specified = maps.Clone(embedded.specified)
	for _, name := range names {
		v, err := src.specifiedVersion(name)
		if err != nil {
			return nil, err
		}
		l := &layer{Name: name, fsys: fsys}
		ov, err := l.Compiled()
		if err != nil {
			return nil, named(name, err)
		}
		text, err := fs.ReadFile(fsys, name)
		if err == nil {
			err = checkScope(ov, text)
		}
		if err != nil {
			return nil, named(name, err)
		}
		src.specified[v] = append(slices.Clone(src.specified[v]), l)
		if src.specifiedMax.Less(v) {
			src.specifiedMax = v
		}
	}
	return &src, nil
}

// named is an error that begins with the name of its file.
func named(name string, err error) error {
	if strings.HasPrefix(err.Error(), name) {
		return err
	}
	return fmt.Errorf("%s: %w", name, err)
}

// Chain answers the chain of a service in a profile, the same one each time.
func (d *Documents) Chain(s Service, p Profile) (*Chain, error) {
	if d == nil || d.sources[s] == nil || p == Shipped {
		return Builtin(s, p)
	}
	if _, err := ParseProfile(string(p)); err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	key := chainKey{s, p}
	if d.chains[key] == nil {
		d.chains[key] = newChain(d.sources[s], p)
	}
	return d.chains[key], nil
}

// Digest is the SHA-256, in hexadecimal, of the embedded documents and the overlays from outside.
func (d *Documents) Digest() string {
	if d == nil {
		return Digest()
	}
	return d.digest
}

// Extended lists the services with overlays from outside, in a fixed order.
func (d *Documents) Extended() []Service {
	var out []Service
	for _, s := range Services() {
		if d != nil && d.sources[s] != nil {
			out = append(out, s)
		}
	}
	return out
}
