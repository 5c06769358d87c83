package identity

import (
	"maps"
	"slices"
	"strings"
	"time"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/collection"
	"plumbline/internal/mockcloud/identity/assignments"
	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// userRequest is the object under "user"; the domain can be set at creation only.
type userRequest struct {
	Name           body.Opt[string] `json:"name"`
	Password       body.Opt[string] `json:"password"`
	Email          body.Opt[string] `json:"email"`
	Description    body.Opt[string] `json:"description"`
	DefaultProject body.Opt[string] `json:"default_project_id"`
	DomainID       body.Opt[string] `json:"domain_id"`
	Enabled        body.Opt[bool]   `json:"enabled"`
	Options        record.Further   `json:"options"`
	More           record.Further   `json:"*"`
}

// noDomain is the domain of a request that names none.
var noDomain body.Opt[string]

var users = collection.Of[state.User, userRequest, userRequest]{
	In: record.Plain, Noun: "user", Plural: "users", Table: state.Users, Filters: []string{"name", "domain_id", "enabled"},
	Lists: func(x *pipeline.Exchange, u *state.User) bool { return ofScope(x, u.DomainID) },
	Order: func(a, b *state.User) int { return record.Compare(a.Name, b.Name) },
	View:  func(x *pipeline.Exchange, u *state.User) any { return viewUser(x, u) },
	Changed: func(x *pipeline.Exchange, u *state.User) any {
		view := viewUser(x, u)
		view.Changed = &changedExtra{view.Email, view.Description, u.Extra}
		return view
	},
	New: newUser, Change: changeUser, Unique: userUnique, Then: userChanged,
	Deletes: true, With: withUser,
}

// listedUsers are the operations of users; lists are asked for passwords that expire, which those of the mock do not.
var listedUsers = func() pipeline.OperationSet {
	set := users.Operations()
	list := set.Operations["users.list"]
	all := list.Answer
	list.Answer = func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		asked := x.Request.URL.Query()["password_expires_at"]
		for _, text := range asked {
			if !isExpiry(text) {
				return nil, pipeline.BadRequest("Timestamp not in expected format. The server could not comply with the request since it is " +
					"either malformed or otherwise incorrect. The client is assumed to be in error.")
			}
		}
		if asked != nil {
			return users.List(x, func(*state.User) bool { return false })
		}
		return all(x)
	}
	set.Operations["users.list"] = list
	return set
}()

// isExpiry tells whether a text is a time, with or without a comparison in front of it: lt:2030-01-01T00:00:00Z.
func isExpiry(text string) bool {
	compared, rest, _ := strings.Cut(text, ":")
	if slices.Contains([]string{"lt", "lte", "gt", "gte", "eq", "neq"}, compared) {
		text = rest
	}
	return slices.ContainsFunc([]string{time.DateOnly, "2006-01-02T15:04:05", time.RFC3339}, func(form string) bool {
		_, err := time.Parse(form, text)
		return err == nil
	})
}

var userOperations = map[string]pipeline.Operation{
	"users.change-password": pipeline.OperationOf[passwordChange]{
		Steps: []pipeline.StepOf[passwordChange]{{Name: "change the password", Run: changePassword}},
		Answer: func(x *pipeline.Exchange, _ *passwordChange) (*pipeline.Response, *pipeline.Fault) {
			return record.NoContent(x)
		},
	}.Operation(),
	"user-projects.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		user, f := users.Find(x)
		if f != nil {
			return nil, f
		}
		return projects.List(x, assignments.ProjectsOf(x, user.ID))
	}},
}

func newUser(x *pipeline.Exchange, r *userRequest) (*state.User, *pipeline.Fault) {
	domain, f := domainOf(x, r.DomainID)
	if f != nil {
		return nil, f
	}
	u := &state.User{ID: x.Env.IDs.Hex(), DomainID: domain, Enabled: true}
	return u, fillUser(x, u, r)
}

func changeUser(x *pipeline.Exchange, u *state.User, r *userRequest) *pipeline.Fault {
	if r.DomainID.Given() && r.DomainID.Or("") != u.DomainID {
		return pipeline.BadRequest("Cannot change Domain ID")
	}
	if f := record.KeepsID(r.More, u.ID); f != nil {
		return f
	}
	return fillUser(x, u, r)
}

func fillUser(x *pipeline.Exchange, u *state.User, r *userRequest) *pipeline.Fault {
	if id := r.DefaultProject.Or(""); state.Domains.Get(x.Txn, id) != nil {
		return pipeline.BadRequest("User's default project ID cannot be a domain ID: %s", id)
	}
	record.SetName(r.Name, &u.Name)
	r.Password.Set(&u.Password)
	r.Email.SetOrClear(&u.Email)
	r.Description.SetOrClear(&u.Description)
	r.DefaultProject.Set(&u.DefaultProjectID)
	if r.DefaultProject.IsNull() {
		u.DefaultProjectID = ""
	}
	r.Enabled.Set(&u.Enabled)
	r.Options.AddTo(&u.Options)
	maps.DeleteFunc(u.Options, func(_ string, value state.JSON) bool { return value == state.Null })
	r.More.AddTo(&u.Extra, "id", "links")
	return nil
}

