package pipeline

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"plumbline/internal/openapi"
)

// Handler serves the services of one mock cloud, each below its prefix.
type Handler struct {
	env      *Env
	byPrefix map[string]*serving
	// Elsewhere answers paths below no prefix.
	Elsewhere http.Handler
}

// NewHandler prepares services to be served, changed by the environment's mutant if there is one. Two
// services with one prefix, or two kinds of work with one name, are an error.
func NewHandler(env *Env, services ...*Service) (*Handler, error) {
	h := &Handler{env: env, byPrefix: map[string]*serving{}, Elsewhere: http.NotFoundHandler()}
	env.async, env.services, env.readWith = map[string]asyncOf{}, map[openapi.Service]*serving{}, nil
	for _, svc := range services {
		s, err := prepare(env, svc)
		if err != nil {
			return nil, fmt.Errorf("service %s: %w", svc.Name, err)
		}
		if h.byPrefix[svc.Prefix] != nil {
			return nil, fmt.Errorf("service %s: prefix %s is taken", svc.Name, svc.Prefix)
		}
		h.byPrefix[svc.Prefix], env.services[svc.Name] = s, s
		if svc.ReadWith != nil {
			env.readWith = append(env.readWith, svc.ReadWith)
		}
		work := map[string]asyncOf{}
		for kind, a := range svc.Async {
			a.Steps = env.Mutant.steps(svc.Name, nil, kind, a.Steps)
			work[kind] = asyncOf{service: s, Async: a}
		}
		if err := merge("work", env.async, work); err != nil {
			return nil, fmt.Errorf("service %s: %w", svc.Name, err)
		}
	}
	env.FindNextDue()
	return h, nil
}

// Prefixes lists where services are mounted.
func (h *Handler) Prefixes() []string { return slices.Sorted(maps.Keys(h.byPrefix)) }

// ServeHTTP passes a request to the service whose prefix its path begins with.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := r.URL.Path
	end := len(path)
	if i := strings.IndexByte(path[min(1, len(path)):], '/'); i >= 0 {
		end = i + 1
	}
	s := h.byPrefix[path[:end]]
	if s == nil {
		h.Elsewhere.ServeHTTP(w, r)
		return
	}
	h.env.RunDue()
	s.serve(w, r, path[end:])
}

// serving is a service ready to serve.
type serving struct {
	*Service
	env    *Env
	stages []Stage
	// routing reads the documents when the service is first asked for something; nil without documents.
	routing func() (*routing, error)
	header  string
	// legacy is the canonical name of LegacyVersionHeader; vary is what answers vary by then.
	legacy string
	vary   []string
	min    openapi.Version
	max    openapi.Version

	mu       sync.RWMutex
	versions map[string]*version
	bases    map[string][]string
}

// asyncOf is a kind of scheduled work with the service that performs it.
type asyncOf struct {
	service *serving
	Async
}

func prepare(env *Env, svc *Service) (*serving, error) {
	if svc.Render == nil || svc.Chain != nil && (svc.Refused == nil || svc.Violated == nil) {
		return nil, errors.New("does not say how its faults look")
	}
	s := &serving{Service: svc, env: env, versions: map[string]*version{}, bases: map[string][]string{}}
	if svc.LegacyVersionHeader != "" {
		s.legacy, s.vary = http.CanonicalHeaderKey(svc.LegacyVersionHeader), append(slices.Clone(vary), svc.LegacyVersionHeader)
	}
	s.stages = env.Mutant.stages(svc.Name, svc.Stages)
	if env.Mutant != nil {
		changed := *svc
		changed.Operations = map[string]Operation{}
		for id, o := range svc.Operations {
			o.Steps = env.Mutant.steps(svc.Name, svc.Stages, id, o.Steps)
			changed.Operations[id] = o
		}
		s.Service = &changed
	}
	if svc.Chain == nil {
		return s, nil
	}
	s.routing = sync.OnceValues(func() (*routing, error) { return route(svc.Chain) })
	s.header, s.min, s.max = svc.Chain.Header(), svc.Chain.Min(), svc.Chain.Max()
	if v := env.Maxima[svc.Name]; !v.IsZero() {
		return s, s.limit(v)
	}
	return s, nil
}

// routing holds the routes of all versions of a service and which of them need no token: the token is checked
// before the version is known.
type routing struct {
	*openapi.Routes
	public map[*openapi.Route]bool
}

func route(chain *openapi.Chain) (*routing, error) {
	d, err := chain.At(chain.Min())
	if err != nil {
		return nil, err
	}
	r := &routing{Routes: chain.Routes(), public: map[*openapi.Route]bool{}}
	for _, rt := range r.All() {
		if rt.Actions {
			continue
		}
		if op := d.Lookup(rt, ""); op != nil && op.Public {
			r.public[rt] = true
		}
	}
	return r, nil
}

func (s *serving) serve(w http.ResponseWriter, r *http.Request, rest string) {
	x := &Exchange{
		Request: r, Service: s.Name, Env: s.env, service: s, started: time.Now(),
		RequestID: s.env.IDs.Request(), Caller: nobody,
	}
	s.env.Shares.Begin()
	out := s.run(x, rest)
	s.write(w, x, out)
}

var nobody = &Caller{}
