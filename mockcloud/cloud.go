// Package mockcloud is a cloud as an http.Handler: identity, compute, image, network, block storage, placement and orchestration
// behind one address, with the order of checks, the microversions and the policy of the real services.
//
// In a Go test, one line makes one:
//
//	cloud := mockcloud.Start(t)
//	config := cloud.ClientConfig("member") // credentials for any OpenStack client
//
// Cloud.Control controls it: its contents, the time, faults on demand, the journal of requests, snapshots. The same is
// available over HTTP below /_plumbline (docs/mock-control.md). Control.CheckClient judges a client by its requests. Package seed describes
// the contents of a cloud at the start.
package mockcloud

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"

	"plumbline/internal/mockcloud/control"
	"plumbline/internal/mockcloud/dashboard"
	"plumbline/internal/mockcloud/durable"
	"plumbline/internal/mockcloud/faults"
	"plumbline/internal/mockcloud/ids"
	"plumbline/internal/mockcloud/journal"
	"plumbline/internal/mockcloud/machineclock"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/setup"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// Cloud is a mock cloud. It is safe for concurrent use.
type Cloud struct {
	env     *pipeline.Env
	control *control.Control
	handler *pipeline.Handler
	steer   http.Handler // the control API over HTTP, nil when it is off
	dir     *durable.Dir // nil without a data directory
	url     atomic.Pointer[string]
	token   atomic.Pointer[string] // of the control API
}

// New makes a cloud. Invalid options are an error: an unknown profile, a maximum microversion that the profile does not have, a seed
// that refers to something it does not define.
func New(opts ...Option) (*Cloud, error) {
	o := setup.Cloud{
		Env:     pipeline.Env{Profile: openapi.Shipped, SelfCheck: true, Faults: &faults.Rules{}, Store: state.New()},
		Policy:  policy.New,
		Control: true,
		Journal: 1000,
	}
	for _, opt := range opts {
		if err := opt(&o); err != nil {
			return nil, fmt.Errorf("mock cloud: %w", err)
		}
	}
	c, err := build(&o)
	if err != nil {
		return nil, fmt.Errorf("mock cloud: %w", err)
	}
	return c, nil
}

func build(o *setup.Cloud) (*Cloud, error) {
	env := &o.Env
	if env.Clock == nil {
		env.Clock = &machineclock.Clock{}
	}
	if env.IDs == nil {
		env.IDs = ids.Random()
	}
	env.Journal = journal.New(o.Journal)
	if o.WholeJournal {
		env.Journal.KeepWholeBodies()
	}
	var overrides map[string]string
	if env.Mutant != nil {
		overrides = env.Mutant.Policy
	}
	var err error
	if env.Policy, err = policy.Load(o.Policy, overrides); err != nil {
		return nil, err
	}
	c := &Cloud{env: env}
	if err := c.open(o); err != nil {
		return nil, err
	}
	env.Region = c.control.PresentSeed().Region
	if err := c.makeServices(o); err != nil {
		_ = c.Close()
		return nil, err
	}
	return c, nil
}

// open makes the control, with the state of the data directory if there is one.
func (c *Cloud) open(o *setup.Cloud) (err error) {
	if o.DataDir == "" {
		c.control, err = control.New(c.env, o.Seed)
		return err
	}
	if c.dir, err = durable.Open(o.DataDir); err != nil {
		return err
	}
	if err = c.restore(o); err != nil {
		_ = c.dir.Close()
	}
	return err
}

// restore loads the state of the data directory.
func (c *Cloud) restore(o *setup.Cloud) error {
	began, err := control.ReadBeginning(c.dir.Choice)
	if err != nil {
		return fmt.Errorf("data directory %s: %w", o.DataDir, err)
	}
	var start *state.Snapshot
	if began != nil {
		start = began.Start
	}
	if err := c.dir.Load(c.env.Store, start); err != nil {
		return err
	}
	c.env.Store.SaveWith(c.dir)
	if c.control, err = control.Open(c.env, o.Seed, c.dir, began); err != nil {
		return fmt.Errorf("data directory %s: %w", o.DataDir, err)
	}
	return nil
}

// makeServices makes the services and the control API.
func (c *Cloud) makeServices(o *setup.Cloud) (err error) {
	env := c.env
	var services []*pipeline.Service
	for _, make := range constructors {
		svc, err := make(env)
		if err != nil {
			return err
		}
		services = append(services, svc)
	}
	if c.handler, err = pipeline.NewHandler(env, services...); err != nil {
		return err
	}
	c.handler.Elsewhere = http.HandlerFunc(c.serveUnprefixed)
	if o.Control {
		c.steer = onDemand(c.control.Handler)
		c.token.Store(&o.ControlToken)
	}
	return nil
}

// onDemand is a handler that is made when it is first asked for something: few tests use the control API over HTTP.
func onDemand(handler func() http.Handler) http.Handler {
	made := sync.OnceValue(handler)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { made().ServeHTTP(w, r) })
}

// Close closes the data directory; a cloud without one needs no Close. Later requests that write are refused.
func (c *Cloud) Close() error {
	if c.dir == nil {
		return nil
	}
	return c.dir.Close()
}

// ServeHTTP serves all services, and the control API.
func (c *Cloud) ServeHTTP(w http.ResponseWriter, r *http.Request) { c.handler.ServeHTTP(w, r) }

// serveUnprefixed answers paths outside the services' prefixes: the control API, and the list of the services' URLs.
func (c *Cloud) serveUnprefixed(w http.ResponseWriter, r *http.Request) {
	if c.steer != nil && strings.HasPrefix(r.URL.Path, control.Prefix+"/") {
		control.Guard(c.access(), c.steer).ServeHTTP(w, r)
		return
	}
	if c.steer != nil && (r.URL.Path == "/" && dashboard.PrefersPage(r) || r.URL.Path == control.Prefix) {
		http.Redirect(w, r, control.Prefix+"/", http.StatusFound)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	if r.URL.Path != "/" {
		w.WriteHeader(http.StatusNotFound)
	}
	fmt.Fprintf(w, "This is a plumbline mock cloud. Its services are below %s.\n", strings.Join(c.handler.Prefixes(), " "))
}

// access tells who may use the control API over HTTP.
func (c *Cloud) access() control.Access {
	a := control.Access{Token: c.ControlToken()}
	if _, host, found := strings.Cut(c.env.BaseURL, "://"); found {
		host, _, _ = strings.Cut(host, "/")
		a.Hosts = []string{host}
	}
	return a
}

// ControlToken is the token that the control API requires over HTTP, "" for none: see WithControlToken.
func (c *Cloud) ControlToken() string {
	if t := c.token.Load(); t != nil {
		return *t
	}
	return ""
}
