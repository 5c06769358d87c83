// Package target connects to the cloud under test: it finds the services (from the catalogue only), their microversions and
// capabilities, and the users that act in scenarios.
package target

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"plumbline/internal/openapi"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/session"
	"plumbline/internal/steps/wire"
)

// Kind says what a target is.
type Kind string

// The closed set of kinds, as the event log writes them.
const (
	Embedded Kind = "embedded"
	Mock     Kind = "mock"
	Real     Kind = "real"
)

// Config is how to reach a cloud, and what its operator allows.
type Config struct {
	Name  string
	Kind  Kind
	RunID string
	// Login is of the given user; Actors are further logins by actor.
	Login  session.Login
	Actors map[string]session.Login
	// Handler is the embedded mock; Listen opens a port to it for client programs, nil where that is not possible.
	Handler http.Handler
	Listen  Listen
	Profile openapi.Profile
	// Documents are those of the run; nil are the embedded ones.
	Documents *openapi.Documents
	// Bound is the newest compute microversion to use; zero is what the target offers.
	Bound openapi.Version
	// Wanted names images and a flavor, by name or id; empty fields are searched for.
	Wanted        Wanted
	Metadata      MetadataAccess
	Notifications NotificationAccess
	// Resumed: the run continues an interrupted one of this RunID, and takes over its users and projects.
	Resumed bool
	// Exchanged is the highest number that an exchange of the run has so far.
	Exchanged int64
	// ControlToken is the token that a mock's control API requires, "" for none.
	ControlToken string
	// Patience is how long a sweep waits until one thing is gone; zero is five minutes.
	Patience time.Duration
	// AnswerTime is the time within which the whole answer to a request must arrive; zero is the default.
	AnswerTime time.Duration
	// ReadOnly keeps Prepare from creating anything.
	ReadOnly bool
	// Needs are the capabilities that scenarios of the run require, so that probes create nothing for other ones; nil is all.
	Needs map[string]bool
	// Boots: scenarios of the run create servers.
	Boots bool
}

// Target is a cloud with the sessions of its actors. After Prepare it is safe for concurrent use.
type Target struct {
	Config
	// Main is the given user's session.
	Main *session.Session
	// Min and Max are the compute microversions within the run's bound; Offered is the target's own maximum.
	Min, Max, Offered openapi.Version
	Resources         Resources
	// ImageDemands: the image has properties for which hosts may refuse it. Booted: a server of it came up.
	ImageDemands, Booted bool
	// Places are the compute hosts that an admin sees.
	Places  Places
	Feed    Feed
	Control *Control
	// MultiattachType is the id of a volume type whose volumes several servers may have, "" where there is none.
	MultiattachType string
	// pace is how quick the cloud is.
	pace pace
	// ServerQuota is the limit of servers of the run's project; −1 is no limit.
	ServerQuota int

	Tools    Tools
	count    atomic.Int64
	lost     atomic.Bool
	Services []eventlog.Service
	LegacyV2 bool
	mu       sync.Mutex
	// Uncontrolled is the reason why there is no Control.
	Uncontrolled string
	roots        session.Roots
	Sessions     map[string]*session.Session
	States       map[string]ActorState
	Known        map[string]Capability
	removals     []Removal
	// VolumeZones are the zones that volumes may be in; nil where block storage does not tell.
	VolumeZones []string
	reached     reached
}

// Removal undoes one thing that the target made for the run.
type Removal struct {
	Kind, ID, Name string
	// Home: it is a user or project, or is deleted together with one.
	Home   bool
	Remove func(context.Context) error
}

// Connect logs the given user in and finds the compute service with its microversions. Each error is an ErrConfiguration.
func Connect(ctx context.Context, c Config, tools Tools) (*Target, error) {
	t, err := connect(ctx, c, tools)
	if err != nil {
		return nil, Misconfigured(err)
	}
	return t, nil
}

func connect(ctx context.Context, c Config, tools Tools) (*Target, error) {
	t := &Target{
		Config: c, Tools: tools, ServerQuota: -1,
		Sessions: map[string]*session.Session{}, States: map[string]ActorState{}, Known: map[string]Capability{},
	}
	t.count.Store(c.Exchanged)
	tools.Redact.AddSecrets(c.Metadata.Secret, c.ControlToken)
	var err error
	if t.Main, err = t.open(ctx, "", c.Login); err != nil {
		return nil, err
	}
	if err := t.versions(ctx); err != nil {
		return nil, err
	}
	t.Control, t.Uncontrolled, err = findControl(ctx, t)
	return t, err
}

// open logs a user in.
func (t *Target) open(ctx context.Context, actor string, l session.Login) (*session.Session, error) {
	bare := l.Transport(t.answerTime())
	if t.Handler != nil {
		bare = wire.Handler{Handler: t.Handler}
	}
	s := &session.Session{
		Actor: actor, Login: l, Bare: bare, Redact: t.Tools.Redact, Now: t.Tools.Now, Sleep: t.Tools.Sleep,
		Reach: t.Reach, Client: t.client(bare), Roots: &t.roots,
	}
	if err := s.Authenticate(ctx); err != nil {
		return nil, err
	}
	return s, nil
}

