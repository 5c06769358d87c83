package identity

import (
	"testing"

	"plumbline/internal/mockcloud/trial"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const v3 = "/identity/v3"

func TestAdministratorsMakeActors(t *testing.T) {
	c := trial.New(t, New)
	project := c.Do("admin", "POST", v3+"/projects", object{"project": object{"name": "p", "description": "d"}})
	require.Equal(t, 201, project.Status, project.Body)
	pid := project.Text("project", "id")
	assert.Equal(t, object{"self": "http://cloud.test/identity/v3/projects/" + pid}, project.At("project", "links"))
	user := c.Do("admin", "POST", v3+"/users", object{"user": object{"name": "u", "password": "s", "email": "x@y", "default_project_id": pid}})
	require.Equal(t, 201, user.Status, user.Body)
	uid := user.Text("user", "id")
	assert.Equal(t, "x@y", user.Text("user", "email"))

	grant := v3 + "/projects/" + pid + "/users/" + uid + "/roles/r-member"
	in := auth(password("u", "s"), object{"project": object{"id": pid}})
	assert.Equal(t, 401, c.Do("", "POST", v3+"/auth/tokens", in).Status, "no role yet")
	assert.Equal(t, 404, c.Do("admin", "HEAD", grant, nil).Status)
	assert.Equal(t, 204, c.Do("admin", "PUT", grant, nil).Status)
	assert.Equal(t, 204, c.Do("admin", "PUT", grant, nil).Status, "giving it twice is no error")
	assert.Equal(t, 204, c.Do("admin", "HEAD", grant, nil).Status)
	assert.Equal(t, []string{"member"}, c.Do("admin", "GET", v3+"/projects/"+pid+"/users/"+uid+"/roles", nil).Names("roles", "name"))
	logged := c.Do("", "POST", v3+"/auth/tokens", in)
	require.Equal(t, 201, logged.Status, logged.Body)
	unscoped := c.Do("", "POST", v3+"/auth/tokens", auth(password("u", "s"), nil))
	assert.Equal(t, pid, unscoped.Text("token", "project", "id"), "the default project is the scope when none is asked for")

	token := logged.Header.Get("X-Subject-Token")
	assert.Equal(t, []string{"p"}, c.Do(token, "GET", v3+"/auth/projects", nil).Names("projects", "name"))
	assert.Equal(t, 204, c.Do("admin", "DELETE", grant, nil).Status)
	assert.Equal(t, 404, c.Do("admin", "DELETE", grant, nil).Status)
	assert.Equal(t, 401, c.Do(token, "GET", v3+"/auth/projects", nil).Status, "the token goes with the role")
	assert.Equal(t, 204, c.Do("admin", "DELETE", v3+"/users/"+uid, nil).Status)
	assert.Equal(t, 204, c.Do("admin", "DELETE", v3+"/projects/"+pid, nil).Status)
	assert.Equal(t, 404, c.Do("admin", "GET", v3+"/projects/"+pid, nil).Status)
}

func TestSystemRoles(t *testing.T) {
	c := trial.New(t, New)
	grant := v3 + "/system/users/u-member/roles/r-reader"
	assert.Equal(t, 204, c.Do("admin", "PUT", grant, nil).Status)
	assert.Equal(t, 204, c.Do("admin", "GET", grant, nil).Status)
	assert.Equal(t, []string{"reader"}, c.Do("admin", "GET", v3+"/system/users/u-member/roles", nil).Names("roles", "name"))
	assert.Equal(t, true, c.Do("member", "GET", v3+"/auth/system", nil).At("system", 0, "all"))
	reader := c.Do("", "POST", v3+"/auth/tokens", auth(password("member", "secret"), system)).Header.Get("X-Subject-Token")
	assert.Equal(t, 200, c.Do(reader, "GET", v3+"/users", nil).Status, "a system reader may look")
	assert.Equal(t, 403, c.Do(reader, "POST", v3+"/users", object{"user": object{"name": "x"}}).Status)
	assert.Equal(t, 204, c.Do("admin", "DELETE", grant, nil).Status)
	assert.Equal(t, 404, c.Do("admin", "HEAD", grant, nil).Status)
}

func TestRefusals(t *testing.T) {
	c := trial.New(t, New)
	denied := func(rule string) string {
		return "You are not authorized to perform the requested action: identity:" + rule + "."
	}
	for _, row := range []struct {
		name, who, method, path string
		body                    any
		status                  int
		message                 string
	}{
		{"a member makes a user", "member", "POST", "/users", object{"user": object{"name": "x"}}, 403, denied("create_user")},
		{
			"a member makes a wrong user: the body comes first", "member", "POST", "/users",
			object{"user": object{}},
			400,
			"Invalid input for field/attribute user. Value: {}. 'name' is a required property",
		},
		{"a manager makes a project", "manager", "POST", "/projects", object{"project": object{"name": "x"}}, 403, denied("create_project")},
		{"a member lists users", "member", "GET", "/users", nil, 403, denied("list_users")},
		{"a member looks at another user", "member", "GET", "/users/u-admin", nil, 403, denied("get_user")},
		{"a member looks at an unknown user", "member", "GET", "/users/nope", nil, 403, denied("get_user")},
		{"an administrator looks at an unknown user", "admin", "GET", "/users/nope", nil, 404, "Could not find user: nope."},
		{"a member looks at themselves", "member", "GET", "/users/u-member", nil, 200, ""},
		{"a member looks at their project", "member", "GET", "/projects/" + trial.Demo, nil, 200, ""},
		{"a member looks at another project", "member", "GET", "/projects/" + trial.Other, nil, 403, denied("get_project")},
		{"a member gives a role", "member", "PUT", "/projects/" + trial.Demo + "/users/u-member/roles/r-admin", nil, 403, denied("create_grant")},
		{
			"a member gives a system role", "member", "PUT", "/system/users/u-member/roles/r-admin", nil, 403,
			denied("create_system_grant_for_user"),
		},
		{"an unknown role", "admin", "PUT", "/projects/" + trial.Demo + "/users/u-member/roles/nope", nil, 404, "Could not find role: nope."},
		{"an unknown user", "admin", "PUT", "/projects/" + trial.Demo + "/users/nope/roles/r-member", nil, 404, "Could not find user: nope."},
		{"an unknown project", "admin", "PUT", "/projects/nope/users/u-member/roles/r-member", nil, 404, "Could not find project: nope."},
		{
			"an unknown domain", "admin", "POST", "/users",
			object{"user": object{"name": "x", "domain_id": "nope"}},
			404,
			"Could not find domain: nope.",
		},
		{
			"a name that is taken", "admin", "POST", "/users",
			object{"user": object{"name": "member"}},
			409,
			"Conflict occurred attempting to store user - Duplicate entry found with name member at domain ID default.",
		},
		{
			"a role's name that is taken", "admin", "POST", "/roles",
			object{"role": object{"name": "member"}},
			409,
			"Conflict occurred attempting to store role - Duplicate entry found with name member.",
		},
		{
			"a number for a name", "admin", "POST", "/projects",
			object{"project": object{"name": 5}},
			400,
			"Invalid input for field/attribute name. Value: 5. 5 is not of type 'string'",
		},
		{"no token", "", "GET", "/users", nil, 401, requiresAuth},
		{
			"a wrong old password", "member", "POST", "/users/u-member/password",
			object{"user": object{"original_password": "x", "password": "y"}},
			401, requiresAuth,
		},
		{
			"no old password", "", "POST", "/users/u-member/password",
			object{"user": object{"password": "y"}},
			400,
			"Invalid input for field/attribute user. Value: {'password': 'y'}. 'original_password' is a required property",
		},
		{
			"a role that cannot be deleted", "admin", "DELETE", "/roles/r-member", nil, 403,
			"Unable to delete immutable role resource: `r-member. Set resource option \"immutable\" to false first.",
		},
		{"an unknown region", "member", "GET", "/regions/nope", nil, 404, "Could not find region: nope."},
		{"services by a member", "member", "GET", "/services", nil, 403, denied("list_services")},
	} {
		t.Run(row.name, func(t *testing.T) {
			a := c.Do(row.who, row.method, v3+row.path, row.body)
			require.Equal(t, row.status, a.Status, a.Body)
			assert.Equal(t, row.message, a.Text("error", "message"))
		})
	}
}

func TestANewPasswordEndsAllTokens(t *testing.T) {
	for name, change := range map[string]func(*trial.Cloud) int{
		"by the user": func(c *trial.Cloud) int {
			return c.Do("", "POST", v3+"/users/u-member/password", object{"user": object{"original_password": "secret", "password": "new"}}).Status
		},
		"by an administrator": func(c *trial.Cloud) int {
			return c.Do("admin", "PATCH", v3+"/users/u-member", object{"user": object{"password": "new"}}).Status
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := trial.New(t, New)
			require.Equal(t, 200, c.Do("member", "GET", v3+"/auth/projects", nil).Status)
			assert.Less(t, change(c), 300)
			assert.Equal(t, 401, c.Do("member", "GET", v3+"/auth/projects", nil).Status)
			assert.Equal(t, 401, c.Do("", "POST", v3+"/auth/tokens", auth(password("member", "secret"), nil)).Status)
			assert.Equal(t, 201, c.Do("", "POST", v3+"/auth/tokens", auth(password("member", "new"), nil)).Status)
		})
	}
}

