package identity

import (
	"time"

	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000Z") }

// tokenView is a token in Keystone's form: scoped tokens have roles, project tokens have is_domain.
type tokenView struct {
	Methods  []string          `json:"methods"`
	AuditIDs []string          `json:"audit_ids"`
	Issued   string            `json:"issued_at"`
	Expires  string            `json:"expires_at"`
	User     tokenUser         `json:"user"`
	Project  *actorReference   `json:"project,omitzero"`
	IsDomain *isDomain         `json:"is_domain,omitzero"`
	System   *everything       `json:"system,omitzero"`
	Domain   *reference        `json:"domain,omitzero"`
	Roles    *[]reference      `json:"roles,omitzero"`
	Catalog  *[]catalogService `json:"catalog,omitzero"`
}

type tokenUser struct {
	ID              string     `json:"id"`
	Name            string     `json:"name"`
	Domain          *reference `json:"domain"`
	PasswordExpires *string    `json:"password_expires_at"`
}

// isDomain tells whether a project is a domain; no project of the mock is one.
type isDomain bool

// describe answers a token; with nocatalog in the query the catalogue is left out.
func describe(x *pipeline.Exchange, status int, token *state.Token) *pipeline.Response {
	x.DoNotKeep()
	user := state.Users.Get(x.Txn, token.UserID)
	view := &tokenView{
		Methods: token.Methods, AuditIDs: token.AuditIDs, Issued: stamp(token.Issued), Expires: stamp(token.Expires),
		User: tokenUser{ID: user.ID, Name: user.Name, Domain: domainReference(x, user.DomainID)},
	}
	switch {
	case token.ProjectID != "":
		project := state.Projects.Get(x.Txn, token.ProjectID)
		view.Project = &actorReference{project.ID, project.Name, domainReference(x, project.DomainID)}
		view.IsDomain = new(isDomain)
	case token.System:
		view.System = &everything{true}
	case token.DomainID != "":
		view.Domain = domainReference(x, token.DomainID)
	default:
		return pipeline.Answer(status, "token", view)
	}
	roles := roleReferences(x, token.Roles)
	view.Roles = &roles
	if !x.Request.URL.Query().Has("nocatalog") {
		offered := catalog(x, token.ProjectID)
		view.Catalog = &offered
	}
	return pipeline.Answer(status, "token", view)
}

func domainReference(x *pipeline.Exchange, id string) *reference {
	if d := state.Domains.Get(x.Txn, id); d != nil {
		return &reference{id, d.Name}
	}
	return &reference{id, id}
}

func roleReferences(x *pipeline.Exchange, ids []string) []reference {
	out := []reference{}
	for _, id := range ids {
		if role := state.Roles.Get(x.Txn, id); role != nil {
			out = append(out, reference{role.ID, role.Name})
		}
	}
	return out
}
