package session

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/gophercloud/gophercloud/v2"
	"github.com/gophercloud/gophercloud/v2/openstack/config"
	"github.com/gophercloud/gophercloud/v2/openstack/identity/v3/tokens"

	"plumbline/internal/openapi"
	"plumbline/internal/openapi/redact"
	"plumbline/internal/steps/wire"
)

// margin is how long before its expiry a token is renewed: long enough for one exchange.
const margin = 90 * time.Second

// Session is one user with a token. It is safe for concurrent use.
type Session struct {
	// Actor is the name of the actor that the user plays.
	Actor                  string
	UserID, UserName       string
	UserDomainID           string
	ProjectID, ProjectName string
	Roles                  []string
	System                 bool
	// Mock: the identity service says that it is Plumbline's own.
	Mock bool
	// Client sends and records requests; it follows no redirects.
	Client *http.Client

	Login     Login
	Bare      http.RoundTripper
	Redact    *redact.Redactor
	Now       func() time.Time
	Sleep     func(context.Context, time.Duration) error
	catalogue []tokens.CatalogEntry
	// Reach answers the address of the cloud for client programs, "" for the session's own.
	Reach func() (string, error)
	// Roots holds the version documents of the services' roots, shared by all sessions of a target.
	Roots *Roots

	mu        sync.Mutex
	token     string
	expires   time.Time
	endpoints map[openapi.Service]Endpoint
}

// mock is what the identity service of our own mock calls itself in answers with a new token.
const mock = "Plumbline"

// Authenticate gets a token with its roles, project and catalogue. Token requests are recorded only when the answer
// violates its document, and without bodies: they hold secrets and no evidence.
func (s *Session) Authenticate(ctx context.Context) error {
	if at, err := url.Parse(s.Login.Options.IdentityEndpoint); err == nil && at.User != nil {
		inURL, _ := at.User.Password()
		s.Redact.AddSecrets(inURL)
	}
	s.Redact.AddSecrets(s.Login.Options.Password, s.Login.Options.ApplicationCredentialSecret, s.Login.Options.TokenID)
	asked := s.Now()
	way, err := s.tokens()
	if err != nil {
		return err
	}
	client := http.Client{Transport: way, Timeout: s.Client.Timeout, CheckRedirect: wire.FollowFew}
	provider, err := config.NewProviderClient(ctx, s.Login.Options, config.WithHTTPClient(client))
	if err != nil {
		return ExplainError("identity", s.Login.Options.IdentityEndpoint, err)
	}
	switch result := provider.GetAuthResult().(type) {
	case tokens.CreateResult:
		s.Mock = result.Header.Get("Server") == mock
		return s.takeAuthentication(asked, result, result.ExtractTokenID)
	case tokens.GetResult:
		return s.takeAuthentication(asked, result, result.ExtractTokenID)
	default:
		return fmt.Errorf("identity at %s gives no Identity v3 token; auth_url should end in /v3", s.Login.Options.IdentityEndpoint)
	}
}

// tokens is the transport of token requests: not recorded, checked against the documents, and for the identity service only.
func (s *Session) tokens() (http.RoundTripper, error) {
	at, err := url.Parse(s.Login.Options.IdentityEndpoint)
	if err != nil || at.Host == "" {
		return nil, fmt.Errorf("auth_url %q is no URL", s.Redact.URL(s.Login.Options.IdentityEndpoint))
	}
	var way http.RoundTripper = wire.Bounded{Next: s.Bare, Most: wire.TokenLimit}
	if recorder, ok := s.Client.Transport.(*wire.Recorder); ok {
		way = &tokenAnswers{next: way, actor: s.Actor, note: recorder.Withheld}
	}
	return wire.Home{Next: way, At: at}, nil
}

type authResult interface {
	ExtractToken() (*tokens.Token, error)
	ExtractServiceCatalog() (*tokens.ServiceCatalog, error)
	ExtractUser() (*tokens.User, error)
	ExtractRoles() ([]tokens.Role, error)
	ExtractProject() (*tokens.Project, error)
	ExtractInto(any) error
}

var _ gophercloud.AuthResult = tokens.CreateResult{}

