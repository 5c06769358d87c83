package session

import (
	"sync"

	"plumbline/openapi"
)

// Roots keep what services say at their roots: which versions they have. It does not depend on who asks, so that one
// session asks for all of them, while the target is looked at and before any case runs. The zero value knows none.
type Roots struct {
	mu    sync.Mutex
	known map[rootOf][]Offer
}

type rootOf struct {
	service openapi.Service
	at      string
}

// ask answers what the root of a service says, asking it if nobody has. An error is not kept.
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
