package identity

import (
	"slices"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/held"
	"plumbline/internal/mockcloud/identity/oauth"
	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// login holds the values that the steps of authentication share.
type login struct {
	Request authRequest `body:"auth"`
	user    *state.User
	// parent is the token that was given instead of a password, credential the application credential, trust the trust of the scope.
	parent     *state.Token
	credential *state.ApplicationCredential
	trust      *state.Trust
	// access is the access token of a consumer (OAuth).
	access *state.OAuthToken
	token  *state.Token
	// wanted is the scope that the request asks for, nil for the one that follows from the proof.
	wanted *scope
}

// authRequest is the object under "auth".
type authRequest struct {
	Identity struct {
		Methods  []string `json:"methods"`
		Password *struct {
			User *passwordUser `json:"user"`
		} `json:"password"`
		Token *struct {
			ID string `json:"id"`
		} `json:"token"`
		Credential *credential `json:"application_credential"`
	} `json:"identity"`
	Scope *scopeRequest `json:"scope"`
}

// nameOrID names something by id or name.
type nameOrID struct {
	ID   body.Opt[string] `json:"id"`
	Name body.Opt[string] `json:"name"`
}

// namedProject names a record of a domain by id, or by name and domain.
type namedProject struct {
	nameOrID
	Domain *nameOrID `json:"domain"`
}

type passwordUser struct {
	namedProject
	Password body.Opt[string] `json:"password"`
}

// credential names an application credential by id, or by name and user.
type credential struct {
	nameOrID
	User   *namedProject `json:"user"`
	Secret string        `json:"secret"`
}

// readLogin checks the request's form, its methods and its scope, before anything is proven.
func readLogin(x *pipeline.Exchange, w *login) (f *pipeline.Fault) {
	if f := w.Request.namesWhole(); f != nil {
		return f
	}
	parts := body.As[struct {
		Auth struct {
			Identity record.Further `json:"identity"`
		} `json:"auth"`
	}](x.Body).Auth.Identity
	names := w.Request.Identity.Methods
	for _, name := range names {
		if _, sent := parts[name]; !sent {
			return record.Expecting(name, "identity")
		}
	}
	for _, name := range names {
		if authMethods[name] == nil {
			f := record.Unauthorised(x)
			f.Message = unsupportedMethod
			return f
		}
	}
	if w.Request.Scope == nil {
		return nil
	}
	if slices.Contains(names, "application_credential") {
		f := record.Unauthorised(x)
		f.Message = noScope
		return f
	}
	w.wanted, f = askedScope(x, w.Request.Scope)
	return f
}

// namesWhole refuses objects that stand for a record and have neither its id nor its name.
func (r *authRequest) namesWhole() *pipeline.Fault {
	check := func(at string, n *nameOrID) *pipeline.Fault {
		if n == nil || n.ID.Given() || n.Name.Given() {
			return nil
		}
		return pipeline.BadRequest("Invalid input for field %s: id or name must be present.", at)
	}
	var all []*pipeline.Fault
	if p := r.Identity.Password; p != nil && p.User != nil {
		all = append(all, check("identity/password/user", &p.User.nameOrID), check("identity/password/user/domain", p.User.Domain))
	}
	if s := r.Scope; s != nil {
		if s.Project != nil {
			all = append(all, check("scope/project", &s.Project.nameOrID), check("scope/project/domain", s.Project.Domain))
		}
		all = append(all, check("scope/domain", s.Domain))
	}
	for _, f := range all {
		if f != nil {
			return f
		}
	}
	return nil
}

// authenticate finds the user by the credentials of the request's methods, which all prove the same one.
func authenticate(x *pipeline.Exchange, w *login) *pipeline.Fault {
	names := withoutRepeats(w.Request.Identity.Methods)
	if len(names) == 0 {
		return record.Unauthorised(x)
	}
	for _, name := range names {
		before := w.user
		if fault := authMethods[name](x, w); fault != nil {
			return fault
		}
		if before != nil && w.user != nil && before.ID != w.user.ID {
			return record.Unauthorised(x)
		}
	}
	if w.user == nil || !w.user.Enabled {
		return record.Unauthorised(x)
	}
	if d := state.Domains.Get(x.Txn, w.user.DomainID); d != nil && !d.Enabled {
		return record.Unauthorised(x)
	}
	return nil
}

var authMethods = map[string]func(*pipeline.Exchange, *login) *pipeline.Fault{
	"password":               byPassword,
	"token":                  byToken,
	"application_credential": byApplicationCredential,
	"oauth1":                 byOAuth,
}

func byPassword(x *pipeline.Exchange, w *login) *pipeline.Fault {
	proof := w.Request.Identity.Password
	switch {
	case proof == nil:
		return record.Expecting("password", "identity")
	case proof.User == nil:
		return record.Expecting("user", "password")
	}
	user, fault := namedUser(x, &proof.User.namedProject)
	if fault != nil {
		return fault
	}
	password, ok := proof.User.Password.Get()
	if user == nil || !ok || user.Password == "" || password != user.Password {
		return record.Unauthorised(x)
	}
	w.user = user
	return nil
}

// namedUser finds a user by id, or by name and domain; nil when there is none.
func namedUser(x *pipeline.Exchange, given *namedProject) (*state.User, *pipeline.Fault) {
	name := given.Name.Or("")
	switch id := given.ID.Or(""); {
	case name == "" && id == "":
		return nil, record.Expecting("id or name", "user")
	case name == "":
		return state.Users.Get(x.Txn, id), nil
	}
	domain, fault := namedDomain(x, given.Domain, "user")
	if fault != nil || domain == nil {
		return nil, fault
	}
	for u := range state.Users.ByKey(x.Txn, "name", name) {
		if u.DomainID == domain.ID {
			return u, nil
		}
	}
	return nil, nil
}

// namedDomain finds a domain by id or name; where is the place in the request, for the message.
func namedDomain(x *pipeline.Exchange, given *nameOrID, where string) (*state.Domain, *pipeline.Fault) {
	if given == nil {
		return nil, record.Expecting("domain", where)
	}
	switch id, name := given.ID.Or(""), given.Name.Or(""); {
	case name != "":
		return state.Domains.FirstByKey(x.Txn, "name", name), nil
	case given.ID.Given() || given.Name.Given():
		return state.Domains.Get(x.Txn, id), nil // an empty id or name is that of no domain
	}
	return nil, record.Expecting("id or name", "domain")
}

func byToken(x *pipeline.Exchange, w *login) *pipeline.Fault {
	if w.Request.Identity.Token == nil {
		return record.Expecting("token", "identity")
	}
	parent, fault := validToken(x, w.Request.Identity.Token.ID)
	if fault != nil {
		return fault
	}
	w.parent, w.user = parent, state.Users.Get(x.Txn, parent.UserID)
	return nil
}

// byApplicationCredential finds the user of an application credential by its secret.
func byApplicationCredential(x *pipeline.Exchange, w *login) *pipeline.Fault {
	given := w.Request.Identity.Credential
	if given == nil {
		return record.Expecting("application_credential", "identity")
	}
	found, f := namedCredential(x, given)
	if f != nil {
		return f
	}
	if found.Secret != given.Secret || found.Expires != nil && !found.Expires.After(x.Now()) {
		return record.Unauthorised(x)
	}
	w.credential, w.user = found, state.Users.Get(x.Txn, found.UserID)
	return nil
}

// byOAuth finds the user who gave a consumer the access token with which it signed the request.
func byOAuth(x *pipeline.Exchange, w *login) (f *pipeline.Fault) {
	if w.access, f = oauth.Proven(x); f != nil {
		return f
	}
	w.user = state.Users.Get(x.Txn, w.access.UserID)
	return nil
}

// namedCredential finds an application credential by id, or by name and user.
func namedCredential(x *pipeline.Exchange, given *credential) (*state.ApplicationCredential, *pipeline.Fault) {
	if id := given.ID.Or(""); id != "" {
		if c := state.ApplicationCredentials.Get(x.Txn, id); c != nil {
			return c, nil
		}
		return nil, record.Missing("Application Credential", id)
	}
	name := given.Name.Or("")
	switch {
	case name == "":
		return nil, record.Expecting("name or ID", "application credential")
	case given.User == nil || !given.User.ID.Given() && !given.User.Name.Given():
		return nil, record.Expecting("user", "application credential")
	}
	user, f := namedUser(x, given.User)
	if f != nil {
		return nil, f
	}
	if user == nil {
		return nil, record.Unauthorised(x)
	}
	for c := range state.ApplicationCredentials.ByKey(x.Txn, "user", user.ID) {
		if c.Name == name {
			return c, nil
		}
	}
	return nil, record.Unauthorised(x)
}

// validToken finds a token that is known, not revoked and not expired.
func validToken(x *pipeline.Exchange, id string) (*state.Token, *pipeline.Fault) {
	token := state.Tokens.Get(x.Txn, id)
	switch {
	case id == "":
		return nil, pipeline.NotFound("No token in the request")
	case token != nil && token.Expires.After(x.Now()):
		return token, stands(x.Txn, token)
	case token != nil || state.RevokedTokens.Get(x.Txn, id) != nil:
		return nil, pipeline.NotFound("Failed to validate token")
	}
	return nil, pipeline.NotFound("Could not recognize Fernet token")
}

// stands refuses a token whose project is gone or disabled, and one without roles in its scope: they may have been taken since the login.
func stands(txn *state.Txn, t *state.Token) *pipeline.Fault {
	project := state.Projects.Get(txn, t.ProjectID)
	switch {
	case t.ProjectID != "" && project == nil:
		return record.Missing("project", t.ProjectID)
	case t.ProjectID != "" && !project.Enabled:
		return pipeline.NotFound("Unable to validate token because project %s is disabled", t.ProjectID)
	}
	roles, whole := held.OfToken(txn, t)
	switch {
	case !whole:
		return pipeline.Forbidden("You are not authorized to perform the requested action.")
	case len(roles) == 0 && (t.ProjectID != "" || t.DomainID != "" || t.System):
		return record.Missing("token", t.ID)
	}
	return nil
}

// refuse answers a request whose token is not taken. Of one for a disabled project, and of a trust whose
// giver lost the roles, it says so.
func refuse(x *pipeline.Exchange) *pipeline.Fault {
	txn := x.Env.Store.Read()
	token := state.Tokens.Get(txn, x.Header("X-Auth-Token"))
	if token == nil || !token.Expires.After(x.Now()) {
		return record.Unauthorised(x)
	}
	user, project := state.Users.Get(txn, token.UserID), state.Projects.Get(txn, token.ProjectID)
	f := stands(txn, token)
	if user != nil && user.Enabled && project != nil && f != nil && (f.Status == 403 || !project.Enabled) {
		return f
	}
	return record.Unauthorised(x)
}

// withoutRepeats is a list without duplicates.
func withoutRepeats(list []string) []string {
	var out []string
	for _, s := range list {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}
