package identity

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/trial"
)

// A member has the roles of the group, in its places, as long as the user is a member and the group has the role.
func TestRolesThroughGroups(t *testing.T) {
	for name, end := range map[string]string{
		"the membership ends": "/groups/%/users/u-outsider", "the role is taken": "/projects/" + trial.Demo + "/groups/%/roles/r-member",
		"the group is deleted": "/groups/%",
	} {
		t.Run(name, func(t *testing.T) {
			c := trial.New(t, New)
			in := auth(password("outsider", "secret"), inDemo)
			id := c.Do("admin", "POST", v3+"/groups", object{"group": object{"name": "g"}}).Text("group", "id")
			require.Empty(t, loggedIn(c, in))
			require.Equal(t, 204, c.Do("admin", "PUT", v3+"/groups/"+id+"/users/u-outsider", nil).Status)
			require.Empty(t, loggedIn(c, in), "a member of a group without roles")
			require.Equal(t, 204, c.Do("admin", "PUT", v3+"/projects/"+trial.Demo+"/groups/"+id+"/roles/r-member", nil).Status)
			token := loggedIn(c, in)
			require.NotEmpty(t, token)
			require.Equal(t, 204, c.Do("admin", "DELETE", v3+strings.Replace(end, "%", id, 1), nil).Status)
			assert.Equal(t, 401, c.Do(token, "GET", v3+"/auth/projects", nil).Status)
			assert.Empty(t, loggedIn(c, in))
		})
	}
}

// An inherited role counts in the projects below a project or a domain, not in itself.
func TestInheritedRoles(t *testing.T) {
	c := trial.New(t, New)
	below := c.Do("admin", "POST", v3+"/projects", object{"project": object{"name": "below", "parent_id": trial.Demo}}).Text("project", "id")
	require.NotEmpty(t, below)
	in := func(project string) any {
		return auth(password("outsider", "secret"), object{"project": object{"id": project}})
	}
	path := v3 + "/OS-INHERIT/projects/" + trial.Demo + "/users/u-outsider/roles/r-member/inherited_to_projects"
	require.Equal(t, 204, c.Do("admin", "PUT", path, nil).Status)
	assert.Empty(t, loggedIn(c, in(trial.Demo)))
	assert.NotEmpty(t, loggedIn(c, in(below)))
	require.Equal(t, 204, c.Do("admin", "DELETE", path, nil).Status)
	assert.Empty(t, loggedIn(c, in(below)))
	path = v3 + "/OS-INHERIT/domains/default/users/u-outsider/roles/r-member/inherited_to_projects"
	require.Equal(t, 204, c.Do("admin", "PUT", path, nil).Status)
	assert.NotEmpty(t, loggedIn(c, in(below)))
	assert.NotEmpty(t, loggedIn(c, in(trial.Demo)))
	assert.Empty(t, loggedIn(c, auth(password("outsider", "secret"), object{"domain": object{"id": "default"}})))
}

// What is listed can be shown by its id, built in or made: it is looked up before policy.
func TestWhatIsListedIsShown(t *testing.T) {
	c := trial.New(t, New)
	for noun, plural := range map[string]string{
		"endpoint": "endpoints", "service": "services", "role": "roles", "domain": "domains", "region": "regions", "project": "projects",
	} {
		all := c.Do("admin", "GET", v3+"/"+plural, nil).At(plural).([]any)
		require.NotEmpty(t, all, plural)
		for _, item := range all {
			id := item.(object)["id"].(string)
			assert.Equal(t, 200, c.Do("admin", "GET", v3+"/"+plural+"/"+id, nil).Status, noun)
		}
		assert.Equal(t, 404, c.Do("admin", "GET", v3+"/"+plural+"/nope", nil).Status, noun)
	}
}

// A service of the catalogue is listed in tokens with its enabled endpoints; without any, or disabled, it is not.
func TestTheCatalogueFollowsServicesAndEndpoints(t *testing.T) {
	c := trial.New(t, New)
	urls := func() (all []string) {
		for _, s := range c.Do("member", "GET", v3+"/auth/catalog", nil).At("catalog").([]any) {
			if s.(object)["type"] == "own" {
				for _, e := range s.(object)["endpoints"].([]any) {
					all = append(all, e.(object)["url"].(string))
				}
			}
		}
		return all
	}
	service := c.Do("admin", "POST", v3+"/services", object{"service": object{"type": "own", "name": "n"}}).Text("service", "id")
	assert.Empty(t, urls())
	endpoint := c.Do("admin", "POST", v3+"/endpoints", object{"endpoint": object{
		"interface": "public", "url": "http://own.test/%(tenant_id)s", "service_id": service, "region_id": "RegionOne",
	}}).Text("endpoint", "id")
	assert.Equal(t, []string{"http://own.test/" + trial.Demo}, urls())
	for _, path := range []string{"/endpoints/" + endpoint, "/services/" + service} {
		noun := map[bool]string{true: "endpoint", false: "service"}[path[1] == 'e']
		for _, on := range []bool{false, true} {
			require.Equal(t, 200, c.Do("admin", "PATCH", v3+path, object{noun: object{"enabled": on}}).Status)
			assert.Equal(t, on, len(urls()) == 1, path)
		}
	}
	require.Equal(t, 403, c.Do("admin", "DELETE", v3+"/regions/RegionOne", nil).Status, "a region with endpoints")
	require.Equal(t, 204, c.Do("admin", "DELETE", v3+"/services/"+service, nil).Status)
	assert.Empty(t, urls())
	assert.Equal(t, 404, c.Do("admin", "GET", v3+"/endpoints/"+endpoint, nil).Status, "its endpoints go with it")
}

