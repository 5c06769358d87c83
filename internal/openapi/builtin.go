package openapi

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"sync"

	"plumbline/openapi"
)

// builtin caches each service's source, and each chain from its first use on.
var builtin struct {
	sources map[Service]func() (*source, error)
	mu      sync.Mutex
	chains  map[chainKey]*Chain
}

type chainKey struct {
	service Service
	profile Profile
}

func init() {
	builtin.sources = map[Service]func() (*source, error){}
	builtin.chains = map[chainKey]*Chain{}
	for _, s := range Services() {
		builtin.sources[s] = sync.OnceValues(func() (*source, error) {
			fsys, err := fs.Sub(openapi.FS, string(s))
			if err != nil {
				return nil, err
			}
			return readSource(fsys, s)
		})
	}
}

// Builtin answers the chain of the embedded documents, the same one each time. It reads base.yaml only; the rest is read
// when a document or the routes are first used.
func Builtin(s Service, p Profile) (*Chain, error) {
	read, ok := builtin.sources[s]
	if !ok {
		return nil, fmt.Errorf("no documents for service %q", s)
	}
	if _, err := ParseProfile(string(p)); err != nil {
		return nil, err
	}
	src, err := read()
	if err != nil {
		return nil, fmt.Errorf("documents of %s: %w", s, err)
	}
	builtin.mu.Lock()
	defer builtin.mu.Unlock()
	key := chainKey{s, p}
	if builtin.chains[key] == nil {
		builtin.chains[key] = newChain(src, p)
	}
	return builtin.chains[key], nil
}

// Digest is the SHA-256 of the paths and contents of the embedded documents of all services, in hexadecimal.
func Digest() string {
	digest, err := DigestFS(openapi.FS)
	if err != nil {
		panic("openapi: embedded documents: " + err.Error()) // the files are part of the binary
	}
	return digest
}

// DigestFS is the SHA-256, in hexadecimal, of the paths and contents of all files, in the order of their paths.
func DigestFS(fsys fs.FS) (string, error) {
	sum := sha256.New()
	err := fs.WalkDir(fsys, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(fsys, path)
		if err != nil {
			return err
		}
		fmt.Fprintf(sum, "%s %d\n", path, len(data))
		sum.Write(data)
		return nil
	})
	if err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
