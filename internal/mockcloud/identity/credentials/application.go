// Package credentials has what users let others act for them with: application credentials, trusts, and credentials for other services.
package credentials

import (
	"cmp"
	"slices"
	"time"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/collection"
	"plumbline/internal/mockcloud/held"
	"plumbline/internal/mockcloud/identity/assignments"
	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
)

// OperationSets holds the operations on credentials and trusts.
func OperationSets() []pipeline.OperationSet {
	return []pipeline.OperationSet{
		applicationOperationSet(), ruleOperationSet(), credentialOperationSet(), trustOperationSet(),
		{Operations: ec2Operations},
		{Operations: trustOperations},
	}
}

// applicationRequest is the object under "application_credential".
type applicationRequest struct {
	Name         string           `json:"name"`
	Description  body.Opt[string] `json:"description"`
	Secret       body.Opt[string] `json:"secret"`
	Expires      body.Opt[string] `json:"expires_at"`
	Unrestricted body.Opt[bool]   `json:"unrestricted"`
	Roles        []roleRequest    `json:"roles"`
	Rules        *[]ruleRequest   `json:"access_rules"`
	System       body.Opt[string] `json:"system"`
	ProjectID    body.Opt[string] `json:"project_id"`
}

// roleRequest names a role by id or name.
type roleRequest struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

type ruleRequest struct {
	ID      string `json:"id"`
	Path    string `json:"path"`
	Method  string `json:"method"`
	Service string `json:"service"`
}

var applications = collection.Of[state.ApplicationCredential, applicationRequest, pipeline.Nothing]{
	In: record.Plain, Noun: "application_credential", Plural: "application_credentials", Table: state.ApplicationCredentials,
	Filters: []string{"name"},
	Lists: func(x *pipeline.Exchange, c *state.ApplicationCredential) bool {
		return c.UserID == x.Params.Get("user_id")
	},
	View: func(x *pipeline.Exchange, c *state.ApplicationCredential) any { return viewApplication(x, c) },
	Created: func(x *pipeline.Exchange, c *state.ApplicationCredential) any {
		view := viewApplication(x, c)
		view.Secret = c.Secret
		return view
	},
	New: newApplication,
	Unique: func(x *pipeline.Exchange, c *state.ApplicationCredential) *pipeline.Fault {
		for other := range state.ApplicationCredentials.ByKey(x.Txn, "user", c.UserID) {
			if other.Name == c.Name {
				return record.Taken("application_credential", "Duplicate entry found with name %s", c.Name)
			}
		}
		return nil
	},
	Keep: []pipeline.StepOf[state.ApplicationCredential]{{
		Name: "refuse a restricted token",
		Run:  func(x *pipeline.Exchange, _ *state.ApplicationCredential) *pipeline.Fault { return restricted(x) },
	}},
	Deletes: true, With: func(x *pipeline.Exchange, c *state.ApplicationCredential) {
		record.RevokeOf(x.Txn, c.UserID, func(t *state.Token) bool { return t.CredentialID == c.ID })
	},
}

// applicationOperationSet asks policy with the owner of the credential, whatever user the path names.
func applicationOperationSet() pipeline.OperationSet {
	set := applications.Operations()
	for verb, rule := range map[string]string{"show": "get", "delete": "delete"} {
		operation := set.Operations["application-credentials."+verb]
		operation.Policy = func(x *pipeline.Exchange) *pipeline.Fault {
			if c := state.ApplicationCredentials.Get(x.Txn, x.Params.Get("application_credential_id")); c != nil {
				x.Target = policy.Target{UserID: c.UserID}
			}
			return x.Demand("identity:" + rule + "_application_credential")
		}
		set.Operations["application-credentials."+verb] = operation
	}
	return set
}

// tokenOf is the token of the request.
func tokenOf(x *pipeline.Exchange) *state.Token { return state.Tokens.Get(x.Txn, x.Caller.Token) }

