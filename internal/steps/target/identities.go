package target

import (
	"context"
	"fmt"
	"net/http"

	"github.com/gophercloud/gophercloud/v2"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/session"
)

// createActors creates the actors that have no given user, in projects of the run's own.
func (t *Target) createActors(ctx context.Context) error {
	roles, evidence := t.mayCreate(ctx)
	t.Known[CreateIdentities] = Capability{Name: CreateIdentities, Present: roles != nil, Evidence: evidence}
	if roles == nil || len(t.Sessions) > 0 {
		// Users given for some actors live in a project of the operator's; the suite adds no users there.
		return nil
	}
	if t.ReadOnly {
		t.wouldCreate(roles)
		return nil
	}
	projects, err := t.createProjects(ctx)
	if err != nil {
		return err
	}
	users, err := t.existing(ctx, identities[0])
	if err != nil {
		return err
	}
	for _, p := range personas {
		if p.role == "" {
			continue
		}
		role, ok := roles[p.role]
		if !ok {
			t.States[p.name] = ActorState{Reason: fmt.Sprintf("the cloud has no role %s", p.role)}
			continue
		}
		project := projects[p.other]
		s, err := t.createUser(ctx, p, project, role, users[t.Prefix()+p.name])
		if err != nil {
			return err
		}
		t.Sessions[p.name] = s
		t.States[p.name] = ActorState{Ready: true, How: fmt.Sprintf("created: user %s, role %s, %s", s.UserName, p.role, scopeOf(s))}
	}
	return nil
}

func (t *Target) wouldCreate(roles map[string]string) {
	for _, p := range personas {
		switch _, ok := roles[p.role]; {
		case p.role == "":
		case !ok:
			t.States[p.name] = ActorState{Reason: fmt.Sprintf("the cloud has no role %s", p.role)}
		default:
			t.States[p.name] = ActorState{Ready: true, How: "would be created with role " + p.role}
		}
	}
}

// mayCreate answers the roles' ids by name when the given user may manage identities: Keystone's defaults allow listing
// roles to the same users as creating users, and a list changes nothing.
func (t *Target) mayCreate(ctx context.Context) (roles map[string]string, evidence string) {
	if !t.Main.Offers(openapi.Identity) {
		return nil, "the catalogue offers no identity endpoint"
	}
	reply, err := t.Main.Call(ctx, session.Call{Role: "probe", Service: openapi.Identity, Method: http.MethodGet, Path: "/roles"})
	if err != nil {
		return nil, err.Error()
	}
	if !reply.Is(http.StatusOK) || !t.Main.Has("admin") {
		return nil, fmt.Sprintf("user %s: GET /roles answers %d, roles %v", t.Main.UserName, reply.Status, t.Main.Roles)
	}
	roles = map[string]string{}
	for _, item := range Objects(reply.JSON["roles"]) {
		if domain, _ := item["domain_id"].(string); domain == "" {
			roles[Text(item, "name")] = Text(item, "id")
		}
	}
	return roles, fmt.Sprintf("user %s: GET /roles answers 200, role admin", t.Main.UserName)
}

func (t *Target) createProjects(ctx context.Context) (map[bool]string, error) {
	out := map[bool]string{}
	have, err := t.existing(ctx, identities[1])
	if err != nil {
		return nil, err
	}
	for _, other := range []bool{false, true} {
		name := t.Prefix() + map[bool]string{false: "p", true: "q"}[other]
		id := have[name]
		if id == "" {
			if id, err = t.create(ctx, "project", "/projects", map[string]any{
				"name": name, "domain_id": t.Main.UserDomainID, "description": "made by plumbline certify, run " + t.RunID,
			}); err != nil {
				return nil, err
			}
		}
		t.removeLater("project", id, name, "/projects/"+id)
		t.removeSecurityGroups(id)
		out[other] = id
	}
	return out, nil
}

// createUser creates the user of an actor, or takes over the one of the interrupted run (resumed), with a new password.
func (t *Target) createUser(ctx context.Context, p persona, project, role, resumed string) (_ *session.Session, err error) {
	id := resumed
	password := t.Tools.Secret()
	t.Tools.Redact.AddSecrets(password)
	name := t.Prefix() + p.name
	if id != "" {
		err = t.resetPassword(ctx, id, name, password)
	} else {
		id, err = t.create(ctx, "user", "/users", map[string]any{"name": name, "domain_id": t.Main.UserDomainID, "password": password})
	}
	if err != nil {
		return nil, err
	}
	t.removeLater("user", id, name, "/users/"+id)
	scope := &gophercloud.AuthScope{ProjectID: project}
	grant := "/projects/" + project + "/users/" + id + "/roles/" + role
	if p.system {
		scope, grant = &gophercloud.AuthScope{System: true}, "/system/users/"+id+"/roles/"+role
	}
	reply, err := t.Main.Call(ctx, session.Call{Role: "setup", Service: openapi.Identity, Method: http.MethodPut, Path: grant})
	if err != nil {
		return nil, err
	}
	if !reply.Is(http.StatusNoContent) {
		return nil, fmt.Errorf("give user %s the role %s: identity answers %d %s", name, p.role, reply.Status, reply.Message())
	}
	l := t.Login
	l.Options = gophercloud.AuthOptions{IdentityEndpoint: t.Login.Options.IdentityEndpoint, UserID: id, Password: password, Scope: scope}
	l.Source = "created"
	s, err := t.open(ctx, p.name, l)
	if err == nil && id == resumed {
		err = awaitTokens(ctx, s)
	}
	return s, err
}

// create posts one identity resource and answers its id.
func (t *Target) create(ctx context.Context, kind, path string, body map[string]any) (string, error) {
	reply, err := t.Main.Call(ctx,
		session.Call{Role: "setup", Service: openapi.Identity, Method: http.MethodPost, Path: path, Body: map[string]any{kind: body}})
	if err != nil {
		return "", err
	}
	made, _ := reply.JSON[kind].(map[string]any)
	if !reply.Is(http.StatusCreated) || Text(made, "id") == "" {
		return "", fmt.Errorf("create %s %v: identity answers %d %s", kind, body["name"], reply.Status, reply.Message())
	}
	return Text(made, "id"), nil
}

// removeLater registers the removal of an identity resource.
func (t *Target) removeLater(kind, id, name, path string) {
	t.RemoveAtEnd(Removal{Kind: kind, ID: id, Name: name, Home: true, Remove: func(ctx context.Context) error {
		return Remove(ctx, t.Main, openapi.Identity, path)
	}})
}

// removeSecurityGroups removes the security groups that Neutron creates by itself for a project of the run: they are not
// deleted with the project.
func (t *Target) removeSecurityGroups(project string) {
	if !t.Main.Offers(openapi.Network) {
		return
	}
	t.RemoveAtEnd(Removal{Kind: "security groups", ID: project, Home: true, Remove: func(ctx context.Context) error {
		return removeAll(ctx, t.Main, openapi.Network, "/security-groups?project_id="+project, "security_groups", "/security-groups/",
			func(item map[string]any) bool {
				return Text(item, "project_id") == project || Text(item, "tenant_id") == project
			})
	}})
}
