package target

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/gophercloud/gophercloud/v2"
	"github.com/gophercloud/gophercloud/v2/openstack/config"
	"github.com/gophercloud/gophercloud/v2/openstack/identity/v3/tokens"

	"plumbline/openapi"
	"plumbline/reports/redact"
	"plumbline/steps/wire"
)

// margin is how long before its end a token counts as used up: long enough for one exchange.
const margin = 90 * time.Second

// Session is one user with a token. It is safe for concurrent use.
type Session struct {
	// Actor is the persona it plays.
	Actor                  string
	UserID, UserName       string
	UserDomainID           string
	ProjectID, ProjectName string
	Roles                  []string
	System                 bool
	// Client sends and records; redirects are not followed.
	Client *http.Client

	login     Login
	bare      http.RoundTripper
	redact    *redact.Redactor
	now       func() time.Time
	sleep     func(context.Context, time.Duration) error
	catalogue []tokens.CatalogEntry

	mu        sync.Mutex
	token     string
	expires   time.Time
	endpoints map[openapi.Service]Endpoint
}

// authenticate gets a token and what comes with it. Token requests are not recorded unless the answer leaves its
// document: nothing in them is evidence, all of it is secret.
func (s *Session) authenticate(ctx context.Context) error {
	s.redact.Secret(s.login.Options.Password, s.login.Options.ApplicationCredentialSecret, s.login.Options.TokenID)
	asked := s.now()
	provider, err := config.NewProviderClient(ctx, s.login.Options, config.WithHTTPClient(http.Client{Transport: s.tokens(), Timeout: 2 * time.Minute}))
	if err != nil {
		return explain("identity", s.login.Options.IdentityEndpoint, err)
	}
	switch result := provider.GetAuthResult().(type) {
	case tokens.CreateResult:
		return s.take(asked, result, result.ExtractTokenID)
	case tokens.GetResult:
		return s.take(asked, result, result.ExtractTokenID)
	default:
		return fmt.Errorf("identity at %s gives no Identity v3 token; auth_url should end in /v3", s.login.Options.IdentityEndpoint)
	}
}

// tokens is the way of token requests: past the recorder, but not past the documents.
func (s *Session) tokens() http.RoundTripper {
	recorder, ok := s.Client.Transport.(*wire.Recorder)
	if !ok {
		return s.bare
	}
	return &tokenAnswers{next: s.bare, actor: s.Actor, note: recorder.Withheld}
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

func (s *Session) take(asked time.Time, r authResult, id func() (string, error)) error {
	token, err := id()
	if err != nil {
		return fmt.Errorf("identity: %w", err)
	}
	s.redact.Secret(token)
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
	// The clouds' clock may differ from ours: only the span is theirs.
	s.token, s.expires = token, asked.Add(info.ExpiresAt.Sub(span.IssuedAt))
	if s.endpoints != nil {
		return nil // renewed: who and where stay
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

// Token answers a token that will outlive one exchange, renewing it first when it is near its end.
func (s *Session) Token(ctx context.Context) (string, error) {
	s.mu.Lock()
	token, expires := s.token, s.expires
	s.mu.Unlock()
	if s.now().Add(margin).Before(expires) {
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
	if err := s.authenticate(ctx); err != nil {
		return fmt.Errorf("renew the token of %s: %w", s.Actor, err)
	}
	return nil
}

// Expired tells whether the current token's time is over.
func (s *Session) Expired() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.now().Before(s.expires)
}

// Has tells whether the token carries a role.
func (s *Session) Has(role string) bool { return slices.Contains(s.Roles, role) }

// Endpoint answers where a service is for this session: from its own catalogue, never assembled. The
// first use may ask the service's root for its versions.
func (s *Session) Endpoint(ctx context.Context, service openapi.Service) (Endpoint, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e, ok := s.endpoints[service]; ok {
		return e, nil
	}
	found := pick(s.catalogue, service, s.login.Region, s.login.Interface)
	if found == "" {
		return Endpoint{}, s.absent(service)
	}
	e, versioned, err := split(found)
	if err != nil {
		return Endpoint{}, err
	}
	if !versioned && service != openapi.Placement {
		offered, err := discover(ctx, s.Client, service, e.Root+"/", s.token)
		if err != nil {
			return Endpoint{}, err
		}
		if o, ok := choose(offered, service); ok {
			e = versionedBy(e, o)
		}
	}
	s.endpoints[service] = e
	return e, nil
}

// Offers tells whether the catalogue has the service for this session's region and interface.
func (s *Session) Offers(service openapi.Service) bool {
	return pick(s.catalogue, service, s.login.Region, s.login.Interface) != ""
}

// has tells whether the catalogue has a service of a type that the suite has no documents of.
func (s *Session) has(serviceType string) bool {
	return slices.ContainsFunc(s.catalogue, func(e tokens.CatalogEntry) bool { return e.Type == serviceType && len(e.Endpoints) > 0 })
}

func (s *Session) absent(service openapi.Service) error {
	where := fmt.Sprintf("interface %s", s.login.Interface)
	if s.login.Region != "" {
		where += ", region " + s.login.Region
	}
	sentence := fmt.Errorf("the catalogue of %s at %s offers no %s endpoint (%s)", s.UserName, s.login.Options.IdentityEndpoint, service, where)
	if others := regions(s.catalogue, service); len(others) > 0 {
		sentence = fmt.Errorf("%w; it has %s in %v: set region_name or interface", sentence, service, others)
	}
	if service == openapi.Compute {
		return fmt.Errorf("%w: %w", ErrNoCompute, sentence)
	}
	return sentence
}
