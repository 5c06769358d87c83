package identity

import (
	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/internal/collection"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
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
}

var users = collection.Of[state.User, userRequest, userRequest]{
	In: plain, Noun: "user", Plural: "users", Table: state.Users, Filters: []string{"name", "domain_id", "enabled"},
	Order: func(a, b *state.User) int { return compare(a.Name, b.Name) },
	View:  func(x *pipeline.Exchange, u *state.User) any { return viewUser(x, u) },
	Changed: func(x *pipeline.Exchange, u *state.User) any {
		view := viewUser(x, u)
		view.Extra = &extra{u.Email, u.Description}
		return view
	},
	New: newUser, Change: changeUser, Unique: userUnique, Then: userChanged,
	Deletes: true, With: withUser,
}

var userOperations = map[string]pipeline.Operation{
	"users.change-password": pipeline.OperationOf[passwordChange]{
		Steps: []pipeline.StepOf[passwordChange]{{Name: "change the password", Run: changePassword}},
		Answer: func(x *pipeline.Exchange, _ *passwordChange) (*pipeline.Response, *pipeline.Fault) {
			return answerNoContent(x)
		},
	}.Operation(),
	"user-projects.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		user, f := users.Find(x)
		if f != nil {
			return nil, f
		}
		return projects.List(x, hasRoleIn(x, user.ID))
	}},
}

// hasRoleIn makes a predicate that tells whether the user has a role in a project.
func hasRoleIn(x *pipeline.Exchange, userID string) func(*state.Project) bool {
	in := map[string]bool{}
	for a := range state.Assignments.ByKey(x.Txn, "user", userID) {
		in[a.ProjectID] = true
	}
	return func(p *state.Project) bool { return in[p.ID] }
}

func newUser(x *pipeline.Exchange, r *userRequest) (*state.User, *pipeline.Fault) {
	domain, f := domainOf(x, r.DomainID)
	if f != nil {
		return nil, f
	}
	u := &state.User{ID: x.Env.IDs.Hex(), DomainID: domain, Enabled: true}
	return u, changeUser(x, u, r)
}

func changeUser(_ *pipeline.Exchange, u *state.User, r *userRequest) *pipeline.Fault {
	r.Name.Set(&u.Name)
	r.Password.Set(&u.Password)
	r.Email.Set(&u.Email)
	r.Description.Set(&u.Description)
	r.DefaultProject.Set(&u.DefaultProjectID)
	r.Enabled.Set(&u.Enabled)
	return nil
}

func userUnique(x *pipeline.Exchange, u *state.User) *pipeline.Fault {
	for other := range state.Users.ByKey(x.Txn, "name", u.Name) {
		if other.DomainID == u.DomainID && other.ID != u.ID {
			return pipeline.Conflict("Conflict occurred attempting to store user - Duplicate entry found with name %s at domain ID %s.", u.Name,
				u.DomainID)
		}
	}
	return nil
}

// userChanged revokes the user's tokens if the password changed or the user was disabled.
func userChanged(x *pipeline.Exchange, before, after *state.User) {
	if after.Password != before.Password || !after.Enabled {
		revokeOf(x.Txn, after.ID, nil)
	}
}

// withUser revokes a deleted user's tokens, and deletes the user's role assignments.
func withUser(x *pipeline.Exchange, u *state.User) {
	revokeOf(x.Txn, u.ID, nil)
	for _, a := range state.Assignments.List(x.Txn, "user", u.ID) {
		state.Assignments.Delete(x.Txn, a.ID())
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
		return unauthorised(x)
	}
	changed := *user
	changed.Password = w.Request.Password
	state.Users.Insert(x.Txn, &changed)
	revokeOf(x.Txn, user.ID, nil)
	return nil
}

// userView is a user; keys without a value, such as a missing e-mail address, are left out.
type userView struct {
	ID              string  `json:"id"`
	Name            string  `json:"name"`
	DomainID        string  `json:"domain_id"`
	Enabled         bool    `json:"enabled"`
	PasswordExpires *string `json:"password_expires_at"`
	Options         options `json:"options"`
	Links           links   `json:"links"`
	Email           string  `json:"email,omitzero"`
	Description     string  `json:"description,omitzero"`
	DefaultProject  string  `json:"default_project_id,omitzero"`
	Extra           *extra  `json:"extra,omitzero"`
}

// extra is in the answer to a change only.
type extra struct {
	Email       string `json:"email,omitzero"`
	Description string `json:"description,omitzero"`
}

func viewUser(x *pipeline.Exchange, u *state.User) *userView {
	return &userView{
		ID: u.ID, Name: u.Name, DomainID: u.DomainID, Enabled: u.Enabled, Links: selfLinks(x, "/users/"+u.ID),
		Email: u.Email, Description: u.Description, DefaultProject: u.DefaultProjectID,
	}
}

// systems is the list of systems in which a caller has roles: the only one, or none.
type systems struct {
	System []everything `json:"system"`
	Links  links        `json:"links"`
}

// selfOperations are the operations about the caller's own scopes and catalogue.
var selfOperations = map[string]pipeline.Operation{
	"auth-projects.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return projects.List(x, hasRoleIn(x, x.Caller.UserID))
	}},
	"auth-domains.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		var items []any
		for a := range state.Assignments.ByKey(x.Txn, "user", x.Caller.UserID) {
			if d := state.Domains.Get(x.Txn, a.DomainID); d != nil {
				items = append(items, viewDomain(x, d))
			}
		}
		return plain.AnswerList(x, "domains", items), nil
	}},
	"auth-system.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		answer := systems{Links: selfLinks(x, "/auth/system")}
		if len(rolesIn(x, x.Caller.UserID, scope{system: true})) > 0 {
			answer.System = []everything{{true}}
		}
		return pipeline.Body(200, answer), nil
	}},
}
