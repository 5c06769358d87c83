// Package federation has what the identity service knows of services elsewhere: identity providers with their protocols and mappings, and
// other clouds that take users. Nobody can log in through them.
package federation

import (
	"cmp"
	"iter"
	"slices"

	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// path begins the paths of federation.
const path = "/OS-FEDERATION"

// OperationSets holds the operations on federation.
func OperationSets() []pipeline.OperationSet {
	return []pipeline.OperationSet{
		mappings.Operations(), providers.Operations(), protocolOperations(), serviceProviders.Operations(),
	}
}

// named makes the function that gives a new record the id in the request's path.
func named[T any](param string, id func(*T) *string) func(*pipeline.Exchange, *T) {
	return func(x *pipeline.Exchange, r *T) { *id(r) = x.Params.Get(param) }
}

var mappings = record.Declare(record.Resource[state.FederationMapping]{
	Noun: "mapping", Plural: "mappings", Path: path + "/mappings", Table: state.FederationMappings,
	Order:    func(a, b *state.FederationMapping) int { return cmp.Compare(a.ID, b.ID) },
	Defaults: named("mapping_id", func(m *state.FederationMapping) *string { return &m.ID }),
	Made: func(x *pipeline.Exchange, before, m *state.FederationMapping) *pipeline.Fault {
		if before == nil && state.FederationMappings.Get(x.Txn, m.ID) != nil {
			return record.Taken("mapping", "Duplicate entry")
		}
		return nil
	},
})

// providerLinks are the links of an identity provider.
type providerLinks struct {
	Self      string `json:"self"`
	Protocols string `json:"protocols"`
}

// shownProvider is an identity provider in answers.
type shownProvider struct {
	ID          string        `json:"id"`
	DomainID    *string       `json:"domain_id"`
	Enabled     bool          `json:"enabled"`
	Description *string       `json:"description"`
	RemoteIDs   []string      `json:"remote_ids"`
	TTL         *int          `json:"authorization_ttl"`
	Links       providerLinks `json:"links"`
}

var providers = viewed(record.Declare(record.Resource[state.IdentityProvider]{
	Noun: "identity_provider", Plural: "identity_providers", Path: path + "/identity_providers", Table: state.IdentityProviders,
	Filters:  []string{"id", "enabled"},
	Order:    func(a, b *state.IdentityProvider) int { return cmp.Compare(a.ID, b.ID) },
	Defaults: named("identity_provider_id", func(p *state.IdentityProvider) *string { return &p.ID }),
	Made:     makeProvider,
	With: func(x *pipeline.Exchange, p *state.IdentityProvider) {
		for _, spoken := range state.FederationProtocols.List(x.Txn, "provider", p.ID) {
			state.FederationProtocols.Delete(x.Txn, state.FederationProtocols.ID(spoken))
		}
	},
}), func(x *pipeline.Exchange, p *state.IdentityProvider) any {
	self := x.Base + path + "/identity_providers/" + p.ID
	return &shownProvider{
		p.ID, p.DomainID, p.Enabled, p.Description, append([]string{}, p.RemoteIDs...), p.TTL, providerLinks{self, self + "/protocols"},
	}
})

// viewed is a collection whose records are shown in a form of their own.
func viewed[T any](c *record.Collection[T], view func(*pipeline.Exchange, *T) any) *record.Collection[T] {
	c.View = view
	return c
}

// makeProvider refuses what is taken, and makes a domain for a provider that is to have none.
func makeProvider(x *pipeline.Exchange, before, p *state.IdentityProvider) *pipeline.Fault {
	const noun = "identity_provider"
	if before == nil && state.IdentityProviders.Get(x.Txn, p.ID) != nil {
		return record.Taken(noun, "Duplicate entry: %s", p.ID)
	}
	for other := range state.IdentityProviders.All(x.Txn) {
		for _, id := range p.RemoteIDs {
			if other.ID != p.ID && slices.Contains(other.RemoteIDs, id) {
				return record.Taken(noun, "Duplicate remote ID: %s", id)
			}
		}
	}
	if p.DomainID != nil {
		_, f := record.Domain(x, *p.DomainID)
		return f
	}
	id := x.Env.IDs.Hex()
	state.Domains.Insert(x.Txn, &state.Domain{
		ID: id, Name: id, Description: "Auto generated federated domain for Identity Provider: " + p.ID, Enabled: true,
	})
	p.DomainID = &id
	return nil
}

// protocolLinks are the links of a protocol, which lead to no protocol: the service leaves parts of their paths out.
type protocolLinks struct {
	Self     string `json:"self"`
	Provider string `json:"identity_provider"`
}

// shownProtocol is a protocol in answers, listedProtocol one in a list.
type (
	shownProtocol struct {
		ID        string        `json:"id"`
		MappingID string        `json:"mapping_id"`
		Links     protocolLinks `json:"links"`
	}
	listedProtocol struct {
		shownProtocol
		ProviderID string  `json:"idp_id"`
		Attribute  *string `json:"remote_id_attribute"`
	}
)

var protocols = viewedAlone(viewed(record.Declare(record.Resource[state.FederationProtocol]{
	Noun: "protocol", Plural: "protocols", Table: state.FederationProtocols, Derived: ofProvider,
	Order:    func(a, b *state.FederationProtocol) int { return cmp.Compare(a.ID, b.ID) },
	Defaults: named("protocol_id", func(p *state.FederationProtocol) *string { return &p.ID }),
	Made: func(x *pipeline.Exchange, before, p *state.FederationProtocol) *pipeline.Fault {
		p.ProviderID = x.Params.Get("identity_provider_id")
		if _, f := providers.Get(x, p.ProviderID); f != nil {
			return f
		}
		if before == nil && state.FederationProtocols.Get(x.Txn, state.FederationProtocols.ID(p)) != nil {
			return record.Taken("federation_protocol", "Duplicate entry found with ID %s", p.ID)
		}
		if state.FederationMappings.Get(x.Txn, p.MappingID) == nil {
			return pipeline.BadRequest("Invalid mapping id: %s", p.MappingID)
		}
		return nil
	},
}), func(x *pipeline.Exchange, p *state.FederationProtocol) any {
	return &listedProtocol{showProtocol(x, p), p.ProviderID, p.Attribute}
}), singleProtocol)

// viewedAlone is a collection whose records are shown in another form where one was created or changed.
func viewedAlone[T any](c *record.Collection[T], view func(*pipeline.Exchange, *T) any) *record.Collection[T] {
	c.Created, c.Changed = view, view
	return c
}

func showProtocol(x *pipeline.Exchange, p *state.FederationProtocol) shownProtocol {
	return shownProtocol{p.ID, p.MappingID, protocolLinks{x.Base + "/protocols/" + p.ID, x.Base + "/" + p.ProviderID}}
}

func singleProtocol(x *pipeline.Exchange, p *state.FederationProtocol) any {
	return new(showProtocol(x, p))
}

// ofProvider are the protocols of the identity provider in the path.
func ofProvider(x *pipeline.Exchange) iter.Seq[*state.FederationProtocol] {
	return state.FederationProtocols.ByKey(x.Txn, "provider", x.Params.Get("identity_provider_id"))
}

// protocolOperations names the provider as well where a protocol is not there.
func protocolOperations() pipeline.OperationSet {
	set := protocols.Operations()
	set.Operations["protocols.show"] = pipeline.Operation{Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		p, f := protocols.Find(x)
		if f != nil {
			return nil, f
		}
		return record.Plain.AnswerRecord(x, 200, "protocol", singleProtocol(x, p)), nil
	}}
	for _, verb := range []string{"show", "update", "delete"} {
		op := set.Operations["protocols."+verb]
		op.Policy = protocolThere
		set.Operations["protocols."+verb] = op
	}
	return set
}

