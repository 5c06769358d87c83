package assignments

import (
	"slices"

	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Scope is where roles count: a project, a domain or the system.
type Scope struct {
	ProjectID, DomainID string
	System              bool
}

// Held lists the ids of a user's roles in a scope: also those of groups, inherited and implied ones, sorted by the roles' names.
func Held(txn *state.Txn, userID string, s Scope) []string {
	var ids []string
	project := state.Projects.Get(txn, s.ProjectID)
	for _, a := range of(txn, userID) {
		if counts(txn, a, s, project) && !slices.Contains(ids, a.RoleID) {
			ids = append(ids, a.RoleID)
		}
	}
	return Expand(txn, ids)
}

// of are the assignments of a user and of the user's groups.
func of(txn *state.Txn, userID string) []*state.Assignment {
	all := state.Assignments.List(txn, "user", userID)
	for m := range state.Memberships.ByKey(txn, "user", userID) {
		all = append(all, state.Assignments.List(txn, "group", m.GroupID)...)
	}
	return all
}

// counts tells whether an assignment counts in a scope.
func counts(txn *state.Txn, a *state.Assignment, s Scope, project *state.Project) bool {
	switch {
	case a.Inherited:
		return project != nil && inherits(txn, project, a)
	case s.System:
		return a.System
	case s.DomainID != "":
		return a.DomainID == s.DomainID
	}
	return s.ProjectID != "" && a.ProjectID == s.ProjectID
}

// inherits tells whether a project is below the project or in the domain of an inherited assignment.
func inherits(txn *state.Txn, p *state.Project, a *state.Assignment) bool {
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

// ProjectsOf makes a predicate that tells whether a user has a role in a project.
func ProjectsOf(x *pipeline.Exchange, userID string) func(*state.Project) bool {
	all := of(x.Txn, userID)
	return func(p *state.Project) bool {
		return slices.ContainsFunc(all, func(a *state.Assignment) bool { return counts(x.Txn, a, Scope{ProjectID: p.ID}, p) })
	}
}

// DomainsOf makes a predicate that tells whether a user has a role in a domain.
func DomainsOf(x *pipeline.Exchange, userID string) func(*state.Domain) bool {
	all := of(x.Txn, userID)
	return func(d *state.Domain) bool {
		return slices.ContainsFunc(all, func(a *state.Assignment) bool { return counts(x.Txn, a, Scope{DomainID: d.ID}, nil) })
	}
}

// implied is a role, and the role that implies it.
type implied struct{ id, prior string }

// impliedBy are a role and those that it implies, directly or not.
func impliedBy(txn *state.Txn, id string) []implied {
	all := []implied{{id: id}}
	for i := 0; i < len(all); i++ {
		role := state.Roles.Get(txn, all[i].id)
		if role == nil {
			continue
		}
		for _, next := range role.Implies {
			if !slices.ContainsFunc(all, func(known implied) bool { return known.id == next }) {
				all = append(all, implied{next, role.ID})
			}
		}
	}
	return all
}

// Expand adds the roles that are implied, directly or not, and sorts by name.
func Expand(txn *state.Txn, ids []string) []string {
	var all []string
	for _, id := range ids {
		for _, role := range impliedBy(txn, id) {
			all = append(all, role.id)
		}
	}
	slices.SortFunc(all, func(a, b string) int {
		ra, rb := state.Roles.Get(txn, a), state.Roles.Get(txn, b)
		if ra == nil || rb == nil || ra.Name == rb.Name {
			return record.Compare(a, b)
		}
		return record.Compare(ra.Name, rb.Name)
	})
	return slices.Compact(all)
}

// Lost revokes what depends on an assignment that is gone: tokens for its place, of the user or of the group's members.
func Lost(x *pipeline.Exchange, a *state.Assignment) {
	users := []string{a.UserID}
	if a.GroupID != "" {
		users = users[:0]
		for m := range state.Memberships.ByKey(x.Txn, "group", a.GroupID) {
			users = append(users, m.UserID)
		}
	}
	for _, user := range users {
		record.RevokeOf(x.Txn, user, func(t *state.Token) bool {
			return a.Inherited || a.System && t.System || a.ProjectID != "" && t.ProjectID == a.ProjectID ||
				a.DomainID != "" && t.DomainID == a.DomainID
		})
	}
}

// Forget deletes all assignments that meet a condition.
func Forget(x *pipeline.Exchange, which func(*state.Assignment) bool) {
	for _, a := range slices.Collect(state.Assignments.All(x.Txn)) {
		if which(a) {
			state.Assignments.Delete(x.Txn, a.ID())
			Lost(x, a)
		}
	}
}
