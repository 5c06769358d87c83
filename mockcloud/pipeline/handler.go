package pipeline

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"plumbline/openapi"
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
	env.async, env.services = map[string]asyncOf{}, map[openapi.Service]*serving{}
	for _, svc := range services {
		s, err := prepare(env, svc)
		if err != nil {
			return nil, fmt.Errorf("service %s: %w", svc.Name, err)
		}
		if h.byPrefix[svc.Prefix] != nil {
			return nil, fmt.Errorf("service %s: prefix %s is taken", svc.Name, svc.Prefix)
		}
		h.byPrefix[svc.Prefix], env.services[svc.Name] = s, s
		for kind, a := range svc.Async {
			if _, taken := env.async[kind]; taken {
				return nil, fmt.Errorf("service %s: work %s is there twice", svc.Name, kind)
			}
			a.Steps = env.Mutant.steps(svc.Name, nil, kind, a.Steps)
			env.async[kind] = asyncOf{service: s, Async: a}
		}
	}
	env.Settle()
	return h, nil
}

// Prefixes lists where services are mounted.
func (h *Handler) Prefixes() []string { return slices.Sorted(maps.Keys(h.byPrefix)) }

// ServeHTTP takes a request to the service whose prefix its path has.
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
	min     openapi.Version
	max     openapi.Version
	// finds tells that there is a stage that looks up what the path names, and takes what is kept.
	finds bool

	mu       sync.RWMutex
	versions map[string]*version
	bases    map[string][]string
}

// asyncOf is a kind of work and the service that does it.
type asyncOf struct {
	service *serving
	Async
}

func prepare(env *Env, svc *Service) (*serving, error) {
	s := &serving{Service: svc, env: env, versions: map[string]*version{}, bases: map[string][]string{}}
	s.stages = env.Mutant.stages(svc.Name, svc.Stages)
	s.finds = slices.ContainsFunc(s.stages, func(stage Stage) bool { return stage.Name == stageFind })
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

// routing is what there is at any version of a service, and which of it needs no token: the token is checked
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
	s.env.Shares.begin()
	out := s.run(x, rest)
	s.write(w, x, out)
}

var nobody = &Caller{}

// mostHost is the longest name of a host that is remembered (RFC 1035, and a port): clients can send any.
const mostHost = 270

// place finds the versioned root and the links' base. It is false when the path is below no root.
func (s *serving) place(x *Exchange, rest string) bool {
	bases := s.basesFor(x.Request)
	x.Root = bases[0]
	for i, root := range s.Roots {
		if strings.HasPrefix(rest, root) && (len(rest) == len(root) || rest[len(root)] == '/') {
			x.Base, x.Versioned, x.Path = bases[i+1], root, rest[len(root):]
			if x.Path == "" {
				x.Path = "/"
			}
			return true
		}
	}
	x.Base, x.Path = bases[0]+s.Prefix, rest
	return false
}

// byHost marks the context of requests whose answers link to the host that was asked.
type byHost struct{}

// LinkByHost lets the answers to requests with this context link to the host that they ask, whatever Env.BaseURL says.
func LinkByHost(ctx context.Context) context.Context { return context.WithValue(ctx, byHost{}, true) }

// basesFor answers scheme and host as the client reached them, then the service's versioned roots on it.
func (s *serving) basesFor(r *http.Request) []string {
	host := r.Host
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		host = "https://" + host
	}
	s.mu.RLock()
	known := s.bases[host]
	s.mu.RUnlock()
	if known != nil {
		return known
	}
	root := s.env.BaseURL
	if r.Context().Value(byHost{}) != nil {
		root = ""
	}
	switch {
	case root != "":
		root = strings.TrimRight(root, "/")
	case strings.HasPrefix(host, "https://"):
		root = host
	default:
		root = "http://" + host
	}
	known = []string{root}
	for _, v := range s.Roots {
		known = append(known, root+s.Prefix+v)
	}
	s.mu.Lock()
	if len(s.bases) < 1000 && len(host) <= mostHost {
		s.bases[host] = known
	}
	s.mu.Unlock()
	return known
}
