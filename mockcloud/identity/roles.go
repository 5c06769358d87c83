package identity

import (
	"slices"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

var roleOperations = map[string]pipeline.Operation{
	"roles.list": {Answer: listRoles},
	"roles.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		role, fault := roleOf(x)
		if fault != nil {
			return nil, fault
		}
		return pipeline.Answer(200, "role", viewRole(x, role)), nil
	}},
	"roles.create": {
		Steps: []pipeline.Step{{Name: "create the role", Run: createRole}},
		Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(201, "role", viewRole(x, pipeline.Work[state.Role](x))), nil
		},
	},
	"roles.delete": {
		Steps:  []pipeline.Step{{Name: "delete the role", Run: deleteRole}},
		Answer: done,
	},
	"role-inferences.list": {Answer: listInferences},
}

// immutable are the roles that come with the cloud and cannot be deleted.
var immutable = []string{"admin", "manager", "member", "reader", "service"}

func roleOf(x *pipeline.Exchange) (*state.Role, *pipeline.Fault) {
	id := x.Params.Get("role_id")
	role := state.Roles.Get(x.Txn, id)
	if role == nil {
		return nil, missing("role", id)
	}
	return role, nil
}

func createRole(x *pipeline.Exchange) *pipeline.Fault {
	body := x.Inner("role")
	role := pipeline.Work[state.Role](x)
	*role = state.Role{ID: x.Env.IDs.Hex()}
	role.Name, _ = text(body, "name")
	role.Description, _ = text(body, "description")
	role.DomainID, _ = text(body, "domain_id")
	for other := range state.Roles.Each(x.Txn, "name", role.Name) {
		if other.DomainID == role.DomainID {
			return pipeline.Conflict("Conflict occurred attempting to store role - Duplicate entry found with name %s.", role.Name)
		}
	}
	state.Roles.Insert(x.Txn, role)
	return nil
}

func deleteRole(x *pipeline.Exchange) *pipeline.Fault {
	role, fault := roleOf(x)
	if fault != nil {
		return fault
	}
	if slices.Contains(immutable, role.Name) {
		return pipeline.Forbidden("Unable to delete immutable role resource: `%s`. Set resource option \"immutable\" to false first.", role.ID)
	}
	var gone []string
	for a := range state.Assignments.All(x.Txn) {
		if a.RoleID == role.ID {
			gone = append(gone, a.ID())
		}
	}
	for _, id := range gone {
		state.Assignments.Delete(x.Txn, id)
	}
	state.Roles.Delete(x.Txn, role.ID)
	return nil
}

func sortedRoles(x *pipeline.Exchange) []*state.Role {
	found := slices.Collect(state.Roles.All(x.Txn))
	slices.SortStableFunc(found, func(a, b *state.Role) int { return compare(a.Name, b.Name) })
	return found
}

// listRoles lists global roles unless a domain is asked for.
func listRoles(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	var items []any
	for _, r := range sortedRoles(x) {
		if matches(x, "name", r.Name) && r.DomainID == x.Query.Get("domain_id") {
			items = append(items, viewRole(x, r))
		}
	}
	return collection(x, "roles", items)
}

func listInferences(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	link := func(r *state.Role) map[string]any {
		return map[string]any{"id": r.ID, "name": r.Name, "links": self(x, "/roles/"+r.ID)}
	}
	rules := []any{}
	for _, r := range sortedRoles(x) {
		implies := []any{}
		for _, id := range r.Implies {
			if implied := state.Roles.Get(x.Txn, id); implied != nil {
				implies = append(implies, link(implied))
			}
		}
		if len(implies) > 0 {
			rules = append(rules, map[string]any{"prior_role": link(r), "implies": implies})
		}
	}
	return pipeline.Answer(200, "role_inferences", rules), nil
}

func viewRole(x *pipeline.Exchange, r *state.Role) map[string]any {
	options := map[string]any{}
	if slices.Contains(immutable, r.Name) {
		options["immutable"] = true
	}
	return map[string]any{
		"id": r.ID, "name": r.Name, "domain_id": orNull(r.DomainID), "description": orNull(r.Description),
		"options": options, "links": self(x, "/roles/"+r.ID),
	}
}
