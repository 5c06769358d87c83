package state

import (
	"time"

	"plumbline/internal/mockcloud/state/engine"
)

// OAuthConsumer is a program that asks for access in the name of users (OAuth 1.0a).
type OAuthConsumer struct {
	Entity
	Description *string `key:"description"`
	Extra       Extra   `key:"*"`
	// Secret signs its requests; only the answer to its creation tells it.
	Secret string
}

// OAuthConsumers are all consumers.
var OAuthConsumers = engine.Register(engine.Table[OAuthConsumer]{
	Name: "oauth-consumers",
	ID:   func(c *OAuthConsumer) string { return c.ID },
})

// OAuthToken is access to a project that a consumer asks for: a request token until a user has authorised it and the consumer has fetched
// the access token.
type OAuthToken struct {
	ID, Secret, ConsumerID, ProjectID string
	Expires                           time.Time
	// UserID is who has authorised it, Roles are the ids of the roles, Verifier is what the consumer learns from the user; "" before.
	UserID, Verifier string
	Roles            []string
}

// Tables of tokens: those that were asked for, and those that give access.
var (
	OAuthRequests = engine.Register(engine.Table[OAuthToken]{
		Name: "oauth-requests", ID: func(t *OAuthToken) string { return t.ID },
	})
	OAuthTokens = engine.Register(engine.Table[OAuthToken]{
		Name: "oauth-tokens", ID: func(t *OAuthToken) string { return t.ID },
		Indexes: []engine.Index[OAuthToken]{{Name: "user", Of: func(t *OAuthToken) []string { return []string{t.UserID} }}},
	})
)

// Texts are texts that a request can set to null, which stands for none.
type Texts []string

// ReadBody implements body.Reader.
func (t *Texts) ReadBody(v any) {
	*t = nil
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			switch item := item.(type) {
			case string:
				*t = append(*t, item)
			}
		}
	}
}

// IdentityProvider is a service elsewhere that knows who users are. RemoteIDs are what it calls itself, TTL is how long its users stay
// in groups (minutes), nil for as long as the cloud says.
type IdentityProvider struct {
	Entity
	DomainID    *string `key:"domain_id"`
	Enabled     bool    `key:"enabled"`
	Description *string `key:"description"`
	RemoteIDs   Texts   `key:"remote_ids"`
	TTL         *int    `key:"authorization_ttl"`
}

// IdentityProviders are all identity providers.
var IdentityProviders = engine.Register(engine.Table[IdentityProvider]{
	Name: "identity-providers",
	ID:   func(p *IdentityProvider) string { return p.ID },
})

// FederationMapping are the rules that make users of what identity providers say.
type FederationMapping struct {
	Entity
	Rules []Extra `key:"rules"`
}

// FederationMappings are all mappings.
var FederationMappings = engine.Register(engine.Table[FederationMapping]{
	Name: "federation-mappings",
	ID:   func(m *FederationMapping) string { return m.ID },
})

// FederationProtocol is a protocol that an identity provider speaks, and the mapping for it.
type FederationProtocol struct {
	Entity
	ProviderID string
	MappingID  string  `key:"mapping_id"`
	Attribute  *string `key:"remote_id_attribute"`
}

// FederationProtocols are the protocols of all identity providers.
var FederationProtocols = engine.Register(engine.Table[FederationProtocol]{
	Name: "federation-protocols",
	ID:   func(p *FederationProtocol) string { return p.ProviderID + "/" + p.ID },
	Indexes: []engine.Index[FederationProtocol]{
		{Name: "provider", Of: func(p *FederationProtocol) []string { return []string{p.ProviderID} }},
	},
})

// ServiceProvider is another cloud that takes users of this one.
type ServiceProvider struct {
	Entity
	AuthURL     string  `key:"auth_url"`
	URL         string  `key:"sp_url"`
	Enabled     bool    `key:"enabled"`
	Description *string `key:"description"`
	RelayPrefix string  `key:"relay_state_prefix"`
}

// ServiceProviders are all service providers.
var ServiceProviders = engine.Register(engine.Table[ServiceProvider]{
	Name: "service-providers",
	ID:   func(p *ServiceProvider) string { return p.ID },
})
