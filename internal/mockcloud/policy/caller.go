package policy

import "slices"

// Caller is the caller of a request, as described by their token.
type Caller struct {
	Token            string
	UserID, UserName string
	UserDomainID     string
	ProjectID        string
	ProjectName      string
	DomainID         string // the scope, not the user's own domain
	Roles            []string
	System           bool
	Authenticated    bool
	// Service tells that the request also had a service token with the service role.
	Service bool
}

// Has tells whether the caller has a role (implied roles are in the token already).
func (c *Caller) Has(role string) bool { return slices.Contains(c.Roles, role) }

// Scoped tells whether the token is of a project, a domain or the system.
func (c *Caller) Scoped() bool { return c.ProjectID != "" || c.DomainID != "" || c.System }

// Admin tells whether services treat the caller as an administrator.
func (c *Caller) Admin() bool { return c.Has("admin") }

// Target is the owner of the resource that a rule is checked for. Role is the name of the role that is given, taken or shown.
type Target struct{ ProjectID, UserID, DomainID, Role string }
