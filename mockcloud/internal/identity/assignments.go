package identity

import (
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

var assignmentOperations = map[string]pipeline.Operation{
	"role-assignments.list": {Answer: listAssignments},
}

// listAssignments lists role assignments. With effective in the query, implied roles are listed too, each with a link to the role
// that implies it.
func listAssignments(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	_, effective := x.Query["effective"]
	var items []any
	for a := range state.Assignments.All(x.Txn) {
		if a.DomainID != "" || !matches(x, "user.id", a.UserID) || !matches(x, "scope.project.id", a.ProjectID) ||
			x.Query.Has("scope.system") && !a.System {
			continue
		}
		roles := []string{a.RoleID}
		if effective {
			roles = expand(x.Txn, roles)
		}
		for _, role := range roles {
			if matches(x, "role.id", role) {
				items = append(items, viewAssignment(x, a, role))
			}
		}
	}
	return plain.AnswerList(x, "role_assignments", items), nil
}

// assignmentView is a role assignment. With include_names in the query it has names in addition to ids.
type assignmentView struct {
	Links assignmentLinks `json:"links"`
	Scope assignmentScope `json:"scope"`
	User  actorReference  `json:"user"`
	Role  reference       `json:"role"`
}

type assignmentLinks struct {
	Assignment string `json:"assignment"`
	Prior      string `json:"prior_role,omitzero"`
}

type assignmentScope struct {
	System  *everything     `json:"system,omitzero"`
	Project *actorReference `json:"project,omitzero"`
}

// everything is the scope of the whole system.
type everything struct {
	All bool `json:"all"`
}

// actorReference refers to a record that belongs to a domain.
type actorReference struct {
	ID     string     `json:"id"`
	Name   string     `json:"name,omitzero"`
	Domain *reference `json:"domain,omitzero"`
}

func viewAssignment(x *pipeline.Exchange, a *state.Assignment, role string) *assignmentView {
	v := &assignmentView{User: actorReference{ID: a.UserID}, Role: reference{ID: role}}
	if a.System {
		v.Links.Assignment = x.Base + "/system/users/" + a.UserID + "/roles/" + a.RoleID
		v.Scope.System = &everything{true}
	} else {
		v.Links.Assignment = x.Base + "/projects/" + a.ProjectID + "/users/" + a.UserID + "/roles/" + a.RoleID
		v.Scope.Project = &actorReference{ID: a.ProjectID}
	}
	if role != a.RoleID {
		v.Links.Prior = x.Base + "/prior_role/" + a.RoleID + "/implies/" + role
	}
	if _, named := x.Query["include_names"]; !named {
		return v
	}
	if u := state.Users.Get(x.Txn, a.UserID); u != nil {
		v.User.Name, v.User.Domain = u.Name, domainReference(x, u.DomainID)
	}
	if r := state.Roles.Get(x.Txn, role); r != nil {
		v.Role.Name = r.Name
	}
	if p := state.Projects.Get(x.Txn, a.ProjectID); p != nil {
		v.Scope.Project = &actorReference{p.ID, p.Name, domainReference(x, p.DomainID)}
	}
	return v
}
