package record

import (
	"net/http"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Malformed is the end of Keystone's messages about invalid bodies.
const Malformed = " The server could not comply with the request since it is either malformed or otherwise incorrect. " +
	"The client is assumed to be in error."

// Expecting is the fault for something that a request lacks.
func Expecting(what, where string) *pipeline.Fault {
	return pipeline.BadRequest("%s", "Expecting to find "+what+" in "+where+"."+Malformed)
}

// Lacking is the fault for a field that refers to something unknown.
func Lacking(noun, field string) *pipeline.Fault { return Expecting(field, noun) }

// Unauthorised is Keystone's only 401: it never contains the reason.
func Unauthorised(x *pipeline.Exchange) *pipeline.Fault {
	return &pipeline.Fault{
		Status:  http.StatusUnauthorized,
		Message: "The request you have made requires authentication.",
		Header:  http.Header{"Www-Authenticate": {`Keystone uri="` + x.Root + Prefix + `/v3"`}},
	}
}

// Missing is the fault for a record that does not exist.
func Missing(noun, id string) *pipeline.Fault {
	if said, other := called[noun]; other {
		return pipeline.NotFound(said, id)
	}
	return pipeline.NotFound("Could not find %s: %s.", noun, id)
}

// called is how messages call nouns otherwise.
var called = map[string]string{
	"registered_limit": "Could not find registered limit for %s.", "limit": "Could not find limit for %s.",
	"endpoint_group": "Could not find Endpoint Group: %s.", "application_credential": "Could not find Application Credential: %s.",
	"access_rule":       "Could not find Access Rule: %s.",
	"identity_provider": "Could not find Identity Provider: %s.", "service_provider": "Could not find Service Provider: %s.",
	"consumer": "Consumer not found%.0s",
}

// Denied is the fault for something that may not be done.
func Denied(action string) *pipeline.Fault {
	return pipeline.Forbidden("You are not authorized to perform the requested action: %s.", action)
}

// Taken is the fault for a record that conflicts with another.
func Taken(noun, format string, args ...any) *pipeline.Fault {
	f := pipeline.Conflict(format, args...)
	f.Message = "Conflict occurred attempting to store " + noun + " - " + f.Message + "."
	return f
}

// find finds a record of a table.
func find[T any](x *pipeline.Exchange, table *state.Table[T], noun, id string) (*T, *pipeline.Fault) {
	if r := table.Get(x.Txn, id); r != nil {
		return r, nil
	}
	return nil, Missing(noun, id)
}

// User finds a user.
func User(x *pipeline.Exchange, id string) (*state.User, *pipeline.Fault) {
	return find(x, state.Users, "user", id)
}

// Group finds a group.
func Group(x *pipeline.Exchange, id string) (*state.Group, *pipeline.Fault) {
	return find(x, state.Groups, "group", id)
}

// Role finds a role.
func Role(x *pipeline.Exchange, id string) (*state.Role, *pipeline.Fault) {
	return find(x, state.Roles, "role", id)
}

// Domain finds a domain.
func Domain(x *pipeline.Exchange, id string) (*state.Domain, *pipeline.Fault) {
	return find(x, state.Domains, "domain", id)
}

// Project finds a project: a domain is one, too.
func Project(x *pipeline.Exchange, id string) (*state.Project, *pipeline.Fault) {
	if d := state.Domains.Get(x.Txn, id); d != nil {
		return AsProject(d), nil
	}
	return find(x, state.Projects, "project", id)
}

// AsProject is a domain as a project.
func AsProject(d *state.Domain) *state.Project {
	return &state.Project{
		ID: d.ID, Name: d.Name, Description: d.Description, Enabled: d.Enabled, Tags: d.Tags, Extra: d.Extra, Immutable: d.Immutable,
	}
}

// Revoke deletes a token, and records that it was revoked: it is answered differently from an unknown one.
func Revoke(txn *state.Txn, token *state.Token) {
	state.Tokens.Delete(txn, token.ID)
	state.RevokedTokens.Insert(txn, &state.Revoked{ID: token.ID})
}

// RevokeOf revokes the tokens of a user that meet a condition; nil stands for all.
func RevokeOf(txn *state.Txn, userID string, which func(*state.Token) bool) {
	for _, t := range state.Tokens.List(txn, "user", userID) {
		if which == nil || which(t) {
			Revoke(txn, t)
		}
	}
}
