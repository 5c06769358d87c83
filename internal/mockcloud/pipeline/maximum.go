package pipeline

import (
	"fmt"

	"plumbline/internal/openapi"
)

// Maximum is the newest microversion that a service has at present; zero for a service without microversions.
func (e *Env) Maximum(s openapi.Service) openapi.Version {
	if serving := e.services[s]; serving != nil {
		return serving.newest()
	}
	return openapi.Version{}
}

// SetMaximum makes a service as old as a release: requests for newer microversions are refused from now on, and
// discovery says so. Zero goes back to the newest of the documents. A service without microversions, and a
// version that its documents do not have, are errors.
func (e *Env) SetMaximum(s openapi.Service, v openapi.Version) error {
	serving := e.services[s]
	if serving == nil || serving.Chain == nil || serving.min.IsZero() {
		return fmt.Errorf("service %q has no microversions", s)
	}
	if v.IsZero() {
		v = serving.Chain.Max()
	}
	if err := serving.limit(v); err != nil {
		return err
	}
	e.Forget()
	return nil
}

// CurrentMaxima answers the newest microversion of each service that has any.
func (e *Env) CurrentMaxima() map[openapi.Service]openapi.Version {
	out := map[openapi.Service]openapi.Version{}
	for name, s := range e.services {
		if v := s.newest(); !v.IsZero() {
			out[name] = v
		}
	}
	return out
}

func (s *serving) newest() openapi.Version {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.max
}

// limit sets the newest version and forgets what header texts have come to.
func (s *serving) limit(v openapi.Version) error {
	if !s.Chain.Max().AtLeast(v) || !v.AtLeast(s.min) {
		return fmt.Errorf("maximum microversion %s of %s is not between %s and %s (profile %s)", v, s.Name, s.min, s.Chain.Max(), s.env.Profile)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.max = v
	clear(s.versions)
	return nil
}
