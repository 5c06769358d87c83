package policy

import "slices"

// Caller is who makes a request, as their token says.
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
	// Service tells that a service token with the service role came with the request.
	Service bool
}

// Has tells whether the caller has a role (implied roles are in the token already).
func (c *Caller) Has(role string) bool { return slices.Contains(c.Roles, role) }

// Admin tells whether services take the caller for an administrator.
func (c *Caller) Admin() bool { return c.Has("admin") }

// Target is whom the thing belongs to that a rule is asked about.
type Target struct{ ProjectID, UserID, DomainID string }