// What is there from the beginning can be changed and deleted as well.
func TestServicesOfTheBeginningChange(t *testing.T) {
	c := trial.New(t, New)
	id := c.Do("admin", "GET", v3+"/services?type=image", nil).Text("services", 0, "id")
	require.Equal(t, 200, c.Do("admin", "PATCH", v3+"/services/"+id, object{"service": object{"name": "other"}}).Status)
	assert.Equal(t, []string{"other"}, c.Do("admin", "GET", v3+"/services?type=image", nil).Names("services", "name"))
	require.Equal(t, 204, c.Do("admin", "DELETE", v3+"/services/"+id, nil).Status)
	assert.Empty(t, c.Do("admin", "GET", v3+"/services?type=image", nil).At("services"))
	assert.Empty(t, c.Do("admin", "GET", v3+"/endpoints?service_id="+id, nil).At("endpoints"))
}

// An enabled domain is kept; a disabled one takes all that it holds along, and nobody of it logs in.
func TestDomainsAreDisabledBeforeTheyAreDeleted(t *testing.T) {
	c := trial.New(t, New)
	d := c.Do("admin", "POST", v3+"/domains", object{"domain": object{"name": "d"}}).Text("domain", "id")
	u := c.Do("admin", "POST", v3+"/users", object{"user": object{"name": "u", "domain_id": d, "password": "s"}}).Text("user", "id")
	p := c.Do("admin", "POST", v3+"/projects", object{"project": object{"name": "p", "domain_id": d}}).Text("project", "id")
	in := auth(object{"methods": []any{"password"}, "password": object{"user": object{"id": u, "password": "s"}}}, nil)
	assert.NotEmpty(t, loggedIn(c, in))
	assert.Equal(t, 403, c.Do("admin", "DELETE", v3+"/domains/"+d, nil).Status)
	assert.Equal(t, 200, c.Do("admin", "PATCH", v3+"/domains/"+d, object{"domain": object{"enabled": false}}).Status)
	assert.Empty(t, loggedIn(c, in))
	assert.Equal(t, 204, c.Do("admin", "DELETE", v3+"/domains/"+d, nil).Status)
	for _, path := range []string{"/domains/" + d, "/users/" + u, "/projects/" + p} {
		assert.Equal(t, 404, c.Do("admin", "GET", v3+path, nil).Status, path)
	}
}

// A domain is changed as a project, with an enabled project in it; and what it becomes is the domain's, too.
func TestADomainIsChangedAsAProject(t *testing.T) {
	c := trial.New(t, New)
	id := c.Do("admin", "POST", v3+"/projects", object{"project": object{"name": "d", "is_domain": true}}).Text("project", "id")
	below := c.Do("admin", "POST", v3+"/projects", object{"project": object{"name": "p", "domain_id": id}})
	require.Equal(t, 201, below.Status, below.Body)
	changed := c.Do("admin", "PATCH", v3+"/projects/"+id, object{"project": object{"enabled": false, "description": "e", "more": "v"}})
	require.Equal(t, 200, changed.Status, changed.Body)
	for _, seen := range []any{
		changed.At("project"), c.Do("admin", "GET", v3+"/projects/"+id, nil).At("project"),
		c.Do("admin", "GET", v3+"/domains/"+id, nil).At("domain"),
	} {
		got := seen.(object)
		assert.Equal(t, []any{"d", "e", false, "v"}, []any{got["name"], got["description"], got["enabled"], got["more"]})
	}
	assert.Equal(t, 409, c.Do("admin", "PATCH", v3+"/projects/"+id, object{"project": object{"name": "Default"}}).Status)
	assert.Equal(t, 403, c.Do("member", "PATCH", v3+"/projects/"+id, object{"project": object{"name": "e"}}).Status)
	assert.Equal(t, 404, c.Do("admin", "PATCH", v3+"/projects/nope", object{"project": object{"name": "e"}}).Status)
}

// A role of one domain can be given in another; the assignments in the projects of a domain are listed as those below it.
func TestRolesOfADomainElsewhere(t *testing.T) {
	c := trial.New(t, New)
	domain := c.Do("admin", "POST", v3+"/domains", object{"domain": object{"name": "d"}}).Text("domain", "id")
	role := c.Do("admin", "POST", v3+"/roles", object{"role": object{"name": "r", "domain_id": "default"}}).Text("role", "id")
	for _, path := range []string{
		"/domains/" + domain + "/users/u-member/roles/" + role,
		"/OS-INHERIT/domains/" + domain + "/users/u-member/roles/" + role + "/inherited_to_projects",
	} {
		assert.Equal(t, 204, c.Do("admin", "PUT", v3+path, nil).Status, path)
		assert.Equal(t, 204, c.Do("admin", "HEAD", v3+path, nil).Status, path)
	}
	project := c.Do("admin", "POST", v3+"/projects", object{"project": object{"name": "p", "domain_id": domain}}).Text("project", "id")
	refused := c.Do("admin", "PUT", v3+"/projects/"+project+"/users/u-member/roles/"+role, nil)
	assert.Equal(t, 403, refused.Status)
	assert.Contains(t, refused.Text("error", "message"), "must be in the same domain as the role")
	listed := func(of string) int {
		all := c.Do("admin", "GET", v3+"/role_assignments?include_subtree=true&user.id=u-outsider&scope.project.id="+of, nil)
		return len(all.At("role_assignments").([]any))
	}
	require.Zero(t, listed(domain))
	require.Equal(t, 204, c.Do("admin", "PUT", v3+"/projects/"+project+"/users/u-outsider/roles/r-member", nil).Status)
	assert.Equal(t, 1, listed(domain))
	assert.Equal(t, 1, listed(project))
	assert.Zero(t, listed(trial.Demo))
}
