package identity

import (
	"slices"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/held"
	"plumbline/internal/mockcloud/identity/credentials"
	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// scope is the scope of a requested token; with nothing set the token is unscoped.
type scope struct {
	project *state.Project
	domain  *state.Domain
	system  bool
	trust   *state.Trust
}

// of is the scope by ids.
func (s scope) of() held.Scope {
	out := held.Scope{System: s.system}
	if s.project != nil {
		out.ProjectID = s.project.ID
	}
	if s.domain != nil {
		out.DomainID = s.domain.ID
	}
	return out
}

// grant creates a token for the requested scope; a user without a role in the scope is refused.
func grant(x *pipeline.Exchange, w *login) *pipeline.Fault {
	if w.parent != nil && w.parent.TrustID != "" {
		return record.Denied("Using trust-scoped token to create another token. Create a new trust-scoped token instead")
	}
	if w.parent != nil && w.parent.AccessID != "" {
		return record.Denied("Using OAuth-scoped token to create another token. Create a new OAuth-scoped token instead")
	}
	if w.parent != nil && w.parent.CredentialID != "" {
		return record.Denied("Using a delegated token to create another token is not allowed.")
	}
	if w.access != nil {
		return grantAccess(x, w)
	}
	wanted, fault := wantedScope(x, w)
	if fault != nil {
		return fault
	}
	if w.credential != nil || w.trust != nil {
		return grantDelegated(x, w, wanted)
	}
	roles := held.Roles(x.Txn, w.user.ID, wanted.of())
	scoped := wanted.project != nil || wanted.domain != nil || wanted.system
	if scoped && len(roles) == 0 {
		return record.Unauthorised(x)
	}
	w.token = newToken(x, w, wanted)
	state.Tokens.Insert(x.Txn, w.token)
	return nil
}

// scopeRequest is auth.scope: the word unscoped, or an object with one of the known keys.
type scopeRequest struct {
	kinds   []string
	Project *namedProject `json:"project"`
	Domain  *nameOrID     `json:"domain"`
	Trust   nameOrID      `json:"OS-TRUST:trust"`
}

// scopeKinds are the known keys of a scope; others do not count.
var scopeKinds = []string{"project", "domain", "unscoped", "system", "OS-TRUST:trust"}

// ReadBody implements body.Reader.
func (s *scopeRequest) ReadBody(v any) {
	if word := body.As[string](v); word != "" {
		s.kinds = []string{word}
		return
	}
	type object scopeRequest
	*s = scopeRequest(body.As[object](v))
	sent := body.As[map[string]any](v)
	s.kinds = slices.DeleteFunc(slices.Clone(scopeKinds), func(kind string) bool { _, is := sent[kind]; return !is })
}

// askedScope is the scope that a request asks for; it is looked up before anything is proven.
func askedScope(x *pipeline.Exchange, given *scopeRequest) (*scope, *pipeline.Fault) {
	if len(given.kinds) == 1 {
		switch given.kinds[0] {
		case "unscoped":
			return &scope{}, nil
		case "system":
			return &scope{system: true}, nil
		case "project":
			return projectScope(x, given.Project)
		case "OS-TRUST:trust":
			return trustScope(x, given.Trust.ID.Or(""))
		case "domain":
			domain, fault := namedDomain(x, given.Domain, "scope")
			if fault == nil && (domain == nil || !domain.Enabled) {
				fault = record.Unauthorised(x)
			}
			return &scope{domain: domain}, fault
		}
	}
	return nil, record.Expecting("system, project, domain, OS-TRUST:trust or unscoped", "scope")
}

// wantedScope is the scope of the request; the default is the user's default project, if the user has a role in it.
func wantedScope(x *pipeline.Exchange, w *login) (scope, *pipeline.Fault) {
	switch {
	case w.credential != nil:
		return credentialScope(x, w)
	case w.wanted == nil:
		return defaultScope(x, w.user), nil
	case w.wanted.trust != nil && w.wanted.trust.TrusteeID != w.user.ID:
		return scope{}, pipeline.Forbidden("You are not authorized to perform the requested action.")
	}
	w.trust = w.wanted.trust
	return *w.wanted, nil
}

func defaultScope(x *pipeline.Exchange, user *state.User) scope {
	project := state.Projects.Get(x.Txn, user.DefaultProjectID)
	if project == nil || !project.Enabled {
		return scope{}
	}
	wanted := scope{project: project}
	if len(held.Roles(x.Txn, user.ID, wanted.of())) == 0 {
		return scope{}
	}
	return wanted
}

func projectScope(x *pipeline.Exchange, given *namedProject) (*scope, *pipeline.Fault) {
	var found *state.Project
	switch id, name := given.ID.Or(""), given.Name.Or(""); {
	case name != "":
		domain, fault := namedDomain(x, given.Domain, "project")
		if fault != nil {
			return nil, fault
		}
		for p := range state.Projects.ByKey(x.Txn, "name", name) {
			if domain != nil && p.DomainID == domain.ID {
				found = p
			}
		}
	case given.ID.Given() || given.Name.Given():
		found = state.Projects.Get(x.Txn, id)
	default:
		return nil, record.Expecting("id or name", "project")
	}
	if !isOpen(x, found) {
		return nil, record.Unauthorised(x)
	}
	return &scope{project: found}, nil
}

// isOpen tells whether tokens can be had for a project: it is enabled, and so is its domain.
func isOpen(x *pipeline.Exchange, p *state.Project) bool {
	if p == nil || !p.Enabled {
		return false
	}
	domain := state.Domains.Get(x.Txn, p.DomainID)
	return domain == nil || domain.Enabled
}

// credentialScope is the project of an application credential: no other can be asked for.
func credentialScope(x *pipeline.Exchange, w *login) (scope, *pipeline.Fault) {
	project := state.Projects.Get(x.Txn, w.credential.ProjectID)
	switch {
	case project == nil:
		return scope{}, record.Unauthorised(x)
	case !project.Enabled:
		return scope{}, pipeline.NotFound("Unable to validate token because project %s is disabled", project.ID)
	case !isOpen(x, project):
		return scope{}, record.Unauthorised(x)
	}
	return scope{project: project}, nil
}

// trustScope is the project of a trust; whether the user is the trustee is asked when it is known who that is.
func trustScope(x *pipeline.Exchange, id string) (*scope, *pipeline.Fault) {
	if id == "" {
		return nil, record.Expecting("trust_id", "trust")
	}
	trust := state.Trusts.Get(x.Txn, id)
	if trust == nil || !credentials.Good(x, trust) {
		return nil, record.Unauthorised(x)
	}
	project := state.Projects.Get(x.Txn, trust.ProjectID)
	if trust.ProjectID != "" && !isOpen(x, project) {
		return nil, record.Unauthorised(x)
	}
	return &scope{project: project, trust: trust}, nil
}

// grantAccess creates a token for the project and with the roles of an access token, whatever scope is asked for.
func grantAccess(x *pipeline.Exchange, w *login) *pipeline.Fault {
	project := state.Projects.Get(x.Txn, w.access.ProjectID)
	if project == nil || !project.Enabled {
		return record.Unauthorised(x)
	}
	w.token = newToken(x, w, scope{project: project})
	w.token.Roles = held.Expand(x.Txn, w.access.Roles)
	w.token.AccessID = w.access.ID
	state.Tokens.Insert(x.Txn, w.token)
	return nil
}

// grantDelegated creates a token of an application credential or a trust, with the roles of those that the user who gave it still has.
func grantDelegated(x *pipeline.Exchange, w *login, wanted scope) *pipeline.Fault {
	giver := w.user.ID
	var given []string
	if w.credential != nil {
		given = w.credential.Roles
	} else {
		giver, given = w.trust.TrustorID, held.Expand(x.Txn, w.trust.Roles)
	}
	var roles []string
	for _, id := range held.Roles(x.Txn, giver, wanted.of()) {
		if slices.Contains(given, id) {
			roles = append(roles, id)
		}
	}
	user := state.Users.Get(x.Txn, giver)
	if len(roles) < len(given) || user == nil || !user.Enabled {
		if w.trust != nil {
			return pipeline.Forbidden("You are not authorized to perform the requested action.")
		}
		return record.Unauthorised(x)
	}
	if w.trust != nil {
		if w.trust.Remaining != nil {
			used := *w.trust
			left := *used.Remaining - 1
			used.Remaining = &left
			state.Trusts.Insert(x.Txn, &used)
		}
		if w.trust.Impersonation {
			w.user = user
		}
	}
	w.token = newToken(x, w, wanted)
	state.Tokens.Insert(x.Txn, w.token)
	return nil
}
