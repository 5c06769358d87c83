package identity

import (
	"slices"

	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/internal/collection"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// roleRequest is the object under "role".
type roleRequest struct {
	Name        string           `json:"name"`
	Description body.Opt[string] `json:"description"`
	DomainID    body.Opt[string] `json:"domain_id"`
}

// roles are global unless a domain is asked for.
var roles = collection.Of[state.Role, roleRequest, pipeline.Nothing]{
	Noun: "role", Plural: "roles", Param: "role_id", Table: state.Roles, Missing: missing, Enclose: enclose, View: viewRole,
	Seen: func(x *pipeline.Exchange, r *state.Role) bool { return r.DomainID == x.Query.Get("domain_id") },
	Filters: map[string]func(*state.Role, string) bool{
		"name": collection.Is(func(r *state.Role) string { return r.Name }),
	},
	Order: rolesByName,
	New: func(x *pipeline.Exchange, r *roleRequest) (*state.Role, *pipeline.Fault) {
		return &state.Role{ID: x.Env.IDs.Hex(), Name: r.Name, Description: r.Description.Or(""), DomainID: r.DomainID.Or("")}, nil
	},
	Unique: roleUnique, Deletes: true, Keep: keepImmutable, With: withRole,
}

var roleOperations = map[string]pipeline.Operation{"role-inferences.list": {Answer: listInferences}}

// immutable are the roles that come with the cloud and cannot be deleted.
var immutable = []string{"admin", "manager", "member", "reader", "service"}

func rolesByName(a, b *state.Role) int { return compare(a.Name, b.Name) }

func roleUnique(x *pipeline.Exchange, r *state.Role) *pipeline.Fault {
	for other := range state.Roles.Each(x.Txn, "name", r.Name) {
		if other.DomainID == r.DomainID {
			return pipeline.Conflict("Conflict occurred attempting to store role - Duplicate entry found with name %s.", r.Name)
		}
	}
	return nil
}

func keepImmutable(_ *pipeline.Exchange, r *state.Role) *pipeline.Fault {
	if slices.Contains(immutable, r.Name) {
		return pipeline.Forbidden("Unable to delete immutable role resource: `%s`. Set resource option \"immutable\" to false first.", r.ID)
	}
	return nil
}

// withRole takes a role away from all who have it.
func withRole(x *pipeline.Exchange, r *state.Role) {
	var gone []string
	for a := range state.Assignments.All(x.Txn) {
		if a.RoleID == r.ID {
			gone = append(gone, a.ID())
		}
	}
	for _, id := range gone {
		state.Assignments.Delete(x.Txn, id)
	}
}

func sortedRoles(x *pipeline.Exchange) []*state.Role {
	found := slices.Collect(state.Roles.All(x.Txn))
	slices.SortStableFunc(found, rolesByName)
	return found
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
