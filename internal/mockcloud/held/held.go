// Package held knows which roles users have where: their own and those of their groups, inherited and implied ones.
package held

import (
	"cmp"
	"slices"

	"plumbline/internal/mockcloud/state"
)

// Scope is where roles count: a project, a domain or the system.
type Scope struct {
	ProjectID, DomainID string
	System              bool
}

// Roles lists the ids of a user's roles in a scope: also those of groups, inherited and implied ones, sorted by the roles' names.
func Roles(txn *state.Txn, userID string, s Scope) []string {
	var ids []string
	project := state.Projects.Get(txn, s.ProjectID)
	for _, a := range Of(txn, userID) {
		if Counts(txn, a, s, project) && !slices.Contains(ids, a.RoleID) {
			ids = append(ids, a.RoleID)
		}
	}
	return Expand(txn, ids)
}

// Of are the assignments of a user and of the user's groups.
func Of(txn *state.Txn, userID string) []*state.Assignment {
	all := state.Assignments.List(txn, "user", userID)
	for m := range state.Memberships.ByKey(txn, "user", userID) {
		all = append(all, state.Assignments.List(txn, "group", m.GroupID)...)
	}
	return all
}

// Counts tells whether an assignment counts in a scope.
func Counts(txn *state.Txn, a *state.Assignment, s Scope, project *state.Project) bool {
	switch {
	case a.Inherited:
		return project != nil && Inherits(txn, project, a)
	case s.System:
		return a.System
	case s.DomainID != "":
		return a.DomainID == s.DomainID
	}
	return s.ProjectID != "" && a.ProjectID == s.ProjectID
}

// Inherits tells whether a project is below the project or in the domain of an inherited assignment.
func Inherits(txn *state.Txn, p *state.Project, a *state.Assignment) bool {
	if a.DomainID != "" {
		return p.DomainID == a.DomainID
	}
	return slices.Contains(Above(txn, p.ID), a.ProjectID)
}

// Above are the ids of the projects above one, the nearest first; the domain is not among them.
func Above(txn *state.Txn, id string) (all []string) {
	for p := state.Projects.Get(txn, id); p != nil && !slices.Contains(all, p.ParentID); {
		if p = state.Projects.Get(txn, p.ParentID); p != nil {
			all = append(all, p.ID)
		}
	}
	return all
}

// Implied is a role, and the role that implies it.
type Implied struct{ ID, Prior string }

// ImpliedBy are a role and those that it implies, directly or not.
func ImpliedBy(txn *state.Txn, id string) []Implied {
	all := []Implied{{ID: id}}
	for i := 0; i < len(all); i++ {
		role := state.Roles.Get(txn, all[i].ID)
		if role == nil {
			continue
		}
		for _, next := range role.Implies {
			if !slices.ContainsFunc(all, func(known Implied) bool { return known.ID == next }) {
				all = append(all, Implied{next, role.ID})
			}
		}
	}
	return all
}

// Expand adds the roles that are implied, directly or not, and sorts by name.
func Expand(txn *state.Txn, ids []string) []string {
	var all []string
	for _, id := range ids {
		for _, role := range ImpliedBy(txn, id) {
			all = append(all, role.ID)
		}
	}
	slices.SortFunc(all, func(a, b string) int {
		ra, rb := state.Roles.Get(txn, a), state.Roles.Get(txn, b)
		if ra == nil || rb == nil || ra.Name == rb.Name {
			return cmp.Compare(a, b)
		}
		return cmp.Compare(ra.Name, rb.Name)
	})
	return slices.Compact(all)
}

// OfToken are the ids of the roles that a token has now: those that its user holds in its scope, not what they were at the login. An
// application credential and a trust leave those that they are of. false is for the token of a trust whose giver lost a role of it.
func OfToken(txn *state.Txn, t *state.Token) ([]string, bool) {
	giver, given := t.UserID, []string(nil)
	switch {
	case t.AccessID != "":
		return t.Roles, true
	case t.CredentialID != "":
		if c := state.ApplicationCredentials.Get(txn, t.CredentialID); c != nil {
			given = c.Roles
		}
	case t.TrustID != "":
		if trust := state.Trusts.Get(txn, t.TrustID); trust != nil {
			giver, given = trust.TrustorID, Expand(txn, trust.Roles)
		}
	}
	had := Roles(txn, giver, Scope{ProjectID: t.ProjectID, DomainID: t.DomainID, System: t.System})
	if t.CredentialID == "" && t.TrustID == "" {
		return had, true
	}
	had = slices.DeleteFunc(had, func(id string) bool { return !slices.Contains(given, id) })
	return had, t.TrustID == "" || len(had) == len(given)
}