func (s *Session) takeAuthentication(asked time.Time, r authResult, id func() (string, error)) error {
	token, err := id()
	if err != nil {
		return fmt.Errorf("identity: %w", err)
	}
	s.Redact.AddSecrets(token)
	info, err := r.ExtractToken()
	if err != nil {
		return fmt.Errorf("identity: unreadable token: %w", err)
	}
	var span struct {
		IssuedAt time.Time      `json:"issued_at"`
		System   map[string]any `json:"system"`
	}
	if err := r.ExtractInto(&span); err != nil {
		return fmt.Errorf("identity: unreadable token: %w", err)
	}
	catalogue, err := r.ExtractServiceCatalog()
	if err != nil {
		return fmt.Errorf("identity: unreadable catalogue: %w", err)
	}
	user, err := r.ExtractUser()
	if err != nil || user == nil {
		return fmt.Errorf("identity: a token without a user: %w", err)
	}
	roles, err := r.ExtractRoles()
	if err != nil {
		return fmt.Errorf("identity: unreadable roles: %w", err)
	}
	project, err := r.ExtractProject()
	if err != nil {
		return fmt.Errorf("identity: unreadable project: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	// The cloud's clock may differ from ours, so only the length of the token's life is taken from it.
	s.token, s.expires = token, asked.Add(info.ExpiresAt.Sub(span.IssuedAt))
	if s.endpoints != nil {
		return nil // a renewed token: user, project and catalogue stay
	}
	s.endpoints = map[openapi.Service]Endpoint{}
	s.catalogue = catalogue.Entries
	s.UserID, s.UserName, s.UserDomainID, s.System = user.ID, user.Name, user.Domain.ID, len(span.System) > 0
	if project != nil {
		s.ProjectID, s.ProjectName = project.ID, project.Name
	}
	for _, role := range roles {
		s.Roles = append(s.Roles, role.Name)
	}
	slices.Sort(s.Roles)
	return nil
}

// Token answers a token that is valid for at least one more exchange, renewing it first when it expires soon.
func (s *Session) Token(ctx context.Context) (string, error) {
	s.mu.Lock()
	token, expires := s.token, s.expires
	s.mu.Unlock()
	if s.Now().Add(margin).Before(expires) {
		return token, nil
	}
	if err := s.Renew(ctx); err != nil {
		return "", err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.token, nil
}

// Renew gets a new token.
func (s *Session) Renew(ctx context.Context) error {
	if err := s.Authenticate(ctx); err != nil {
		return fmt.Errorf("renew the token of %s: %w", s.Actor, err)
	}
	return nil
}

// Expired tells whether the current token has expired.
func (s *Session) Expired() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.Now().Before(s.expires)
}

// Has tells whether the token has a role.
func (s *Session) Has(role string) bool { return slices.Contains(s.Roles, role) }

// Endpoint answers the address of a service for this session, from its own catalogue. The first use by any session of the
// target may request the versions at the service's root.
func (s *Session) Endpoint(ctx context.Context, service openapi.Service) (Endpoint, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e, ok := s.endpoints[service]; ok {
		return e, nil
	}
	found := findEndpoint(s.catalogue, service, s.Login.Region, s.Login.Interface)
	if found == "" {
		return Endpoint{}, s.absent(service)
	}
	e, versioned, err := split(found)
	if err != nil {
		return Endpoint{}, err
	}
	if !versioned && service != openapi.Placement {
		offered, err := s.Roots.ask(service, e.Root, func() ([]Offer, error) {
			return Discover(ctx, s.Client, service, e.Root+"/", s.token)
		})
		if err != nil {
			return Endpoint{}, err
		}
		if o, ok := ChooseOffer(offered, service); ok {
			e = versionedBy(e, o)
		}
	}
	s.endpoints[service] = e
	return e, nil
}

// Offers tells whether the catalogue has the service for this session's region and interface.
func (s *Session) Offers(service openapi.Service) bool {
	return findEndpoint(s.catalogue, service, s.Login.Region, s.Login.Interface) != ""
}

// ListsType tells whether the catalogue has a service of a type that the suite has no documents for.
func (s *Session) ListsType(serviceType string) bool {
	return slices.ContainsFunc(s.catalogue, func(e tokens.CatalogEntry) bool { return e.Type == serviceType && len(e.Endpoints) > 0 })
}

func (s *Session) absent(service openapi.Service) error {
	where := fmt.Sprintf("interface %s", s.Login.Interface)
	if s.Login.Region != "" {
		where += ", region " + s.Login.Region
	}
	sentence := fmt.Errorf("the catalogue of %s at %s offers no %s endpoint (%s)", s.UserName,
		s.Login.Options.IdentityEndpoint, service, where)
	if others := regions(s.catalogue, service); len(others) > 0 {
		sentence = fmt.Errorf("%w; it has %s in %v: set region_name or interface", sentence, service, others)
	}
	if service == openapi.Compute {
		return fmt.Errorf("%w: %w", ErrNoCompute, sentence)
	}
	return sentence
}
