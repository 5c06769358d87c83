package identity

import (
	"slices"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// login is what a request to authenticate found out on its way.
type login struct {
	user *state.User
	// parent is the token that was given instead of a password.
	parent *state.Token
	token  *state.Token
}

// authenticate finds the user that the methods of the request prove.
func authenticate(x *pipeline.Exchange) *pipeline.Fault {
	identity, _ := x.Inner("auth")["identity"].(map[string]any)
	names := texts(identity["methods"])
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
		payload, ok := identity[name].(map[string]any)
		if !ok {
			return expecting(name, "identity")
		}
		if fault := prove(x, payload); fault != nil {
			return fault
		}
	}
	if user := pipeline.Work[login](x).user; user == nil || !user.Enabled {
		return unauthorised(x)
	}
	return nil
}

var provers = map[string]func(*pipeline.Exchange, map[string]any) *pipeline.Fault{
	"password":               byPassword,
	"token":                  byToken,
	"application_credential": byApplicationCredential,
}

func byPassword(x *pipeline.Exchange, payload map[string]any) *pipeline.Fault {
	given, ok := payload["user"].(map[string]any)
	if !ok {
		return expecting("user", "password")
	}
	user, fault := namedUser(x, given)
	if fault != nil {
		return fault
	}
	password, ok := given["password"].(string)
	if user == nil || !ok || user.Password == "" || password != user.Password {
		return unauthorised(x)
	}
	pipeline.Work[login](x).user = user
	return nil
}

// namedUser finds a user by id, or by name and domain; nil when there is none.
func namedUser(x *pipeline.Exchange, given map[string]any) (*state.User, *pipeline.Fault) {
	if id, ok := given["id"].(string); ok {
		return state.Users.Get(x.Txn, id), nil
	}
	name, ok := given["name"].(string)
	if !ok {
		return nil, expecting("id or name", "user")
	}
	domain, fault := namedDomain(x, given["domain"], "user")
	if fault != nil || domain == nil {
		return nil, fault
	}
	for u := range state.Users.Each(x.Txn, "name", name) {
		if u.DomainID == domain.ID {
			return u, nil
		}
	}
	return nil, nil
}

// namedDomain finds a domain by id or name; where says in what it was to be found.
func namedDomain(x *pipeline.Exchange, given any, where string) (*state.Domain, *pipeline.Fault) {
	reference, ok := given.(map[string]any)
	if !ok {
		return nil, expecting("domain", where)
	}
	if id, ok := reference["id"].(string); ok {
		return state.Domains.Get(x.Txn, id), nil
	}
	if name, ok := reference["name"].(string); ok {
		return state.Domains.First(x.Txn, "name", name), nil
	}
	return nil, expecting("id or name", "domain")
}

func byToken(x *pipeline.Exchange, payload map[string]any) *pipeline.Fault {
	id, _ := payload["id"].(string)
	parent, fault := validToken(x, id)
	if fault != nil {
		return fault
	}
	w := pipeline.Work[login](x)
	w.parent, w.user = parent, state.Users.Get(x.Txn, parent.UserID)
	return nil
}

// byApplicationCredential finds none: the mock has no application credentials.
func byApplicationCredential(_ *pipeline.Exchange, payload map[string]any) *pipeline.Fault {
	for _, key := range []string{"id", "name"} {
		if given, ok := payload[key].(string); ok {
			return missing("Application Credential", given)
		}
	}
	return expecting("name or ID", "application credential")
}

// validToken finds a token that is neither unknown, revoked nor expired.
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

// texts are the strings of a list, each once.
func texts(v any) []string {
	list, _ := v.([]any)
	var out []string
	for _, e := range list {
		if s, ok := e.(string); ok {
			out = append(out, s)
		}
	}
	return once(out)
}

// once is a list without what it has before.
func once(list []string) []string {
	var out []string
	for _, s := range list {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}