func (t *Target) client(bare http.RoundTripper) *http.Client {
	timeout := t.answerTime()
	if t.Handler != nil {
		timeout = 0 // a handler answers in place; a time-out would cost each request a goroutine
	}
	return &http.Client{
		Transport: &wire.Recorder{
			Next: bare, Log: t.Tools.Log, Redact: t.Tools.Redact, Now: t.Tools.Now,
			Checker: &wire.Checker{Profile: t.Profile, Documents: t.Documents}, Count: &t.count, Took: t.pace.took,
		},
		CheckRedirect: wire.FollowNone,
		Timeout:       timeout,
	}
}

// NextExchange numbers the exchanges of the run.
func (t *Target) NextExchange() string { return ExchangeID(t.count.Add(1)) }

// ExchangeID is the id of the nth exchange of a run: "x7".
func ExchangeID(n int64) string { return fmt.Sprintf("x%d", n) }

// LastExchange is the number of the latest exchange.
func (t *Target) LastExchange() int64 { return t.count.Load() }

// ContinueAfter makes the next exchange's number n+1.
func (t *Target) ContinueAfter(n int64) { t.count.Store(n) }

// versions reads the microversions in the compute service's version document.
func (t *Target) versions(ctx context.Context) error {
	e, err := t.Main.Endpoint(ctx, openapi.Compute)
	if err != nil {
		return err
	}
	offered, err := session.Discover(ctx, t.Main.Client, openapi.Compute, e.VersionPath+"/", "")
	if err != nil {
		return err
	}
	o, ok := session.ChooseOffer(offered, openapi.Compute)
	if !ok {
		return fmt.Errorf("the compute service at %s does not offer API v2.1", e.VersionPath)
	}
	t.Min, t.Max, t.Offered = o.Min, o.Max, o.Max
	if !t.Bound.IsZero() && t.Bound.Less(t.Max) {
		t.Max = t.Bound
	}
	chain, err := t.Documents.Chain(openapi.Compute, t.Profile)
	if err != nil {
		return err
	}
	if chain.Max().Less(t.Max) {
		t.Max = chain.Max()
	}
	if t.Max.Less(t.Min) {
		return fmt.Errorf("--max-microversion %s is below the oldest that the target offers (%s)", t.Bound, t.Min)
	}
	return t.describeServices(ctx, o)
}

// describeServices lists the catalogue's services that the suite has documents for.
func (t *Target) describeServices(ctx context.Context, compute session.Offer) error {
	for _, service := range openapi.Services() {
		if !t.Main.Offers(service) {
			continue
		}
		e, err := t.Main.Endpoint(ctx, service)
		if err != nil {
			return err
		}
		described := eventlog.Service{Type: string(service), Endpoint: e.Catalogue}
		switch service {
		case openapi.Compute:
			described.Min, described.Max, described.Status = compute.Min.String(), compute.Max.String(), compute.Status
			if roots, err := session.Discover(ctx, t.Main.Client, service, e.Root+"/", ""); err == nil {
				for _, o := range roots {
					t.LegacyV2 = t.LegacyV2 || o.ID == "v2.0"
				}
			}
		case openapi.BlockStorage, openapi.Placement:
			t.offerOf(ctx, service, e, &described)
		}
		t.Services = append(t.Services, described)
	}
	return nil
}

// offerOf adds the microversions of a service; one that does not show them is no error here.
func (t *Target) offerOf(ctx context.Context, service openapi.Service, e session.Endpoint, described *eventlog.Service) {
	token, err := t.Main.Token(ctx)
	if err != nil {
		return
	}
	offered, err := session.Discover(ctx, t.Main.Client, service, e.Root+"/", token)
	if err != nil {
		return
	}
	if o, ok := session.ChooseOffer(offered, service); ok {
		described.Min, described.Max, described.Status = o.Min.String(), o.Max.String(), o.Status
	}
}

// Describe is the target as an event of the log.
func (t *Target) Describe() *eventlog.TargetDescribed {
	d := &eventlog.TargetDescribed{Name: t.Name, Kind: string(t.Kind), Services: t.Services}
	if t.Kind == Real && t.Main != nil && t.Main.Mock { // used as a real cloud is, and yet none
		d.Kind = string(Mock)
	}
	for _, name := range CapabilityNames() {
		c := t.Known[name]
		d.Capabilities = append(d.Capabilities, eventlog.Capability{Name: name, Present: c.Present, Evidence: c.Evidence})
	}
	for _, name := range Actors() {
		s := t.States[name]
		d.Actors = append(d.Actors, eventlog.Actor{Name: name, Ready: s.Ready, How: s.How, Reason: s.Reason})
	}
	return d
}

// Prefix begins every name that the run makes.
func (t *Target) Prefix() string { return Prefix + t.RunID + "-" }

// Prefix begins every name that any run makes.
const Prefix = "plumbline-"