// restricted refuses tokens of application credentials that may not manage others.
func restricted(x *pipeline.Exchange) *pipeline.Fault {
	if t := tokenOf(x); t != nil && t.CredentialID != "" {
		if c := state.ApplicationCredentials.Get(x.Txn, t.CredentialID); c != nil && !c.Free() {
			return record.Denied("Using method 'application_credential' is not allowed for managing additional application credentials.")
		}
	}
	return nil
}

// heldNow are the roles that the caller's token has now.
func heldNow(x *pipeline.Exchange) []string {
	t := tokenOf(x)
	if t == nil {
		return nil
	}
	own, _ := held.OfToken(x.Txn, t)
	return own
}

func newApplication(x *pipeline.Exchange, r *applicationRequest) (*state.ApplicationCredential, *pipeline.Fault) {
	if f := restricted(x); f != nil {
		return nil, f
	}
	if x.Caller.UserID != x.Params.Get("user_id") {
		return nil, record.Denied("Cannot create an application credential for another user.")
	}
	c := &state.ApplicationCredential{
		ID: x.Env.IDs.Hex(), Name: r.Name, UserID: x.Caller.UserID, ProjectID: x.Caller.ProjectID, Secret: r.Secret.Or(""),
		Description: r.Description.Pointer(), Unrestricted: r.Unrestricted.Pointer(),
	}
	if c.Secret == "" {
		c.Secret = x.Env.IDs.Secret(86)
	}
	own := heldNow(x)
	roles, f := readRoles(x, r.Roles)
	if f != nil {
		return nil, f
	}
	c.Roles = held.Expand(x.Txn, roles)
	if len(r.Roles) == 0 {
		c.Roles = own
	}
	for _, id := range c.Roles {
		if !slices.Contains(own, id) {
			return nil, pipeline.BadRequest("Invalid application credential: Cannot create an application credential with unassigned role")
		}
	}
	if c.Expires, f = readExpiry(x, r.Expires); f != nil {
		return nil, f
	}
	if r.Rules != nil {
		c.Rules, f = readRules(x, *r.Rules)
	}
	return c, f
}

// readRoles finds the roles of a request by id or name.
func readRoles(x *pipeline.Exchange, given []roleRequest) (ids []string, f *pipeline.Fault) {
	for _, r := range given {
		if r.ID != "" {
			ids = append(ids, r.ID)
			continue
		}
		role := state.Roles.FirstByKey(x.Txn, "name", r.Name)
		if role == nil {
			return nil, pipeline.NotFound("Role %s is not defined", r.Name)
		}
		ids = append(ids, role.ID)
	}
	return ids, nil
}

// timeForms are the forms of times in requests.
var timeForms = []string{"2006-01-02T15:04:05.999999Z07:00", "2006-01-02T15:04:05.999999", "2006-01-02 15:04:05.999999"}

// readExpiry reads a time, which must be in the future; nil for none.
func readExpiry(x *pipeline.Exchange, given body.Opt[string]) (*time.Time, *pipeline.Fault) {
	text, there := given.Get()
	if !there || text == "" {
		return nil, nil
	}
	for _, form := range timeForms {
		if at, err := time.Parse(form, text); err == nil {
			if !at.After(x.Now()) {
				return nil, pipeline.BadRequest("The 'expires_at' must not be before now. The server could not comply with the request since it is " +
					"either malformed or otherwise incorrect. The client is assumed to be in error.")
			}
			at = at.UTC()
			return &at, nil
		}
	}
	return nil, pipeline.BadRequest("Timestamp not in expected format. The server could not comply with the request since it is either " +
		"malformed or otherwise incorrect. The client is assumed to be in error.")
}

// readRules finds the rules of a request by id, or by what they say, and makes those that do not exist.
func readRules(x *pipeline.Exchange, given []ruleRequest) (ids []string, f *pipeline.Fault) {
	for _, r := range given {
		var found *state.AccessRule
		for known := range state.AccessRules.ByKey(x.Txn, "user", x.Caller.UserID) {
			if known.ID == r.ID || r.ID == "" && known.Path == r.Path && known.Method == r.Method && known.Service == r.Service {
				found = known
			}
		}
		switch {
		case found == nil && r.Path == "":
			return nil, record.Missing("Access Rule", r.ID)
		case found == nil:
			found = &state.AccessRule{
				Entity: state.Entity{ID: x.Env.IDs.Hex()}, UserID: x.Caller.UserID, Serial: x.Txn.Next("access-rules"),
				Path: r.Path, Method: r.Method, Service: r.Service,
			}
			state.AccessRules.Insert(x.Txn, found)
		}
		ids = append(ids, found.ID)
	}
	return ids, nil
}