func TestLists(t *testing.T) {
	c := trial.New(t, New)
	for _, row := range []struct {
		path, list, key string
		want            []string
	}{
		{"/users?name=member", "users", "name", []string{"member"}},
		{"/users?name=nobody", "users", "name", []string{}},
		{"/users?enabled=false", "users", "name", []string{}},
		{"/users?foo=1&name=admin", "users", "name", []string{"admin"}},
		{"/projects", "projects", "name", []string{"demo", "other"}},
		{"/roles", "roles", "name", []string{"admin", "manager", "member", "reader", "service"}},
		{"/domains?name=Default", "domains", "id", []string{"default"}},
		{"/services?type=compute", "services", "name", []string{"nova"}},
		{"/endpoints?interface=public", "endpoints", "url", []string{
			"http://cloud.test/compute/v2.1", "http://cloud.test/identity/v3", "http://cloud.test/image",
			"http://cloud.test/volume/v3/%(project_id)s", "http://cloud.test/volume/v3/%(project_id)s",
			"http://cloud.test/network", "http://cloud.test/placement",
			"http://cloud.test/orchestration/v1/%(project_id)s",
		}},
		{"/regions", "regions", "id", []string{"RegionOne"}},
		{"/users/u-member/projects", "projects", "name", []string{"demo"}},
	} {
		t.Run(row.path, func(t *testing.T) {
			a := c.Do("admin", "GET", v3+row.path, nil)
			require.Equal(t, 200, a.Status, a.Body)
			assert.Equal(t, row.want, a.Names(row.list, row.key))
			assert.Equal(t, "http://cloud.test/identity/v3"+row.path, a.Text("links", "self"))
		})
	}
}

