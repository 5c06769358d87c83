package state

import (
	"encoding/json"
	"time"

	"plumbline/internal/mockcloud/state/engine"
)

// JSON is the JSON text of a value of any kind. A record has values that a caller made up as text, because all that records have must
// be comparable, copied with them, and saved.
type JSON string

// Null is the text of null.
const Null = JSON("null")

// JSONOf is the text of a decoded value.
func JSONOf(value any) JSON {
	text, err := json.Marshal(value)
	if err != nil {
		panic("state: a value that was never JSON: " + err.Error())
	}
	return JSON(text)
}

// ReadBody implements body.Reader.
func (j *JSON) ReadBody(value any) { *j = JSONOf(value) }

// Decoded is the value; nil for null, and for what is no JSON.
func (j JSON) Decoded() (value any) {
	if json.Unmarshal([]byte(j), &value) != nil {
		return nil
	}
	return value
}

// Extra are attributes that a caller made up, as they were sent.
type Extra map[string]JSON

// Domain holds projects, users and groups.
type Domain struct {
	ID, Name, Description string
	Enabled               bool
	Tags                  []string
	Extra                 Extra
	// Immutable tells that the domain can be neither changed nor deleted; nil is the same as false, and is not shown.
	Immutable *bool
}

// Project owns resources.
type Project struct {
	ID, Name, Description, DomainID, ParentID string
	Enabled                                   bool
	Tags                                      []string
	Extra                                     Extra
	// Immutable tells that the project can be neither changed nor deleted; nil is the same as false, and is not shown.
	Immutable *bool
}

// User is a user with a password.
type User struct {
	ID, Name, DomainID, DefaultProjectID string
	// Email and Description are nil for a user that was never given one.
	Email, Description *string
	Enabled            bool
	// Password is stored in plain text: it is only for a mock.
	Password string
	// Extra and Options are what was sent; Email and Description are attributes like those of Extra.
	Extra, Options Extra
}

// Role is a role that users and groups have in projects, in domains or in the system. Implies lists the ids of the roles that it
// includes.
type Role struct {
	ID, Name, DomainID string
	Description        *string
	Implies            []string
	Extra              Extra
	// Immutable tells whether the role can be changed and deleted; nil leaves it to the name.
	Immutable *bool
}

// Assignment gives a user or a group a role in a project, in a domain or in the whole system.
type Assignment struct {
	// Exactly one of UserID and GroupID is set.
	UserID, GroupID, RoleID string
	// Exactly one of the three is set.
	ProjectID, DomainID string
	System              bool
	// Inherited tells that the role counts in the projects below the project or domain, not in itself.
	Inherited bool
}

// Actor is the id of the user or the group.
func (a *Assignment) Actor() string { return a.UserID + a.GroupID }

// ID is the id of the assignment in the table.
func (a *Assignment) ID() string {
	id := a.Actor() + "/project/" + a.ProjectID + "/" + a.RoleID
	switch {
	case a.System:
		return a.Actor() + "/system/all/" + a.RoleID
	case a.DomainID != "":
		id = a.Actor() + "/domain/" + a.DomainID + "/" + a.RoleID
	}
	if a.Inherited {
		id += "/inherited"
	}
	return id
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
			{Name: "user", Of: func(a *Assignment) []string { return nonEmpty(a.UserID) }},
			{Name: "group", Of: func(a *Assignment) []string { return nonEmpty(a.GroupID) }},
			{Name: "project", Of: func(a *Assignment) []string { return nonEmpty(a.ProjectID) }},
		},
	})
)

// Links are the links of a record of identity; they are made when it is answered.
type Links struct {
	Self string `key:"self"`
}

// Entity is what the plain resources of identity have in common. The other fields of their records are what requests may set and
// answers have, by the names in their key tags.
type Entity struct {
	ID    string `key:"id"`
	Links Links  `key:"links"`
}

// Whole is the entity itself, for what all resources share.
func (e *Entity) Whole() *Entity { return e }

// Group is a group of users, who have its roles.
type Group struct {
	Entity
	Name        string `key:"name"`
	Description string `key:"description"`
	DomainID    string `key:"domain_id"`
	Extra       Extra  `key:"*"`
}

// Membership makes a user a member of a group.
type Membership struct{ GroupID, UserID string }

