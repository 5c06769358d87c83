package oauth

import (
	"plumbline/internal/mockcloud/identity/assignments"
	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
)

// OperationSets holds the operations on consumers and tokens.
func OperationSets() []pipeline.OperationSet {
	return []pipeline.OperationSet{consumers.Operations(), {Operations: requestOperations}, {Operations: accessOperations}}
}

// accessOperations are about the access tokens of users.
var accessOperations = map[string]pipeline.Operation{
	"access-tokens.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		x.DoNotKeep() // others with the same roles may have a token of another kind
		if isDelegated(x) {
			return nil, pipeline.Forbidden("You are not authorized to perform the requested action.")
		}
		var items []any
		for t := range state.OAuthTokens.ByKey(x.Txn, "user", x.Params.Get("user_id")) {
			items = append(items, view(x, t))
		}
		return record.Plain.AnswerList(x, "access_tokens", items), nil
	}},
	"access-tokens.show": pipeline.OperationOf[access]{
		Steps: []pipeline.StepOf[access]{{Name: "find the access token", Run: find}},
		Answer: func(x *pipeline.Exchange, w *access) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(200, "access_token", view(x, w.token)), nil
		},
	}.Operation(),
	"access-tokens.delete": pipeline.OperationOf[access]{
		Policy: func(x *pipeline.Exchange, _ *access) *pipeline.Fault { return onlyAdministrators(x) },
		Steps:  []pipeline.StepOf[access]{{Name: "remove the access token", Run: remove}},
		Answer: func(x *pipeline.Exchange, _ *access) (*pipeline.Response, *pipeline.Fault) {
			return record.NoContent(x)
		},
	}.Operation(),
	"access-token-roles.list": pipeline.OperationOf[access]{
		Steps: []pipeline.StepOf[access]{{Name: "find the access token", Run: find}},
		Answer: func(x *pipeline.Exchange, w *access) (*pipeline.Response, *pipeline.Fault) {
			var items []any
			for _, id := range w.token.Roles {
				if r := state.Roles.Get(x.Txn, id); r != nil {
					items = append(items, viewRole(x, r))
				}
			}
			return record.Plain.AnswerList(x, "roles", items), nil
		},
	}.Operation(),
	"access-token-roles.show": pipeline.OperationOf[access]{
		Steps: []pipeline.StepOf[access]{{Name: "find the role", Run: findRole}},
		Answer: func(x *pipeline.Exchange, w *access) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(200, "role", viewRole(x, w.role)), nil
		},
	}.Operation(),
}

// access holds what the steps of an operation on an access token share.
type access struct {
	token *state.OAuthToken
	role  *state.Role
}

// onlyAdministrators asks the rule whose answer does not depend on the user here, unlike elsewhere.
func onlyAdministrators(x *pipeline.Exchange) *pipeline.Fault {
	x.Target = policy.Target{}
	return x.Demand(x.Operation.Policy)
}

// ofUser finds the access token of the path; otherwise is the fault for one that the user of the path has not given.
func ofUser(x *pipeline.Exchange, w *access, otherwise *pipeline.Fault) *pipeline.Fault {
	w.token = state.OAuthTokens.Get(x.Txn, x.Params.Get("access_token_id"))
	switch {
	case w.token == nil:
		return pipeline.NotFound("Access token not found")
	case w.token.UserID != x.Params.Get("user_id"):
		return otherwise
	}
	return nil
}

func find(x *pipeline.Exchange, w *access) *pipeline.Fault {
	return ofUser(x, w, pipeline.NotFound("%s", "Could not find: %(target)s.")) // the service's message has lost its name
}

func remove(x *pipeline.Exchange, w *access) *pipeline.Fault {
	if f := ofUser(x, w, record.Unauthorised(x)); f != nil {
		return f
	}
	withdraw(x, w.token)
	return nil
}

// withdraw deletes an access token, and with it the tokens of the service's own that it gave.
func withdraw(x *pipeline.Exchange, t *state.OAuthToken) {
	state.OAuthTokens.Delete(x.Txn, t.ID)
	record.RevokeOf(x.Txn, t.UserID, func(given *state.Token) bool { return given.AccessID == t.ID })
}

func findRole(x *pipeline.Exchange, w *access) *pipeline.Fault {
	if f := ofUser(x, w, record.Unauthorised(x)); f != nil {
		return f
	}
	id := x.Params.Get("role_id")
	for _, given := range w.token.Roles {
		if w.role = state.Roles.Get(x.Txn, given); given == id && w.role != nil {
			return nil
		}
	}
	return record.Missing("role", id)
}

type shown struct {
	ID         string     `json:"id"`
	ConsumerID string     `json:"consumer_id"`
	ProjectID  string     `json:"project_id"`
	UserID     string     `json:"authorizing_user_id"`
	Expires    string     `json:"expires_at"`
	Links      tokenLinks `json:"links"`
}

type tokenLinks struct {
	Roles string `json:"roles"`
	Self  string `json:"self"`
}

func view(x *pipeline.Exchange, t *state.OAuthToken) *shown {
	at := x.Base + "/users/" + t.UserID + path + "/access_tokens/" + t.ID
	return &shown{t.ID, t.ConsumerID, t.ProjectID, t.UserID, record.Stamp(t.Expires), tokenLinks{at + "/roles", at}}
}

type shownRole struct {
	ID       string         `json:"id"`
	Name     string         `json:"name"`
	DomainID *string        `json:"domain_id"`
	Options  record.Options `json:"options"`
	Links    record.Links   `json:"links"`
}

func viewRole(x *pipeline.Exchange, r *state.Role) *shownRole {
	full := assignments.View(x, r)
	return &shownRole{full.ID, full.Name, full.DomainID, full.Options, full.Links}
}

// Proven is the access token with which a request for a token of the service's own is signed.
func Proven(x *pipeline.Exchange) (*state.OAuthToken, *pipeline.Fault) {
	p, f := readParameters(x)
	if f != nil {
		return nil, f
	}
	if f := p.given("oauth_token"); f != nil {
		return nil, f
	}
	token := state.OAuthTokens.Get(x.Txn, p.token())
	switch {
	case token == nil:
		return nil, pipeline.NotFound("Access token not found")
	case x.Now().After(token.Expires):
		return nil, record.Unauthorised(x)
	}
	consumer := state.OAuthConsumers.Get(x.Txn, p.consumer())
	if p.sound(x.Now()) != nil || consumer == nil || !p.signed(x, consumer, token.Secret) {
		return nil, record.Unauthorised(x)
	}
	return token, nil
}

// Summary is what a token says of its access token.
type Summary struct {
	ID       string `json:"access_token_id"`
	Consumer string `json:"consumer_id"`
}

// Summarise is what a token says of its access token, nil without one.
func Summarise(x *pipeline.Exchange, token *state.Token) *Summary {
	t := state.OAuthTokens.Get(x.Txn, token.AccessID)
	if t == nil {
		return nil
	}
	return &Summary{t.ID, t.ConsumerID}
}
