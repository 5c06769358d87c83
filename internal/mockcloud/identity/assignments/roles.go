// Package assignments has the roles of the identity service: what they imply, and who has them where.
package assignments

import (
	"slices"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/collection"
	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// OperationSets holds the operations on roles and their assignments.
func OperationSets() []pipeline.OperationSet {
	return []pipeline.OperationSet{
		roles.Operations(), {Operations: inferenceOperations}, {Operations: grantOperations()}, {Operations: assignmentOperations},
	}
}

// roleRequest is the object under "role".
type roleRequest struct {
	Name        body.Opt[string]      `json:"name"`
	Description body.Opt[string]      `json:"description"`
	DomainID    body.Opt[string]      `json:"domain_id"`
	Options     record.OptionsRequest `json:"options"`
	More        record.Further        `json:"*"`
}

// roles are listed without the roles of domains, unless the query names a domain.
var roles = collection.Of[state.Role, roleRequest, roleRequest]{
	In: record.Plain, Noun: "role", Plural: "roles", Table: state.Roles, Filters: []string{"name"}, Order: rolesByName,
	Lists: func(x *pipeline.Exchange, r *state.Role) bool { return r.DomainID == x.Query.Get("domain_id") },
	View:  func(x *pipeline.Exchange, r *state.Role) any { return viewRole(x, r) },
	New: func(x *pipeline.Exchange, r *roleRequest) (*state.Role, *pipeline.Fault) {
		role := &state.Role{ID: x.Env.IDs.Hex(), DomainID: r.DomainID.Or("")}
		fillRole(role, r)
		return role, record.Fits(r.Description.Or(""), "description", 255)
	},
	Change: changeRole,
	Unique: roleUnique, Deletes: true,
	With: func(x *pipeline.Exchange, r *state.Role) {
		Forget(x, func(a *state.Assignment) bool { return a.RoleID == r.ID })
	},
	Keep: []pipeline.StepOf[state.Role]{{Name: "keep an immutable role", Run: keepImmutable}},
}

// immutable are the roles that exist from the beginning and cannot be deleted.
var immutable = []string{"admin", "manager", "member", "reader", "service"}

func isImmutable(r *state.Role) bool {
	if r.Immutable != nil {
		return *r.Immutable
	}
	return slices.Contains(immutable, r.Name) && r.DomainID == ""
}

func fillRole(role *state.Role, r *roleRequest) {
	r.Name.Set(&role.Name)
	r.Description.SetOrClear(&role.Description)
	r.Options.Immutable.SetOrClear(&role.Immutable)
	r.More.AddTo(&role.Extra, "id", "links")
}

func changeRole(x *pipeline.Exchange, role *state.Role, r *roleRequest) *pipeline.Fault {
	if isImmutable(role) && !r.Options.OnlyUnlocks(x, "role") {
		return record.ImmutableUpdate("role", role.ID)
	}
	if id, given := r.DomainID.Get(); given && id != role.DomainID {
		return pipeline.BadRequest("Update of `domain_id` is not allowed.")
	}
	if f := record.KeepsID(r.More, role.ID); f != nil {
		return f
	}
	fillRole(role, r)
	return record.Fits(r.Description.Or(""), "description", 255)
}

func rolesByName(a, b *state.Role) int { return record.Compare(a.Name, b.Name) }

func roleUnique(x *pipeline.Exchange, r *state.Role) *pipeline.Fault {
	for other := range state.Roles.ByKey(x.Txn, "name", r.Name) {
		if other.DomainID == r.DomainID && other.ID != r.ID {
			return record.Taken("role", "Duplicate entry found with name %s", r.Name)
		}
	}
	return nil
}

func keepImmutable(_ *pipeline.Exchange, r *state.Role) *pipeline.Fault {
	if isImmutable(r) {
		return record.ImmutableDelete("role", r.ID)
	}
	return nil
}

func sortedRoles(x *pipeline.Exchange) []*state.Role {
	found := slices.Collect(state.Roles.All(x.Txn))
	slices.SortStableFunc(found, rolesByName)
	return found
}

// RoleView is a role.
type RoleView struct {
	ID          string         `json:"id"`
	Name        string         `json:"name"`
	DomainID    *string        `json:"domain_id"`
	Description *string        `json:"description"`
	Options     record.Options `json:"options"`
	Links       record.Links   `json:"links"`
	Extra       state.Extra    `json:"*"`
}

// View is the view of a role.
func View(x *pipeline.Exchange, r *state.Role) *RoleView { return viewRole(x, r) }

func viewRole(x *pipeline.Exchange, r *state.Role) *RoleView {
	v := &RoleView{
		ID: r.ID, Name: r.Name, DomainID: record.OrNull(r.DomainID), Description: r.Description, Extra: r.Extra,
		Options: record.Options{Immutable: r.Immutable}, Links: record.SelfLinks(x, "/roles/"+r.ID),
	}
	if r.Immutable == nil && isImmutable(r) {
		v.Options.Immutable = new(bool)
		*v.Options.Immutable = true
	}
	return v
}