func TestAssignments(t *testing.T) {
	c := trial.New(t, New)
	plain := c.Do("admin", "GET", v3+"/role_assignments?user.id=u-member", nil)
	assert.Equal(t, object{
		"links": object{"assignment": "http://cloud.test/identity/v3/projects/" + trial.Demo + "/users/u-member/roles/r-member"},
		"scope": object{"project": object{"id": trial.Demo}}, "user": object{"id": "u-member"}, "role": object{"id": "r-member"},
	}, plain.At("role_assignments", 0))
	effective := c.Do("admin", "GET", v3+"/role_assignments?user.id=u-member&effective&include_names", nil)
	require.Len(t, effective.At("role_assignments"), 2)
	assert.Equal(t, "reader", effective.Text("role_assignments", 1, "role", "name"))
	assert.Equal(t, "http://cloud.test/identity/v3/prior_role/r-reader/implies/r-member",
		effective.Text("role_assignments", 1, "links", "prior_role"))
	assert.Equal(t, "demo", effective.Text("role_assignments", 0, "scope", "project", "name"))
	sys := c.Do("admin", "GET", v3+"/role_assignments?scope.system=all", nil)
	assert.Equal(t, true, sys.At("role_assignments", 0, "scope", "system", "all"))
	assert.Equal(t, 3, len(c.Do("admin", "GET", v3+"/role_inferences", nil).At("role_inferences").([]any)))
}

func TestDiscovery(t *testing.T) {
	c := trial.New(t, New)
	root := c.Do("", "GET", "/identity", nil)
	assert.Equal(t, 300, root.Status)
	assert.Equal(t, "http://cloud.test/identity/v3/", root.Header.Get("Location"))
	assert.Equal(t, "v3.14", root.Text("versions", "values", 0, "id"))
	for _, path := range []string{"/identity/v3", "/identity/v3/"} {
		version := c.Do("", "GET", path, nil)
		assert.Equal(t, 200, version.Status)
		assert.Equal(t, "http://cloud.test/identity/v3/", version.Text("version", "links", 0, "href"))
	}
	for _, path := range []string{"/identity/nope", "/identity/v3/nope", "/identity/v2.0"} {
		unknown := c.Do("", "GET", path, nil)
		assert.Equal(t, 404, unknown.Status)
		assert.Equal(t, "text/html; charset=utf-8", unknown.Header.Get("Content-Type"))
	}
	assert.Equal(t, 405, c.Do("admin", "PUT", "/identity/v3/auth/tokens", nil).Status)
}
