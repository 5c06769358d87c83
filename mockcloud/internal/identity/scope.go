package identity

import (
	"maps"
	"slices"

	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

// scope is the scope of a requested token; with nothing set the token is unscoped.
type scope struct {
	project *state.Project
	domain  *state.Domain
	system  bool
}

// grant creates a token for the requested scope; a user without a role in the scope is refused.
func grant(x *pipeline.Exchange, w *login) *pipeline.Fault {
	wanted, fault := wantedScope(x, w)
	if fault != nil {
		return fault
	}
	roles := rolesIn(x, w.user.ID, wanted)
	scoped := wanted.project != nil || wanted.domain != nil || wanted.system
	if scoped && len(roles) == 0 {
		return unauthorised(x)
	}
	w.token = newToken(x, w, wanted, roles)
	state.Tokens.Insert(x.Txn, w.token)
	return nil
}

// scopeRequest is auth.scope: the word unscoped, or an object with one key.
type scopeRequest struct {
	kinds   []string
	Project namedProject `json:"project"`
	Domain  nameOrID     `json:"domain"`
}

// ReadBody implements body.Reader.
func (s *scopeRequest) ReadBody(v any) {
	if v == "unscoped" {
		s.kinds = []string{"unscoped"}
		return
	}
	type object scopeRequest
	*s = scopeRequest(body.As[object](v))
	s.kinds = slices.Collect(maps.Keys(body.As[map[string]any](v)))
}

// wantedScope reads auth.scope; the default is the user's default project, if the user has a role in it.
func wantedScope(x *pipeline.Exchange, w *login) (scope, *pipeline.Fault) {
	given := w.Request.Scope
	if given == nil {
		return defaultScope(x, w.user), nil
	}
	if len(given.kinds) != 1 {
		return scope{}, expectationFault("system, project, domain, OS-TRUST:trust or unscoped", "scope")
	}
	switch given.kinds[0] {
	case "unscoped":
		return scope{}, nil
	case "system":
		return scope{system: true}, nil
	case "project":
		return projectScope(x, given.Project)
	case "domain":
		domain, fault := namedDomain(x, &given.Domain, "scope")
		if fault == nil && (domain == nil || !domain.Enabled) {
			fault = unauthorised(x)
		}
		return scope{domain: domain}, fault
	}
	return scope{}, expectationFault("system, project, domain, OS-TRUST:trust or unscoped", "scope")
}

func defaultScope(x *pipeline.Exchange, user *state.User) scope {
	project := state.Projects.Get(x.Txn, user.DefaultProjectID)
	if project == nil || !project.Enabled {
		return scope{}
	}
	wanted := scope{project: project}
	if len(rolesIn(x, user.ID, wanted)) == 0 {
		return scope{}
	}
	return wanted
}

func projectScope(x *pipeline.Exchange, given namedProject) (scope, *pipeline.Fault) {
	var found *state.Project
	if id, ok := given.ID.Get(); ok {
		found = state.Projects.Get(x.Txn, id)
	} else if name, ok := given.Name.Get(); ok {
		domain, fault := namedDomain(x, given.Domain, "project")
		if fault != nil {
			return scope{}, fault
		}
		for p := range state.Projects.ByKey(x.Txn, "name", name) {
			if domain != nil && p.DomainID == domain.ID {
				found = p
			}
		}
	} else {
		return scope{}, expectationFault("id or name", "project")
	}
	if found == nil || !found.Enabled {
		return scope{}, unauthorised(x)
	}
	return scope{project: found}, nil
}

// rolesIn lists the ids of a user's roles in a scope, implied ones included, sorted by the roles' names.
func rolesIn(x *pipeline.Exchange, userID string, s scope) []string {
	var ids []string
	for a := range state.Assignments.ByKey(x.Txn, "user", userID) {
		if s.project != nil && a.ProjectID == s.project.ID || s.domain != nil && a.DomainID == s.domain.ID || s.system && a.System {
			ids = append(ids, a.RoleID)
		}
	}
	return expand(x.Txn, ids)
}

// expand adds the roles that are implied, directly or not, and sorts by name.
func expand(txn *state.Txn, ids []string) []string {
	for i := 0; i < len(ids); i++ {
		role := state.Roles.Get(txn, ids[i])
		if role == nil {
			continue
		}
		for _, implied := range role.Implies {
			if !slices.Contains(ids, implied) {
				ids = append(ids, implied)
			}
		}
	}
	slices.SortFunc(ids, func(a, b string) int {
		ra, rb := state.Roles.Get(txn, a), state.Roles.Get(txn, b)
		if ra == nil || rb == nil || ra.Name == rb.Name {
			return compare(a, b)
		}
		return compare(ra.Name, rb.Name)
	})
	return slices.Compact(ids)
}