// applicationView is an application credential; the secret is in the answer to its creation only.
type applicationView struct {
	ID           string         `json:"id"`
	Name         string         `json:"name"`
	Description  *string        `json:"description"`
	UserID       string         `json:"user_id"`
	ProjectID    string         `json:"project_id"`
	System       *string        `json:"system"`
	Expires      *string        `json:"expires_at"`
	Unrestricted *bool          `json:"unrestricted"`
	Roles        []RoleSummary  `json:"roles"`
	Rules        *[]ruleSummary `json:"access_rules,omitzero"`
	Secret       string         `json:"secret,omitzero"`
	Links        record.Links   `json:"links"`
}

// RoleSummary is a role in an application credential, and in the token of a trust.
type RoleSummary struct {
	ID          string         `json:"id"`
	Name        string         `json:"name"`
	DomainID    *string        `json:"domain_id"`
	Description *string        `json:"description"`
	Options     record.Options `json:"options"`
}

// SummariseRoles are the summaries of roles, those that are gone left out.
func SummariseRoles(x *pipeline.Exchange, ids []string) (all []RoleSummary) {
	for _, id := range ids {
		if r := state.Roles.Get(x.Txn, id); r != nil {
			full := assignments.View(x, r)
			all = append(all, RoleSummary{full.ID, full.Name, full.DomainID, full.Description, full.Options})
		}
	}
	return all
}

type ruleSummary struct {
	ID      string `json:"id"`
	Service string `json:"service"`
	Path    string `json:"path"`
	Method  string `json:"method"`
}

func stamp(t *time.Time) *string {
	if t == nil {
		return nil
	}
	text := t.UTC().Format("2006-01-02T15:04:05.000000")
	return &text
}

func viewApplication(x *pipeline.Exchange, c *state.ApplicationCredential) *applicationView {
	v := &applicationView{
		ID: c.ID, Name: c.Name, Description: c.Description, UserID: c.UserID, ProjectID: c.ProjectID, Expires: stamp(c.Expires),
		Unrestricted: c.Unrestricted, Links: record.SelfLinks(x, "/application_credentials/"+c.ID),
	}
	v.Roles = SummariseRoles(x, c.Roles)
	if len(c.Rules) > 0 {
		rules := []ruleSummary{}
		for _, id := range c.Rules {
			if r := state.AccessRules.Get(x.Txn, id); r != nil {
				rules = append(rules, ruleSummary{r.ID, r.Service, r.Path, r.Method})
			}
		}
		v.Rules = &rules
	}
	return v
}

var rules = record.Declare(record.Resource[state.AccessRule]{
	Noun: "access_rule", Plural: "access_rules", Path: "/access_rules", Table: state.AccessRules,
	Lists: func(x *pipeline.Exchange, r *state.AccessRule) bool { return r.UserID == x.Params.Get("user_id") },
	Order: func(a, b *state.AccessRule) int { return cmp.Compare(a.Serial, b.Serial) },
	Keep: []pipeline.StepOf[state.AccessRule]{{Name: "keep a rule in use", Run: func(
		x *pipeline.Exchange, r *state.AccessRule,
	) *pipeline.Fault {
		for c := range state.ApplicationCredentials.ByKey(x.Txn, "user", r.UserID) {
			if slices.Contains(c.Rules, r.ID) {
				return pipeline.Forbidden("May not delete access rule in use")
			}
		}
		return nil
	}}},
})

// ruleOperationSet leaves out what access rules lack: they come and stay with application credentials.
func ruleOperationSet() pipeline.OperationSet {
	set := rules.Operations()
	delete(set.Operations, "access-rules.create")
	delete(set.Operations, "access-rules.update")
	return set
}