// ID is the id of the membership in the table.
func (m *Membership) ID() string { return m.GroupID + "/" + m.UserID }

// CatalogService is a service of the catalogue that was created or changed through the API.
type CatalogService struct {
	Entity
	Type    string  `key:"type"`
	Name    *string `key:"name,omitzero"`
	Enabled bool    `key:"enabled"`
	Extra   Extra   `key:"*"`
}

// Endpoint is a URL of a service, created or changed through the API.
type Endpoint struct {
	Entity
	Interface string  `key:"interface"`
	ServiceID string  `key:"service_id"`
	URL       string  `key:"url"`
	Enabled   bool    `key:"enabled"`
	RegionID  *string `key:"region_id"`
	// Region is RegionID in answers.
	Region *string `key:"region"`
	Extra  Extra   `key:"*"`
}

// Region is a region, created or changed through the API.
type Region struct {
	Entity
	Description string  `key:"description"`
	Parent      *string `key:"parent_region_id"`
	Extra       Extra   `key:"*"`
}

// Withdrawn is the id of a service, endpoint or region that is there from the beginning and was deleted.
type Withdrawn struct{ ID string }

// EndpointProject makes an endpoint, or those of a group of endpoints, one of a project.
type EndpointProject struct{ EndpointID, GroupID, ProjectID string }

// ID is the id of the association in the table.
func (e *EndpointProject) ID() string { return e.ProjectID + "/" + e.EndpointID + e.GroupID }

// EndpointGroup are the endpoints with certain attributes.
type EndpointGroup struct {
	Entity
	Name        string  `key:"name"`
	Description *string `key:"description"`
	Filters     Extra   `key:"filters"`
}

// Has tells whether an endpoint is one of the group's: it has the value of each filter.
func (g *EndpointGroup) Has(e *Endpoint) bool {
	region := ""
	if e.RegionID != nil {
		region = *e.RegionID
	}
	for key, wanted := range g.Filters {
		has := map[string]any{"interface": e.Interface, "service_id": e.ServiceID, "enabled": e.Enabled, "region_id": region}
		if value, known := has[key]; !known || value != wanted.Decoded() {
			return false
		}
	}
	return true
}

// PolicyBlob is a policy that the service stores for others.
type PolicyBlob struct {
	Entity
	Type  string `key:"type"`
	Blob  string `key:"blob"`
	Extra Extra  `key:"*"`
}

// PolicyAssociation gives a policy to an endpoint, to those of a service, or to those of a service in a region.
type PolicyAssociation struct{ EndpointID, ServiceID, RegionID, PolicyID string }

// ID is the id of the association in the table: what has the policy.
func (a *PolicyAssociation) ID() string { return a.EndpointID + "/" + a.ServiceID + "/" + a.RegionID }

// RegisteredLimit is the limit of a resource of a service for those who have none of their own.
type RegisteredLimit struct {
	Entity
	ServiceID    string  `key:"service_id"`
	RegionID     *string `key:"region_id"`
	ResourceName string  `key:"resource_name"`
	DefaultLimit int     `key:"default_limit"`
	Description  *string `key:"description"`
}

// Limit is the limit of a project or a domain.
type Limit struct {
	Entity
	ServiceID     string  `key:"service_id"`
	RegionID      *string `key:"region_id"`
	ResourceName  string  `key:"resource_name"`
	ResourceLimit int     `key:"resource_limit"`
	Description   *string `key:"description"`
	ProjectID     *string `key:"project_id"`
	DomainID      *string `key:"domain_id"`
}

// Credential is a secret of a user's for something else, such as an EC2 key.
type Credential struct {
	Entity
	UserID    string  `key:"user_id"`
	Type      string  `key:"type"`
	Blob      string  `key:"blob"`
	ProjectID *string `key:"project_id"`
	Extra     Extra   `key:"*"`
}

// ApplicationCredential lets a program act for a user in a project.
type ApplicationCredential struct {
	ID, Name, UserID, ProjectID, Secret string
	Description                         *string
	// Unrestricted lets it manage others; nil stands for false.
	Unrestricted *bool
	Expires      *time.Time
	// Roles and Rules are ids. Without rules everything is permitted.
	Roles, Rules []string
}

