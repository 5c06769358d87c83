package openapi

import (
	"embed"
	"fmt"
	"io/fs"
	"sync"
)

//go:embed compute identity image block-storage placement network orchestration
var embedded embed.FS

// builtin keeps each service's source and each chain once it was asked for.
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
			fsys, err := fs.Sub(embedded, string(s))
			if err != nil {
				return nil, err
			}
			return readSource(fsys, s)
		})
	}
}

// Builtin answers the chain of the embedded documents; it is read on first use and kept.
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
