package state

import (
	"plumbline/mockcloud/internal/state/engine"
)

// Domain holds projects and users.
type Domain struct {
	ID, Name, Description string
	Enabled               bool
}

// Project owns resources.
type Project struct {
	ID, Name, Description, DomainID, ParentID string
	Enabled                                   bool
	Tags                                      []string
}

// User is a user with a password.
type User struct {
	ID, Name, DomainID, Email, Description, DefaultProjectID string
	Enabled                                                  bool
	// Password is stored in plain text: it is only for a mock.
	Password string
}

// Role is a role that users have in projects or in the system. Implies lists the ids of the roles that it includes.
type Role struct {
	ID, Name, DomainID, Description string
	Implies                         []string
}

// Assignment gives a user a role in a project, in a domain or in the whole system.
type Assignment struct {
	UserID, RoleID string
	// Exactly one of the three is set.
	ProjectID, DomainID string
	System              bool
}

// ID is the id of the assignment in the table.
func (a *Assignment) ID() string {
	switch {
	case a.System:
		return a.UserID + "/system/all/" + a.RoleID
	case a.DomainID != "":
		return a.UserID + "/domain/" + a.DomainID + "/" + a.RoleID
	}
	return a.UserID + "/project/" + a.ProjectID + "/" + a.RoleID
}

// Tables of identity.
var (
	Domains = engine.Register(engine.Table[Domain]{
		Name:    "domains",
		ID:      func(d *Domain) string { return d.ID },
		Indexes: []engine.Index[Domain]{{Name: "name", Of: func(d *Domain) []string { return []string{d.Name} }}},
	})
	Projects = engine.Register(engine.Table[Project]{
		Name:    "projects",
		ID:      func(p *Project) string { return p.ID },
		Indexes: []engine.Index[Project]{{Name: "name", Of: func(p *Project) []string { return []string{p.Name} }}},
	})
	Users = engine.Register(engine.Table[User]{
		Name:    "users",
		ID:      func(u *User) string { return u.ID },
		Indexes: []engine.Index[User]{{Name: "name", Of: func(u *User) []string { return []string{u.Name} }}},
	})
	Roles = engine.Register(engine.Table[Role]{
		Name:    "roles",
		ID:      func(r *Role) string { return r.ID },
		Indexes: []engine.Index[Role]{{Name: "name", Of: func(r *Role) []string { return []string{r.Name} }}},
	})
	Assignments = engine.Register(engine.Table[Assignment]{
		Name: "assignments",
		ID:   (*Assignment).ID,
		Indexes: []engine.Index[Assignment]{
			{Name: "user", Of: func(a *Assignment) []string { return []string{a.UserID} }},
			{Name: "project", Of: func(a *Assignment) []string { return some(a.ProjectID) }},
		},
	})
)
