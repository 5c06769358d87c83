package identity

import (
	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/internal/collection"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// userRequest is the object under "user"; the domain is given once.
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
	Noun: "user", Plural: "users", Param: "user_id", Table: state.Users, Missing: missing, Enclose: enclose,
	Filters: map[string]func(*state.User, string) bool{
		"name":      collection.Is(func(u *state.User) string { return u.Name }),
		"domain_id": collection.Is(func(u *state.User) string { return u.DomainID }),
		"enabled":   func(u *state.User, wanted string) bool { return meansEnabled(wanted) == u.Enabled },
	},
	Order: func(a, b *state.User) int { return compare(a.Name, b.Name) },
	View:  viewUser, Changed: viewChangedUser,
	New: newUser, Change: changeUser, Unique: userUnique, Then: userChanged,
	Deletes: true, With: withUser,
}

var userOperations = map[string]pipeline.Operation{
	"users.change-password": pipeline.OperationOf[passwordChange]{
		Steps:  []pipeline.StepOf[passwordChange]{{Name: "change the password", Run: changePassword}},
		Answer: func(x *pipeline.Exchange, _ *passwordChange) (*pipeline.Response, *pipeline.Fault) { return done(x) },
	}.Operation(),
	"user-projects.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		user, f := users.Find(x)
		if f != nil {
			return nil, f
		}
		return projects.List(x, hasRoleIn(x, user.ID))
	}},
}

// hasRoleIn tells of projects whether the user has a role there.
func hasRoleIn(x *pipeline.Exchange, userID string) func(*state.Project) bool {
	in := map[string]bool{}
	for a := range state.Assignments.Each(x.Txn, "user", userID) {
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
	changeUser(u, r)
	return u, nil
}

func changeUser(u *state.User, r *userRequest) {
	r.Name.Set(&u.Name)
	r.Password.Set(&u.Password)
	r.Email.Set(&u.Email)
	r.Description.Set(&u.Description)
	r.DefaultProject.Set(&u.DefaultProjectID)
	r.Enabled.Set(&u.Enabled)
}

func userUnique(x *pipeline.Exchange, u *state.User) *pipeline.Fault {
	for other := range state.Users.Each(x.Txn, "name", u.Name) {
		if other.DomainID == u.DomainID && other.ID != u.ID {
			return pipeline.Conflict("Conflict occurred attempting to store user - Duplicate entry found with name %s at domain ID %s.", u.Name, u.DomainID)
		}
	}
	return nil
}

// userChanged ends the user's tokens where the password is a new one, or the user is disabled.
func userChanged(x *pipeline.Exchange, before, after *state.User) {
	if after.Password != before.Password || !after.Enabled {
		revokeOf(x.Txn, after.ID, nil)
	}
}

// withUser ends the user's tokens, and takes the user's roles away.
func withUser(x *pipeline.Exchange, u *state.User) {
	revokeOf(x.Txn, u.ID, nil)
	for _, a := range state.Assignments.List(x.Txn, "user", u.ID) {
		state.Assignments.Delete(x.Txn, a.ID())
	}
}

// passwordChange is the work of users.change-password.
type passwordChange struct {
	Request struct {
		Original string `json:"original_password"`
		Password string `json:"password"`
	} `body:"user"`
}

// changePassword needs no token: the old password is the proof. It ends the user's tokens.
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

// viewChangedUser has the key extra, which is in the answer to a change only.
func viewChangedUser(x *pipeline.Exchange, u *state.User) map[string]any {
	view, extra := viewUser(x, u), map[string]any{}
	for _, key := range []string{"email", "description"} {
		if value, ok := view[key]; ok {
			extra[key] = value
		}
	}
	view["extra"] = extra
	return view
}

// viewUser shows what was given only: no key for an e-mail address that there is none of.
func viewUser(x *pipeline.Exchange, u *state.User) map[string]any {
	view := map[string]any{
		"id": u.ID, "name": u.Name, "domain_id": u.DomainID, "enabled": u.Enabled,
		"password_expires_at": nil, "options": map[string]any{}, "links": self(x, "/users/"+u.ID),
	}
	for key, value := range map[string]string{
		"email": u.Email, "description": u.Description, "default_project_id": u.DefaultProjectID,
	} {
		if value != "" {
			view[key] = value
		}
	}
	return view
}

// selfOperations are what callers may ask about themselves.
var selfOperations = map[string]pipeline.Operation{
	"auth-projects.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return projects.List(x, hasRoleIn(x, x.Caller.UserID))
	}},
	"auth-domains.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		var items []any
		for a := range state.Assignments.Each(x.Txn, "user", x.Caller.UserID) {
			if d := state.Domains.Get(x.Txn, a.DomainID); d != nil {
				items = append(items, viewDomain(x, d))
			}
		}
		return enclose(x, "domains", items)
	}},
	"auth-system.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		items := []any{}
		if len(rolesIn(x, x.Caller.UserID, scope{system: true})) > 0 {
			items = append(items, map[string]any{"all": true})
		}
		return pipeline.Body(200, map[string]any{"system": items, "links": self(x, "/auth/system")}), nil
	}},
}
