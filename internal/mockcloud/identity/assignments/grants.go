package assignments

import (
	"slices"
	"strings"

	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// grants are the resources of role assignments.
var grants = []string{
	"project-roles", "project-group-roles", "domain-roles", "domain-group-roles", "system-roles", "system-group-roles",
	"inherited-project-roles", "inherited-project-group-roles", "inherited-domain-roles", "inherited-domain-group-roles",
}

// grantOperations are the operations on role assignments, by who has the role and where: those of "project-roles" are about a user in a
// project.
func grantOperations() map[string]pipeline.Operation {
	all := map[string]pipeline.Operation{}
	for _, resource := range grants {
		all[resource+".assign"] = record.Does("assign the role", assign)
		all[resource+".unassign"] = record.Does("take the role", unassign)
		check := record.Does("look for the role", func(x *pipeline.Exchange) *pipeline.Fault { _, f := findGrant(x); return f })
		all[resource+".check"], all[resource+".show"] = check, check
		if !strings.HasPrefix(resource, "inherited-project") {
			all[resource+".list"] = pipeline.Operation{Answer: listGrants}
		}
	}
	return all
}

// Known refuses a grant of, to or in what is unknown, before policy is asked; nil for operations on anything else. Inherited grants are
// looked up after policy, and so is who loses a role.
func Known(x *pipeline.Exchange) *pipeline.Fault {
	resource, verb, _ := strings.Cut(x.Operation.ID, ".")
	if !slices.Contains(grants, resource) || strings.HasPrefix(resource, "inherited-") {
		return nil
	}
	for _, part := range partsOfGrants {
		id := x.Params.Get(part.param)
		if id == "" || part.holder && verb == "unassign" {
			continue
		}
		if f := part.find(x, id); f != nil {
			return f
		}
	}
	return nil
}

// partsOfGrants are the parts of a path of a grant, in the order in which they are looked up.
var partsOfGrants = []struct {
	param  string
	find   func(x *pipeline.Exchange, id string) *pipeline.Fault
	holder bool
}{
	{param: "domain_id", find: found(record.Domain)},
	{param: "role_id", find: found(record.Role)},
	{param: "user_id", find: found(record.User), holder: true},
	{param: "group_id", find: found(record.Group), holder: true},
	{param: "project_id", find: found(record.Project)},
}

func found[T any](find func(*pipeline.Exchange, string) (*T, *pipeline.Fault)) func(*pipeline.Exchange, string) *pipeline.Fault {
	return func(x *pipeline.Exchange, id string) *pipeline.Fault {
		_, f := find(x, id)
		return f
	}
}

// readAssignment makes the assignment that the path describes; the role, the actor and the place must exist.
func readAssignment(x *pipeline.Exchange) (*state.Assignment, *pipeline.Fault) {
	role, f := record.Role(x, x.Params.Get("role_id"))
	if f != nil {
		return nil, f
	}
	a, f := findHolder(x)
	if f != nil {
		return nil, f
	}
	a.RoleID = role.ID
	return a, nil
}

// findHolder makes the assignment that the path describes, without its role.
func findHolder(x *pipeline.Exchange) (*state.Assignment, *pipeline.Fault) {
	a := &state.Assignment{Inherited: strings.HasPrefix(x.Operation.ID, "inherited-")}
	if id := x.Params.Get("group_id"); id != "" {
		group, f := record.Group(x, id)
		if f != nil {
			return nil, f
		}
		a.GroupID = group.ID
	} else {
		user, f := record.User(x, x.Params.Get("user_id"))
		if f != nil {
			return nil, f
		}
		a.UserID = user.ID
	}
	if id := x.Params.Get("project_id"); id != "" {
		project, f := record.Project(x, id)
		if f != nil {
			return nil, f
		}
		a.ProjectID = project.ID
		return a, nil
	}
	if id := x.Params.Get("domain_id"); id != "" {
		domain, f := record.Domain(x, id)
		if f != nil {
			return nil, f
		}
		a.DomainID = domain.ID
		return a, nil
	}
	a.System = true
	return a, nil
}

// findGrant finds the assignment that the path describes.
func findGrant(x *pipeline.Exchange) (*state.Assignment, *pipeline.Fault) {
	a, f := readAssignment(x)
	if f != nil {
		return nil, f
	}
	found := state.Assignments.Get(x.Txn, a.ID())
	if found == nil {
		where := a.ProjectID + a.DomainID
		if a.System {
			where = "system"
		}
		return nil, pipeline.NotFound("Could not find role assignment with role: %s, user or group: %s, project, domain, or system: %s.",
			a.RoleID, a.Actor(), where)
	}
	return found, nil
}

// assign gives a role, that of a domain in another domain, too: 2025.1 answers 204, and refuses it for a project of another domain.
func assign(x *pipeline.Exchange) *pipeline.Fault {
	a, f := readAssignment(x)
	if f != nil {
		return f
	}
	role, project := state.Roles.Get(x.Txn, a.RoleID), state.Projects.Get(x.Txn, a.ProjectID)
	if role != nil && project != nil && role.DomainID != "" && role.DomainID != project.DomainID {
		return pipeline.Forbidden("Project %s must be in the same domain as the role %s being assigned.", project.ID, role.ID)
	}
	state.Assignments.Insert(x.Txn, a)
	return nil
}

// unassign deletes an assignment. Tokens stay, without the role.
func unassign(x *pipeline.Exchange) *pipeline.Fault {
	a, f := findGrant(x)
	if f != nil {
		return f
	}
	state.Assignments.Delete(x.Txn, a.ID())
	return nil
}

func listGrants(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	if id := x.Params.Get("domain_id"); id != "" {
		if _, f := record.Domain(x, id); f != nil {
			return nil, f
		}
	}
	of, f := findHolder(x)
	if f != nil {
		return nil, f
	}
	var items []any
	for _, r := range sortedRoles(x) {
		a := *of
		a.RoleID = r.ID
		if state.Assignments.Get(x.Txn, a.ID()) != nil {
			items = append(items, viewRole(x, r))
		}
	}
	return record.Plain.AnswerList(x, "roles", items), nil
}
