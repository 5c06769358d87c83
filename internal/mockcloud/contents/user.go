package contents

import (
	"cmp"
	"slices"

	"plumbline/internal/mockcloud/state"
)

// userView is a user without passwords. Roles are those of the user's own: "member in demo".
type userView struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Domain  string   `json:"domain"`
	Enabled bool     `json:"enabled"`
	Email   string   `json:"email,omitempty"`
	Roles   []string `json:"roles,omitempty"`
	Groups  []string `json:"groups,omitempty"`
}

func (v userView) searchedText() []string {
	return slices.Concat([]string{v.ID, v.Name, v.Domain, v.Email}, v.Roles, v.Groups)
}

var userRecords = source[*state.User]{
	all: recordsOf(state.Users),
	order: by(func(a, b *state.User) int {
		return cmp.Or(cmp.Compare(a.DomainID, b.DomainID), cmp.Compare(a.Name, b.Name))
	}),
	show: func(l *Look, u *state.User) row { return l.user(u) },
}

func (l *Look) user(u *state.User) userView {
	out := userView{ID: u.ID, Name: u.Name, Domain: l.domain(u.DomainID), Enabled: u.Enabled}
	if u.Email != nil {
		out.Email = *u.Email
	}
	for a := range state.Assignments.ByKey(l.txn, "user", u.ID) {
		out.Roles = append(out.Roles, l.assignment(a))
	}
	for m := range state.Memberships.ByKey(l.txn, "user", u.ID) {
		if g := state.Groups.Get(l.txn, m.GroupID); g != nil {
			out.Groups = append(out.Groups, g.Name)
		}
	}
	slices.Sort(out.Roles)
	slices.Sort(out.Groups)
	return out
}

func (l *Look) domain(id string) string {
	if d := state.Domains.Get(l.txn, id); d != nil {
		return d.Name
	}
	return id
}

// assignment says which role somebody has where.
func (l *Look) assignment(a *state.Assignment) string {
	role, where := a.RoleID, ""
	if r := state.Roles.Get(l.txn, a.RoleID); r != nil {
		role = r.Name
	}
	switch {
	case a.System:
		where = "the system"
	case a.DomainID != "":
		where = "the domain " + l.domain(a.DomainID)
	default:
		where = l.project(a.ProjectID)
	}
	if a.Inherited {
		return role + " below " + where
	}
	return role + " in " + where
}
