package identity

import (
	"time"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000Z") }

// describe answers a token as Keystone shows it; the query key nocatalog leaves the catalogue out.
func describe(x *pipeline.Exchange, status int, token *state.Token) *pipeline.Response {
	x.DoNotKeep()
	user := state.Users.Get(x.Txn, token.UserID)
	view := map[string]any{
		"methods": anys(token.Methods), "audit_ids": anys(token.AuditIDs),
		"issued_at": stamp(token.Issued), "expires_at": stamp(token.Expires),
		"user": map[string]any{
			"id": user.ID, "name": user.Name, "domain": domainReference(x, user.DomainID), "password_expires_at": nil,
		},
	}
	scoped := true
	switch {
	case token.ProjectID != "":
		project := state.Projects.Get(x.Txn, token.ProjectID)
		view["project"] = map[string]any{"id": project.ID, "name": project.Name, "domain": domainReference(x, project.DomainID)}
		view["is_domain"] = false
	case token.System:
		view["system"] = map[string]any{"all": true}
	case token.DomainID != "":
		view["domain"] = domainReference(x, token.DomainID)
	default:
		scoped = false
	}
	if scoped {
		view["roles"] = roleReferences(x, token.Roles)
		if !x.Request.URL.Query().Has("nocatalog") {
			view["catalog"] = catalog(x, token.ProjectID)
		}
	}
	return pipeline.Answer(status, "token", view)
}

func domainReference(x *pipeline.Exchange, id string) map[string]any {
	name := id
	if d := state.Domains.Get(x.Txn, id); d != nil {
		name = d.Name
	}
	return map[string]any{"id": id, "name": name}
}

func roleReferences(x *pipeline.Exchange, ids []string) []any {
	out := []any{}
	for _, id := range ids {
		if role := state.Roles.Get(x.Txn, id); role != nil {
			out = append(out, map[string]any{"id": role.ID, "name": role.Name})
		}
	}
	return out
}

func anys(in []string) []any {
	out := make([]any, len(in))
	for i, s := range in {
		out[i] = s
	}
	return out
}