// Free tells whether the credential may manage others.
func (c *ApplicationCredential) Free() bool { return c.Unrestricted != nil && *c.Unrestricted }

// AccessRule is a kind of request that application credentials of a user may be restricted to.
type AccessRule struct {
	Entity
	UserID  string
	Serial  int64  // in the order of creation
	Service string `key:"service"`
	Path    string `key:"path"`
	Method  string `key:"method"`
}

// Trust lets a user, the trustee, act with roles of another, the trustor.
type Trust struct {
	ID, TrustorID, TrusteeID, ProjectID, ParentID string
	Impersonation                                 bool
	Roles                                         []string
	Expires                                       *time.Time
	// Remaining is how many tokens it is still good for, nil for any number; Redelegations how often it can be passed on.
	Remaining     *int
	Redelegations int
}

// DomainConfig are the options of a domain, by group.
type DomainConfig struct {
	DomainID string
	Groups   map[string]Extra
}

// Tables of the further resources of identity.
var (
	Groups = engine.Register(engine.Table[Group]{
		Name: "groups", ID: func(g *Group) string { return g.ID },
		Indexes: []engine.Index[Group]{{Name: "name", Of: func(g *Group) []string { return []string{g.Name} }}},
	})
	Memberships = engine.Register(engine.Table[Membership]{
		Name: "memberships", ID: (*Membership).ID, Under: "group",
		Indexes: []engine.Index[Membership]{{Name: "user", Of: func(m *Membership) []string { return []string{m.UserID} }}},
	})
	CatalogServices = engine.Register(engine.Table[CatalogService]{
		Name: "catalog-services", ID: func(s *CatalogService) string { return s.ID },
	})
	Endpoints      = engine.Register(engine.Table[Endpoint]{Name: "endpoints", ID: func(e *Endpoint) string { return e.ID }})
	Regions        = engine.Register(engine.Table[Region]{Name: "regions", ID: func(r *Region) string { return r.ID }})
	Withdrawals    = engine.Register(engine.Table[Withdrawn]{Name: "withdrawals", ID: func(w *Withdrawn) string { return w.ID }})
	EndpointGroups = engine.Register(engine.Table[EndpointGroup]{
		Name: "endpoint-groups", ID: func(g *EndpointGroup) string { return g.ID },
	})
	EndpointProjects   = engine.Register(engine.Table[EndpointProject]{Name: "endpoint-projects", ID: (*EndpointProject).ID, Under: "project"})
	PolicyBlobs        = engine.Register(engine.Table[PolicyBlob]{Name: "policies", ID: func(p *PolicyBlob) string { return p.ID }})
	PolicyAssociations = engine.Register(engine.Table[PolicyAssociation]{Name: "policy-associations", ID: (*PolicyAssociation).ID})
	RegisteredLimits   = engine.Register(engine.Table[RegisteredLimit]{
		Name: "registered-limits", ID: func(l *RegisteredLimit) string { return l.ID },
	})
	Limits      = engine.Register(engine.Table[Limit]{Name: "limits", ID: func(l *Limit) string { return l.ID }})
	Credentials = engine.Register(engine.Table[Credential]{
		Name: "credentials", ID: func(c *Credential) string { return c.ID },
		Indexes: []engine.Index[Credential]{{Name: "user", Of: func(c *Credential) []string { return []string{c.UserID} }}},
	})
	ApplicationCredentials = engine.Register(engine.Table[ApplicationCredential]{
		Name: "application-credentials", ID: func(c *ApplicationCredential) string { return c.ID },
		Indexes: []engine.Index[ApplicationCredential]{
			{Name: "user", Of: func(c *ApplicationCredential) []string { return []string{c.UserID} }},
		},
	})
	AccessRules = engine.Register(engine.Table[AccessRule]{
		Name: "access-rules", ID: func(r *AccessRule) string { return r.ID },
		Indexes: []engine.Index[AccessRule]{{Name: "user", Of: func(r *AccessRule) []string { return []string{r.UserID} }}},
	})
	Trusts        = engine.Register(engine.Table[Trust]{Name: "trusts", ID: func(t *Trust) string { return t.ID }})
	DomainConfigs = engine.Register(engine.Table[DomainConfig]{
		Name: "domain-configs", ID: func(c *DomainConfig) string { return c.DomainID },
	})
)
