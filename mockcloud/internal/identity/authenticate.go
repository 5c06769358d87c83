package identity

import (
	"slices"

	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/internal/identity/oauth"
	"plumbline/mockcloud/internal/identity/record"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
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

// authenticate finds the user by the credentials of the request's methods.
func authenticate(x *pipeline.Exchange, w *login) *pipeline.Fault {
	names := withoutRepeats(w.Request.Identity.Methods)
	if len(names) == 0 {
		return record.Unauthorised(x)
	}
	for _, name := range names {
		prove, ok := authMethods[name]
		if !ok {
			fault := record.Unauthorised(x)
			fault.Message = unsupportedMethod
			return fault
		}
		if fault := prove(x, w); fault != nil {
			return fault
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
	if id, ok := given.ID.Get(); ok {
		return state.Users.Get(x.Txn, id), nil
	}
	name, ok := given.Name.Get()
	if !ok {
		return nil, record.Expecting("id or name", "user")
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
	if id, ok := given.ID.Get(); ok {
		return state.Domains.Get(x.Txn, id), nil
	}
	if name, ok := given.Name.Get(); ok {
		return state.Domains.FirstByKey(x.Txn, "name", name), nil
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
	if id, ok := given.ID.Get(); ok {
		if c := state.ApplicationCredentials.Get(x.Txn, id); c != nil {
			return c, nil
		}
		return nil, record.Missing("Application Credential", id)
	}
	name, ok := given.Name.Get()
	switch {
	case !ok:
		return nil, record.Expecting("name or ID", "application credential")
	case given.User == nil:
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
	case token != nil && token.Expires.After(x.Now()):
		return token, nil
	case token != nil || state.RevokedTokens.Get(x.Txn, id) != nil:
		return nil, pipeline.NotFound("Failed to validate token")
	}
	return nil, pipeline.NotFound("Could not recognize Fernet token")
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
