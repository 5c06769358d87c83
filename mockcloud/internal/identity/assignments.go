package identity

import (
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

var assignmentOperations = map[string]pipeline.Operation{
	"role-assignments.list": {Answer: listAssignments},
}

// listAssignments lists who has which role where. With effective the implied roles are listed too,
// each with a link to the role it comes from.
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
	return enclose(x, "role_assignments", items)
}

func viewAssignment(x *pipeline.Exchange, a *state.Assignment, role string) map[string]any {
	_, names := x.Query["include_names"]
	links := map[string]any{}
	scope := map[string]any{}
	if a.System {
		links["assignment"] = x.Base + "/system/users/" + a.UserID + "/roles/" + a.RoleID
		scope["system"] = map[string]any{"all": true}
	} else {
		links["assignment"] = x.Base + "/projects/" + a.ProjectID + "/users/" + a.UserID + "/roles/" + a.RoleID
		scope["project"] = map[string]any{"id": a.ProjectID}
	}
	if role != a.RoleID {
		links["prior_role"] = x.Base + "/prior_role/" + a.RoleID + "/implies/" + role
	}
	user, ofRole := map[string]any{"id": a.UserID}, map[string]any{"id": role}
	if names {
		if u := state.Users.Get(x.Txn, a.UserID); u != nil {
			user["name"], user["domain"] = u.Name, domainReference(x, u.DomainID)
		}
		if r := state.Roles.Get(x.Txn, role); r != nil {
			ofRole["name"] = r.Name
		}
		if p := state.Projects.Get(x.Txn, a.ProjectID); p != nil {
			scope["project"] = map[string]any{"id": p.ID, "name": p.Name, "domain": domainReference(x, p.DomainID)}
		}
	}
	return map[string]any{"links": links, "scope": scope, "user": user, "role": ofRole}
}
