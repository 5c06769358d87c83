package identity

import (
	"plumbline/internal/mockcloud/held"
	"plumbline/internal/mockcloud/identity/catalog"
	"plumbline/internal/mockcloud/identity/credentials"
	"plumbline/internal/mockcloud/identity/federation"
	"plumbline/internal/mockcloud/identity/oauth"
	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// tokenView is a token in Keystone's form: scoped tokens have roles, project tokens have is_domain.
type tokenView struct {
	Methods    []string                  `json:"methods"`
	AuditIDs   []string                  `json:"audit_ids"`
	Issued     string                    `json:"issued_at"`
	Expires    string                    `json:"expires_at"`
	User       tokenUser                 `json:"user"`
	Project    *record.ActorReference    `json:"project,omitzero"`
	IsDomain   *isDomain                 `json:"is_domain,omitzero"`
	System     *record.Everything        `json:"system,omitzero"`
	Domain     *record.Reference         `json:"domain,omitzero"`
	Credential *credentials.Summary      `json:"application_credential,omitzero"`
	Trust      *credentials.TrustSummary `json:"OS-TRUST:trust,omitzero"`
	Access     *oauth.Summary            `json:"OS-OAUTH1,omitzero"`
	Catalog    *[]catalog.Service        `json:"catalog,omitzero"`
	Providers  *[]federation.Offered     `json:"service_providers,omitzero"`
}

type tokenUser struct {
	ID              string            `json:"id"`
	Name            string            `json:"name"`
	Domain          *record.Reference `json:"domain"`
	PasswordExpires *string           `json:"password_expires_at"`
}

// isDomain tells whether a project is a domain; no project of the mock is one.
type isDomain bool

// scopedToken is a token with roles.
type scopedToken struct {
	tokenView
	Roles []record.Reference `json:"roles"`
}

// trustToken is the token of a trust: it has whole roles, and does not tell whether its project is a domain.
type trustToken struct {
	tokenView
	Roles []credentials.RoleSummary `json:"roles"`
}

// describe answers a token; with nocatalog in the query the catalogue is left out.
func describe(x *pipeline.Exchange, status int, token *state.Token) *pipeline.Response {
	x.DoNotKeep()
	user := state.Users.Get(x.Txn, token.UserID)
	view := &tokenView{
		Methods: token.Methods, AuditIDs: token.AuditIDs, Issued: record.Stamp(token.Issued), Expires: record.Stamp(token.Expires),
		User: tokenUser{ID: user.ID, Name: user.Name, Domain: record.DomainReference(x, user.DomainID)},
	}
	switch {
	case token.ProjectID != "":
		project := state.Projects.Get(x.Txn, token.ProjectID)
		view.Project = &record.ActorReference{ID: project.ID, Name: project.Name, Domain: record.DomainReference(x, project.DomainID)}
		view.IsDomain = new(isDomain)
	case token.System:
		view.System = &record.Everything{All: true}
	case token.DomainID != "":
		view.Domain = record.DomainReference(x, token.DomainID)
	default:
		return pipeline.Answer(status, "token", view)
	}
	roles, _ := held.OfToken(x.Txn, token)
	view.Credential, view.Trust = credentials.Summarise(x, token), credentials.SummariseTrust(x, token)
	view.Access = oauth.Summarise(x, token)
	view.Providers = federation.Enabled(x)
	if !x.Request.URL.Query().Has("nocatalog") {
		offered := catalog.Of(x, token.ProjectID)
		view.Catalog = &offered
	}
	if view.Trust != nil && view.Project != nil {
		view.IsDomain = nil
		return pipeline.Answer(status, "token", &trustToken{*view, credentials.SummariseRoles(x, roles)})
	}
	return pipeline.Answer(status, "token", &scopedToken{*view, record.RoleReferences(x, roles)})
}