func protocolThere(x *pipeline.Exchange) *pipeline.Fault {
	if f := x.Demand(x.Operation.Policy); f != nil {
		return f
	}
	if _, f := protocols.Find(x); f != nil {
		return pipeline.NotFound("Could not find federated protocol %s for Identity Provider: %s.", x.Params.Get("protocol_id"),
			x.Params.Get("identity_provider_id"))
	}
	return nil
}

// relayPrefix is what a service provider's relay state begins with where the request says nothing.
const relayPrefix = "ss:mem:"

var serviceProviders = record.Declare(record.Resource[state.ServiceProvider]{
	Noun: "service_provider", Plural: "service_providers", Path: path + "/service_providers", Table: state.ServiceProviders,
	Filters: []string{"id", "enabled"},
	Order:   func(a, b *state.ServiceProvider) int { return cmp.Compare(a.ID, b.ID) },
	Defaults: func(x *pipeline.Exchange, p *state.ServiceProvider) {
		p.ID, p.RelayPrefix = x.Params.Get("service_provider_id"), relayPrefix
	},
	Made: func(x *pipeline.Exchange, before, p *state.ServiceProvider) *pipeline.Fault {
		if before == nil && state.ServiceProviders.Get(x.Txn, p.ID) != nil {
			return record.Taken("service_provider", "Duplicate entry found with ID %s", p.ID)
		}
		return nil
	},
})

// Offered is a service provider in a token.
type Offered struct {
	AuthURL string `json:"auth_url"`
	ID      string `json:"id"`
	URL     string `json:"sp_url"`
}

// Enabled are the service providers that tokens name, nil for none.
func Enabled(x *pipeline.Exchange) *[]Offered {
	var all []Offered
	for p := range state.ServiceProviders.All(x.Txn) {
		if p.Enabled {
			all = append(all, Offered{p.AuthURL, p.ID, p.URL})
		}
	}
	if all == nil {
		return nil
	}
	slices.SortFunc(all, func(a, b Offered) int { return cmp.Compare(a.ID, b.ID) })
	return &all
}
