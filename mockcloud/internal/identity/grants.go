package identity

import (
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

// grantOperations are the operations on role assignments: of a user in a project, and of a user in the system.
var grantOperations = map[string]pipeline.Operation{}

func init() {
	for _, resource := range []string{"project-roles", "system-roles"} {
		grantOperations[resource+".list"] = pipeline.Operation{Answer: listGrants}
		grantOperations[resource+".assign"] = pipeline.Operation{
			Steps:  []pipeline.Step{{Name: "assign the role", Run: assign}},
			Answer: answerNoContent,
		}
		grantOperations[resource+".unassign"] = pipeline.Operation{
			Steps:  []pipeline.Step{{Name: "take the role", Run: unassign}},
			Answer: answerNoContent,
		}
		check := pipeline.Operation{
			Steps: []pipeline.Step{
				{Name: "look for the role", Run: func(x *pipeline.Exchange) *pipeline.Fault { _, fault := findGrant(x); return fault }},
			},
			Answer: answerNoContent,
		}
		grantOperations[resource+".check"], grantOperations[resource+".show"] = check, check
	}
}

// readAssignment makes the assignment that the path describes; the role, the user and the project must exist.
func readAssignment(x *pipeline.Exchange) (*state.Assignment, *pipeline.Fault) {
	role, fault := roles.Find(x)
	if fault != nil {
		return nil, fault
	}
	a, fault := findHolder(x)
	if fault != nil {
		return nil, fault
	}
	a.RoleID = role.ID
	return a, nil
}

// findHolder makes the assignment that the path describes, without its role.
func findHolder(x *pipeline.Exchange) (*state.Assignment, *pipeline.Fault) {
	user, fault := users.Find(x)
	if fault != nil {
		return nil, fault
	}
	a := &state.Assignment{UserID: user.ID}
	if x.Params.Get("project_id") == "" {
		a.System = true
		return a, nil
	}
	project, fault := projects.Find(x)
	if fault != nil {
		return nil, fault
	}
	a.ProjectID = project.ID
	return a, nil
}

// findGrant finds the assignment that the path describes.
func findGrant(x *pipeline.Exchange) (*state.Assignment, *pipeline.Fault) {
	a, fault := readAssignment(x)
	if fault != nil {
		return nil, fault
	}
	found := state.Assignments.Get(x.Txn, a.ID())
	if found == nil {
		where := a.ProjectID
		if a.System {
			where = "system"
		}
		return nil, pipeline.NotFound("Could not find role assignment with role: %s, user or group: %s, project, domain, or system: %s.",
			a.RoleID, a.UserID, where)
	}
	return found, nil
}

func assign(x *pipeline.Exchange) *pipeline.Fault {
	a, fault := readAssignment(x)
	if fault != nil {
		return fault
	}
	state.Assignments.Insert(x.Txn, a)
	return nil
}

// unassign deletes an assignment and revokes the user's tokens for its scope, as Keystone does.
func unassign(x *pipeline.Exchange) *pipeline.Fault {
	a, fault := findGrant(x)
	if fault != nil {
		return fault
	}
	state.Assignments.Delete(x.Txn, a.ID())
	revokeOf(x.Txn, a.UserID, func(t *state.Token) bool {
		return a.System && t.System || !a.System && t.ProjectID == a.ProjectID
	})
	return nil
}

func listGrants(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	of, fault := findHolder(x)
	if fault != nil {
		return nil, fault
	}
	var items []any
	for _, r := range sortedRoles(x) {
		a := *of
		a.RoleID = r.ID
		if state.Assignments.Get(x.Txn, a.ID()) != nil {
			items = append(items, viewRole(x, r))
		}
	}
	return plain.AnswerList(x, "roles", items), nil
}
