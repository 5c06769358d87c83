package identity

import (
	"slices"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

var userOperations = map[string]pipeline.Operation{
	"users.list": {Answer: listUsers},
	"users.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		user, fault := userOf(x)
		if fault != nil {
			return nil, fault
		}
		return pipeline.Answer(200, "user", viewUser(x, user)), nil
	}},
	"users.create": {
		Steps: []pipeline.Step{{Name: "create the user", Run: createUser}},
		Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(201, "user", viewUser(x, pipeline.Work[state.User](x))), nil
		},
	},
	"users.update": {
		Steps: []pipeline.Step{{Name: "change the user", Run: updateUser}},
		Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			view := viewUser(x, pipeline.Work[state.User](x))
			extra := map[string]any{} // in the answer to a change only
			for _, key := range []string{"email", "description"} {
				if value, ok := view[key]; ok {
					extra[key] = value
				}
			}
			view["extra"] = extra
			return pipeline.Answer(200, "user", view), nil
		},
	},
	"users.delete": {
		Steps:  []pipeline.Step{{Name: "delete the user", Run: deleteUser}},
		Answer: done,
	},
	"users.change-password": {
		Steps:  []pipeline.Step{{Name: "change the password", Run: changePassword}},
		Answer: done,
	},
	"user-projects.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		user, fault := userOf(x)
		if fault != nil {
			return nil, fault
		}
		return listProjects(x, hasRoleIn(x, user.ID))
	}},
}

func userOf(x *pipeline.Exchange) (*state.User, *pipeline.Fault) {
	id := x.Params.Get("user_id")
	user := state.Users.Get(x.Txn, id)
	if user == nil {
		return nil, missing("user", id)
	}
	return user, nil
}

// hasRoleIn tells of projects whether the user has a role there.
func hasRoleIn(x *pipeline.Exchange, userID string) func(*state.Project) bool {
	in := map[string]bool{}
	for a := range state.Assignments.Each(x.Txn, "user", userID) {
		in[a.ProjectID] = true
	}
	return func(p *state.Project) bool { return in[p.ID] }
}

func createUser(x *pipeline.Exchange) *pipeline.Fault {
	body := x.Inner("user")
	domain, fault := domainOf(x, body)
	if fault != nil {
		return fault
	}
	u := pipeline.Work[state.User](x)
	*u = state.User{ID: x.Env.IDs.Hex(), DomainID: domain, Enabled: true}
	return storeUser(x, u, body)
}

// updateUser changes a user; a new password, or being disabled, ends the user's tokens.
func updateUser(x *pipeline.Exchange) *pipeline.Fault {
	before, fault := userOf(x)
	if fault != nil {
		return fault
	}
	u := pipeline.Work[state.User](x)
	*u = *before
	if fault := storeUser(x, u, x.Inner("user")); fault != nil {
		return fault
	}
	if u.Password != before.Password || !u.Enabled {
		revokeOf(x.Txn, u.ID, nil)
	}
	return nil
}

func storeUser(x *pipeline.Exchange, u *state.User, body map[string]any) *pipeline.Fault {
	for key, field := range map[string]*string{
		"name": &u.Name, "password": &u.Password, "email": &u.Email, "description": &u.Description,
		"default_project_id": &u.DefaultProjectID,
	} {
		if value, ok := text(body, key); ok {
			*field = value
		}
	}
	if enabled, ok := body["enabled"].(bool); ok {
		u.Enabled = enabled
	}
	for other := range state.Users.Each(x.Txn, "name", u.Name) {
		if other.DomainID == u.DomainID && other.ID != u.ID {
			return pipeline.Conflict("Conflict occurred attempting to store user - Duplicate entry found with name %s at domain ID %s.", u.Name, u.DomainID)
		}
	}
	state.Users.Insert(x.Txn, u)
	return nil
}

func deleteUser(x *pipeline.Exchange) *pipeline.Fault {
	user, fault := userOf(x)
	if fault != nil {
		return fault
	}
	revokeOf(x.Txn, user.ID, nil)
	for _, a := range state.Assignments.List(x.Txn, "user", user.ID) {
		state.Assignments.Delete(x.Txn, a.ID())
	}
	state.Users.Delete(x.Txn, user.ID)
	return nil
}

// changePassword needs no token: the old password is the proof. It ends the user's tokens.
func changePassword(x *pipeline.Exchange) *pipeline.Fault {
	user := state.Users.Get(x.Txn, x.Params.Get("user_id"))
	body := x.Inner("user")
	original, _ := text(body, "original_password")
	if user == nil || !user.Enabled || user.Password == "" || original != user.Password {
		return unauthorised(x)
	}
	changed := *user
	changed.Password, _ = text(body, "password")
	state.Users.Insert(x.Txn, &changed)
	revokeOf(x.Txn, user.ID, nil)
	return nil
}

func listUsers(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	var found []*state.User
	for u := range state.Users.All(x.Txn) {
		if matches(x, "name", u.Name) && matches(x, "domain_id", u.DomainID) && matchesEnabled(x, u.Enabled) {
			found = append(found, u)
		}
	}
	slices.SortStableFunc(found, func(a, b *state.User) int { return compare(a.Name, b.Name) })
	var items []any
	for _, u := range found {
		items = append(items, viewUser(x, u))
	}
	return collection(x, "users", items)
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
		return listProjects(x, hasRoleIn(x, x.Caller.UserID))
	}},
	"auth-domains.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		var items []any
		for a := range state.Assignments.Each(x.Txn, "user", x.Caller.UserID) {
			if d := state.Domains.Get(x.Txn, a.DomainID); d != nil {
				items = append(items, viewDomain(x, d))
			}
		}
		return collection(x, "domains", items)
	}},
	"auth-system.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		items := []any{}
		if len(rolesIn(x, x.Caller.UserID, scope{system: true})) > 0 {
			items = append(items, map[string]any{"all": true})
		}
		return pipeline.Body(200, map[string]any{"system": items, "links": self(x, "/auth/system")}), nil
	}},
}
