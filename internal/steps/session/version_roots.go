package session

import (
	"sync"

	"plumbline/internal/openapi"
)

// Roots caches the version documents of the services' roots. They are the same for every user, so that each is requested
// once, while the target is probed and before any case runs. The zero value is empty.
type Roots struct {
	mu    sync.Mutex
	known map[rootOf][]Offer
}

type rootOf struct {
	service openapi.Service
	at      string
}

// ask answers the versions at the root of a service, requesting them if that was not done before. An error is not cached.
func (r *Roots) ask(service openapi.Service, at string, ask func() ([]Offer, error)) ([]Offer, error) {
	if r == nil {
		return ask()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	key := rootOf{service, at}
	if offered, found := r.known[key]; found {
		return offered, nil
	}
	offered, err := ask()
	if err != nil {
		return nil, err
	}
	if r.known == nil {
		r.known = map[rootOf][]Offer{}
	}
	r.known[key] = offered
	return offered, nil
}