func userUnique(x *pipeline.Exchange, u *state.User) *pipeline.Fault {
	for other := range state.Users.ByKey(x.Txn, "name", u.Name) {
		if other.DomainID == u.DomainID && other.ID != u.ID {
			return record.Taken("user", "Duplicate entry found with name %s at domain ID %s", u.Name, u.DomainID)
		}
	}
	return nil
}

// userChanged revokes the user's tokens if the password changed or the user was disabled.
func userChanged(x *pipeline.Exchange, before, after *state.User) {
	if after.Password != before.Password || !after.Enabled {
		record.RevokeOf(x.Txn, after.ID, nil)
	}
}

// withUser deletes what a deleted user had: tokens, role assignments, memberships, credentials and trusts.
func withUser(x *pipeline.Exchange, u *state.User) {
	record.RevokeOf(x.Txn, u.ID, nil)
	assignments.Forget(x, func(a *state.Assignment) bool { return a.UserID == u.ID })
	for _, m := range state.Memberships.List(x.Txn, "user", u.ID) {
		state.Memberships.Delete(x.Txn, m.ID())
	}
	for _, c := range state.Credentials.List(x.Txn, "user", u.ID) {
		state.Credentials.Delete(x.Txn, c.ID)
	}
	for _, c := range state.ApplicationCredentials.List(x.Txn, "user", u.ID) {
		state.ApplicationCredentials.Delete(x.Txn, c.ID)
	}
	for _, r := range state.AccessRules.List(x.Txn, "user", u.ID) {
		state.AccessRules.Delete(x.Txn, r.ID)
	}
	for _, t := range slices.Collect(state.Trusts.All(x.Txn)) {
		if t.TrustorID == u.ID || t.TrusteeID == u.ID {
			state.Trusts.Delete(x.Txn, t.ID)
		}
	}
}

// passwordChange holds the values that the steps of users.change-password share.
type passwordChange struct {
	Request struct {
		Original string `json:"original_password"`
		Password string `json:"password"`
	} `body:"user"`
}

// changePassword sets a new password and revokes the user's tokens. It needs no token: the request contains the old password.
func changePassword(x *pipeline.Exchange, w *passwordChange) *pipeline.Fault {
	user := state.Users.Get(x.Txn, x.Params.Get("user_id"))
	if user == nil || !user.Enabled || user.Password == "" || w.Request.Original != user.Password {
		return record.Unauthorised(x)
	}
	changed := *user
	changed.Password = w.Request.Password
	state.Users.Insert(x.Txn, &changed)
	record.RevokeOf(x.Txn, user.ID, nil)
	return nil
}

// userView is a user; keys without a value, such as a missing e-mail address, are left out.
type userView struct {
	ID              string        `json:"id"`
	Name            string        `json:"name"`
	DomainID        string        `json:"domain_id"`
	Enabled         bool          `json:"enabled"`
	PasswordExpires *string       `json:"password_expires_at"`
	Options         state.Extra   `json:"options"`
	Links           record.Links  `json:"links"`
	Email           *string       `json:"email,omitzero"`
	Description     *string       `json:"description,omitzero"`
	DefaultProject  *string       `json:"default_project_id,omitzero"`
	Changed         *changedExtra `json:"extra,omitzero"`
	Extra           state.Extra   `json:"*"`
}

func viewUser(x *pipeline.Exchange, u *state.User) *userView {
	return &userView{
		ID: u.ID, Name: u.Name, DomainID: u.DomainID, Enabled: u.Enabled, Links: record.SelfLinks(x, "/users/"+u.ID), Options: u.Options,
		Email: u.Email, Description: u.Description, DefaultProject: record.OrNull(u.DefaultProjectID),
		Extra: u.Extra,
	}
}

// systems is the list of systems in which a caller has roles: the only one, or none. Roles of groups do not count.
type systems struct {
	System []record.Everything `json:"system"`
	Links  record.Links        `json:"links"`
}

// selfOperations are the operations about the caller's own scopes and catalogue.
var selfOperations = map[string]pipeline.Operation{
	"auth-projects.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return projects.List(x, assignments.ProjectsOf(x, x.Caller.UserID))
	}},
	"auth-domains.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return domains.List(x, assignments.DomainsOf(x, x.Caller.UserID))
	}},
	"auth-system.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		answer := systems{Links: record.SelfLinks(x, "/auth/system")}
		own := func(a *state.Assignment) bool { return a.System }
		if slices.ContainsFunc(state.Assignments.List(x.Txn, "user", x.Caller.UserID), own) {
			answer.System = []record.Everything{{All: true}}
		}
		return pipeline.Body(200, answer), nil
	}},
}
