package identity

import (
	"slices"

	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

// login holds the values that the steps of authentication share.
type login struct {
	Request authRequest `body:"auth"`
	user    *state.User
	// parent is the token that was given instead of a password.
	parent *state.Token
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

// credential names an application credential. The document has no schema for it: a value that is no text counts as missing.
type credential struct {
	ID   any `json:"id"`
	Name any `json:"name"`
}

// authenticate finds the user by the credentials of the request's methods.
func authenticate(x *pipeline.Exchange, w *login) *pipeline.Fault {
	names := withoutRepeats(w.Request.Identity.Methods)
	if len(names) == 0 {
		return unauthorised(x)
	}
	for _, name := range names {
		prove, ok := provers[name]
		if !ok {
			fault := unauthorised(x)
			fault.Message = unsupportedMethod
			return fault
		}
		if fault := prove(x, w); fault != nil {
			return fault
		}
	}
	if w.user == nil || !w.user.Enabled {
		return unauthorised(x)
	}
	return nil
}

var provers = map[string]func(*pipeline.Exchange, *login) *pipeline.Fault{
	"password":               byPassword,
	"token":                  byToken,
	"application_credential": byApplicationCredential,
}

func byPassword(x *pipeline.Exchange, w *login) *pipeline.Fault {
	proof := w.Request.Identity.Password
	switch {
	case proof == nil:
		return expectationFault("password", "identity")
	case proof.User == nil:
		return expectationFault("user", "password")
	}
	user, fault := namedUser(x, &proof.User.namedProject)
	if fault != nil {
		return fault
	}
	password, ok := proof.User.Password.Get()
	if user == nil || !ok || user.Password == "" || password != user.Password {
		return unauthorised(x)
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
		return nil, expectationFault("id or name", "user")
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
		return nil, expectationFault("domain", where)
	}
	if id, ok := given.ID.Get(); ok {
		return state.Domains.Get(x.Txn, id), nil
	}
	if name, ok := given.Name.Get(); ok {
		return state.Domains.FirstByKey(x.Txn, "name", name), nil
	}
	return nil, expectationFault("id or name", "domain")
}

func byToken(x *pipeline.Exchange, w *login) *pipeline.Fault {
	if w.Request.Identity.Token == nil {
		return expectationFault("token", "identity")
	}
	parent, fault := validToken(x, w.Request.Identity.Token.ID)
	if fault != nil {
		return fault
	}
	w.parent, w.user = parent, state.Users.Get(x.Txn, parent.UserID)
	return nil
}

// byApplicationCredential always fails: the mock has no application credentials.
func byApplicationCredential(_ *pipeline.Exchange, w *login) *pipeline.Fault {
	given := w.Request.Identity.Credential
	if given == nil {
		return expectationFault("application_credential", "identity")
	}
	for _, text := range []any{given.ID, given.Name} {
		if name, ok := text.(string); ok {
			return notFoundFault("Application Credential", name)
		}
	}
	return expectationFault("name or ID", "application credential")
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
