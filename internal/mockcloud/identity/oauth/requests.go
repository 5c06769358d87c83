package oauth

import (
	"fmt"
	"slices"
	"time"

	"plumbline/internal/mockcloud/held"
	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// How long tokens last that were asked for, and those that give access.
const (
	requestLasts = 8 * time.Hour
	accessLasts  = 24 * time.Hour
)

// requestOperations holds what a consumer and its user do for an access token.
var requestOperations = map[string]pipeline.Operation{
	"oauth-request-tokens.create": pipeline.OperationOf[asked]{
		Steps: []pipeline.StepOf[asked]{
			{Name: "read the header", Run: readHeader("oauth_consumer_key")},
			{Name: "find the project and the consumer", Run: findRequested},
			{Name: "check the signature", Run: checkRequest},
		},
		Answer: func(x *pipeline.Exchange, w *asked) (*pipeline.Response, *pipeline.Fault) {
			t := newToken(x, requestLasts)
			t.ConsumerID, t.ProjectID = w.consumer.ID, w.project
			state.OAuthRequests.Insert(x.Txn, t)
			return inForm(t), nil
		},
	}.Operation(),
	"oauth-request-tokens.authorize": pipeline.OperationOf[consent]{
		Steps: []pipeline.StepOf[consent]{{Name: "authorise the token", Run: authorise}},
		Answer: func(_ *pipeline.Exchange, w *consent) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(200, "token", verified{w.token.Verifier}), nil
		},
	}.Operation(),
	"oauth-access-tokens.create": pipeline.OperationOf[asked]{
		Steps: []pipeline.StepOf[asked]{
			{Name: "read the header", Run: readHeader("oauth_consumer_key", "oauth_token", "oauth_verifier")},
			{Name: "find what the user has authorised", Run: findAuthorised},
			{Name: "check the signature", Run: checkAuthorised},
		},
		Answer: func(x *pipeline.Exchange, w *asked) (*pipeline.Response, *pipeline.Fault) {
			t := newToken(x, accessLasts)
			t.ConsumerID, t.ProjectID, t.UserID, t.Roles = w.request.ConsumerID, w.request.ProjectID, w.request.UserID, w.request.Roles
			state.OAuthRequests.Delete(x.Txn, w.request.ID)
			state.OAuthTokens.Insert(x.Txn, t)
			return inForm(t), nil
		},
	}.Operation(),
}

// asked holds what the steps of a consumer's request share.
type asked struct {
	parameters parameters
	consumer   *state.OAuthConsumer
	// project is the one that a new token is for, request the token that the consumer has.
	project string
	request *state.OAuthToken
}

func newToken(x *pipeline.Exchange, lasts time.Duration) *state.OAuthToken {
	return &state.OAuthToken{ID: x.Env.IDs.Hex(), Secret: x.Env.IDs.Hex(), Expires: x.Now().Add(lasts)}
}

// inForm answers a token as a form, RFC 5849 section 2.1.
func inForm(t *state.OAuthToken) *pipeline.Response {
	return &pipeline.Response{
		Status: 201, ContentType: "application/x-www-form-urlencoded",
		Raw: fmt.Appendf(nil, "oauth_token=%s&oauth_token_secret=%s&oauth_expires_at=%s", t.ID, t.Secret, record.Stamp(t.Expires)),
	}
}

func readHeader(needed ...string) func(*pipeline.Exchange, *asked) *pipeline.Fault {
	return func(x *pipeline.Exchange, w *asked) (f *pipeline.Fault) {
		if w.parameters, f = readParameters(x); f != nil {
			return f
		}
		return w.parameters.given(needed...)
	}
}

func findRequested(x *pipeline.Exchange, w *asked) *pipeline.Fault {
	if w.project = x.Header("Requested-Project-Id"); w.project == "" {
		return record.Expecting("Requested-Project-Id", "request")
	}
	if _, f := record.Project(x, w.project); f != nil {
		return f
	}
	if w.consumer = state.OAuthConsumers.Get(x.Txn, w.parameters.consumer()); w.consumer == nil {
		return record.Missing("consumer", w.parameters.consumer())
	}
	return nil
}

// checkRequest checks form and signature: what is wrong with the form is told, a wrong signature is not.
func checkRequest(x *pipeline.Exchange, w *asked) *pipeline.Fault {
	f := w.parameters.sound(x.Now())
	switch {
	case f != nil:
		return f
	case w.parameters["oauth_callback"] == "":
		return invalid("request", "Missing callback URI.")
	case !w.parameters.signed(x, w.consumer, ""):
		return record.Unauthorised(x)
	}
	return nil
}

func findAuthorised(x *pipeline.Exchange, w *asked) *pipeline.Fault {
	w.request = state.OAuthRequests.Get(x.Txn, w.parameters.token())
	switch {
	case w.request == nil:
		return pipeline.NotFound("Request token not found")
	case x.Now().After(w.request.Expires):
		return record.Unauthorised(x)
	}
	return nil
}

func checkAuthorised(x *pipeline.Exchange, w *asked) *pipeline.Fault {
	if f := w.parameters.sound(x.Now()); f != nil {
		return f
	}
	w.consumer = state.OAuthConsumers.Get(x.Txn, w.parameters.consumer())
	if w.consumer == nil || w.request.ConsumerID != w.consumer.ID || w.request.Verifier != w.parameters.verifier() ||
		!w.parameters.signed(x, w.consumer, w.request.Secret) {
		return record.Unauthorised(x)
	}
	return nil
}

// consent is a user's consent to the access that a consumer asks for.
type consent struct {
	Roles []struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	} `body:"roles"`
	token *state.OAuthToken
}

type verified struct {
	Verifier string `json:"oauth_verifier"`
}

func authorise(x *pipeline.Exchange, w *consent) *pipeline.Fault {
	if isDelegated(x) {
		return pipeline.Forbidden("You are not authorized to perform the requested action.")
	}
	found := state.OAuthRequests.Get(x.Txn, x.Params.Get("request_token_id"))
	switch {
	case found == nil:
		return pipeline.NotFound("Request token not found")
	case x.Now().After(found.Expires):
		return record.Unauthorised(x)
	}
	authorised := *found
	authorised.UserID, authorised.Roles = x.Caller.UserID, nil
	own := held.Roles(x.Txn, x.Caller.UserID, held.Scope{ProjectID: found.ProjectID})
	for _, r := range w.Roles {
		id := r.ID
		if id == "" {
			role := state.Roles.FirstByKey(x.Txn, "name", r.Name)
			if role == nil {
				return pipeline.NotFound("Role %s is not defined", r.Name)
			}
			id = role.ID
		}
		if !slices.Contains(own, id) {
			return record.Unauthorised(x)
		}
		if !slices.Contains(authorised.Roles, id) {
			authorised.Roles = append(authorised.Roles, id)
		}
	}
	authorised.Verifier = x.Env.IDs.Secret(verifierLength)
	state.OAuthRequests.Insert(x.Txn, &authorised)
	w.token = &authorised
	return nil
}

// verifierLength is the number of letters and digits of a verifier.
const verifierLength = 8

// isDelegated tells whether the caller's token acts for somebody.
func isDelegated(x *pipeline.Exchange) bool {
	t := state.Tokens.Get(x.Txn, x.Caller.Token)
	return t != nil && (t.TrustID != "" || t.AccessID != "")
}
