package identity

import (
	"slices"

	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/internal/collection"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

// roleRequest is the object under "role".
type roleRequest struct {
	Name        string           `json:"name"`
	Description body.Opt[string] `json:"description"`
	DomainID    body.Opt[string] `json:"domain_id"`
}

// roles are listed without the roles of domains, unless the query names a domain.
var roles = collection.Of[state.Role, roleRequest, pipeline.Nothing]{
	In: plain, Noun: "role", Plural: "roles", Table: state.Roles, Filters: []string{"name"}, Order: rolesByName,
	Lists: func(x *pipeline.Exchange, r *state.Role) bool { return r.DomainID == x.Query.Get("domain_id") },
	View:  func(x *pipeline.Exchange, r *state.Role) any { return viewRole(x, r) },
	New: func(x *pipeline.Exchange, r *roleRequest) (*state.Role, *pipeline.Fault) {
		return &state.Role{ID: x.Env.IDs.Hex(), Name: r.Name, Description: r.Description.Or(""), DomainID: r.DomainID.Or("")}, nil
	},
	Unique: roleUnique, Deletes: true, With: withRole,
	Keep: []pipeline.StepOf[state.Role]{{Name: "keep an immutable role", Run: keepImmutable}},
}

var roleOperations = map[string]pipeline.Operation{"role-inferences.list": {Answer: listInferences}}

// immutable are the roles that exist from the beginning and cannot be deleted.
var immutable = []string{"admin", "manager", "member", "reader", "service"}

func rolesByName(a, b *state.Role) int { return compare(a.Name, b.Name) }

func roleUnique(x *pipeline.Exchange, r *state.Role) *pipeline.Fault {
	for other := range state.Roles.ByKey(x.Txn, "name", r.Name) {
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

// withRole deletes all assignments of a deleted role.
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

// inference lists the roles that a role implies.
type inference struct {
	Prior   linkedRole   `json:"prior_role"`
	Implies []linkedRole `json:"implies"`
}

type linkedRole struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Links links  `json:"links"`
}

func listInferences(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	link := func(r *state.Role) linkedRole { return linkedRole{r.ID, r.Name, selfLinks(x, "/roles/"+r.ID)} }
	var rules []inference
	for _, r := range sortedRoles(x) {
		rule := inference{Prior: link(r)}
		for _, id := range r.Implies {
			if implied := state.Roles.Get(x.Txn, id); implied != nil {
				rule.Implies = append(rule.Implies, link(implied))
			}
		}
		if len(rule.Implies) > 0 {
			rules = append(rules, rule)
		}
	}
	return pipeline.Answer(200, "role_inferences", rules), nil
}

type roleView struct {
	ID          string  `json:"id"`
	Name        string  `json:"name"`
	DomainID    *string `json:"domain_id"`
	Description *string `json:"description"`
	Options     options `json:"options"`
	Links       links   `json:"links"`
}

func viewRole(x *pipeline.Exchange, r *state.Role) *roleView {
	return &roleView{
		ID: r.ID, Name: r.Name, DomainID: orNull(r.DomainID), Description: orNull(r.Description),
		Options: options{Immutable: slices.Contains(immutable, r.Name)}, Links: selfLinks(x, "/roles/"+r.ID),
	}
}
