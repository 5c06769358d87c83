package identity

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/trial"
)

// What a token of a domain allows, by the role there; "own" and "other" are domains with a user each.
func TestTokensOfDomains(t *testing.T) {
	c := trial.New(t, New)
	ids := map[string]string{}
	for _, domain := range []string{"own", "other"} {
		id := c.Do("admin", "POST", v3+"/domains", object{"domain": object{"name": domain}}).Text("domain", "id")
		user := object{"name": "u", "domain_id": id}
		ids[domain], ids[domain+" user"] = id, c.Do("admin", "POST", v3+"/users", object{"user": user}).Text("user", "id")
	}
	tokens := map[string]string{}
	for _, role := range []string{"reader", "member", "manager", "admin"} {
		grant := v3 + "/domains/" + ids["own"] + "/users/u-outsider/roles/r-" + role
		require.Equal(t, 204, c.Do("admin", "PUT", grant, nil).Status)
		tokens[role] = loggedIn(c, auth(password("outsider", "secret"), object{"domain": object{"id": ids["own"]}}))
		for _, row := range []struct {
			method, path string
			body         any
			may          string // the least role that may; "" for none
		}{
			{"GET", "/users/" + ids["own user"], nil, "reader"},
			{"GET", "/users/" + ids["other user"], nil, "admin"},
			{"GET", "/users", nil, "reader"},
			{"GET", "/domains", nil, "reader"},
			{"GET", "/roles", nil, "manager"},
			{"GET", "/roles/r-reader", nil, "manager"},
			{"GET", "/roles/r-admin", nil, "admin"},
			{"GET", "/services", nil, ""},
			{"GET", "/regions", nil, "reader"},
			{"PUT", "/domains/" + ids["own"] + "/users/" + ids["own user"] + "/roles/r-reader", nil, "manager"},
			{"PUT", "/domains/" + ids["own"] + "/users/" + ids["own user"] + "/roles/r-admin", nil, "admin"},
			{"PUT", "/domains/" + ids["own"] + "/users/" + ids["other user"] + "/roles/r-reader", nil, "admin"},
			{"PATCH", "/users/" + ids["own user"], object{"user": object{"description": "d"}}, "manager"},
			{"PATCH", "/users/" + ids["other user"], object{"user": object{"description": "d"}}, "admin"},
			{"POST", "/groups", object{"group": object{"name": role, "domain_id": ids["own"]}}, "manager"},
			{"POST", "/groups", object{"group": object{"name": role, "domain_id": ids["other"]}}, "admin"},
			{"PUT", "/domains/nope/users/nope/roles/nope", nil, "404"},
		} {
			want := map[bool][]int{true: {200, 201, 204}, false: {403}}[allowed(role, row.may)]
			if row.may == "404" {
				want = []int{404}
			}
			got := c.Do(tokens[role], row.method, v3+row.path, row.body)
			assert.Contains(t, want, got.Status, "%s: %s %s: %s", role, row.method, row.path, got.Body)
		}
		assert.Equal(t, []string{"u"}, c.Do(tokens[role], "GET", v3+"/users", nil).Names("users", "name"), "users of the domain")
		assert.Equal(t, []string{"own"}, c.Do(tokens[role], "GET", v3+"/domains", nil).Names("domains", "name"))
	}
}

// allowed tells whether a role is at least another.
func allowed(role, least string) bool {
	rank := map[string]int{"reader": 1, "member": 2, "manager": 3, "admin": 4, "": 5}
	return rank[role] >= rank[least]
}
