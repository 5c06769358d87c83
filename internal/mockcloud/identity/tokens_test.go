package identity

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/mockcloud/trial"
)

type object = map[string]any

func password(name, secret string) object {
	return object{"methods": []any{"password"}, "password": object{"user": object{
		"name": name, "domain": object{"id": "default"}, "password": secret,
	}}}
}

func auth(identity, scope any) object {
	inner := object{"identity": identity}
	if scope != nil {
		inner["scope"] = scope
	}
	return object{"auth": inner}
}

var (
	inDemo = object{"project": object{"name": "demo", "domain": object{"name": "Default"}}}
	system = object{"system": object{"all": true}}
)

const (
	requiresAuth = "The request you have made requires authentication."
	badScope     = "Expecting to find system, project, domain, OS-TRUST:trust or unscoped in scope." + record.Malformed
)

func TestAuthenticating(t *testing.T) {
	for _, row := range []struct {
		name    string
		body    any
		status  int
		message string
	}{
		{"with a password for a project by name", auth(password("member", "secret"), inDemo), 201, ""},
		{"for a project by id", auth(password("member", "secret"), object{"project": object{"id": trial.Demo}}), 201, ""},
		{"by the user's id", auth(
			object{"methods": []any{"password"}, "password": object{"user": object{"id": "u-member", "password": "secret"}}}, inDemo), 201, ""},
		{"for the system", auth(password("admin", "secret"), system), 201, ""},
		{"without a scope", auth(password("member", "secret"), nil), 201, ""},
		{"explicitly without a scope", auth(password("member", "secret"), "unscoped"), 201, ""},
		{"with a wrong password", auth(password("member", "wrong"), inDemo), 401, requiresAuth},
		{"as an unknown user", auth(password("nobody", "secret"), inDemo), 401, requiresAuth},
		{"for a project without a role", auth(password("outsider", "secret"), inDemo), 401, requiresAuth},
		{"for an unknown project", auth(password("member", "secret"), object{"project": object{"id": "nope"}}), 401, requiresAuth},
		{"for the system without a role", auth(password("member", "secret"), system), 401, requiresAuth},
		{"for a domain without a role", auth(password("admin", "secret"), object{"domain": object{"id": "default"}}), 401, requiresAuth},
		{"without a method", auth(object{"methods": []any{}}, nil), 401, requiresAuth},
		{
			"with a method and without its part", auth(object{"methods": []any{"foo"}}, nil), 400,
			"Expecting to find foo in identity." + record.Malformed,
		},
		{"with an unknown method", auth(object{"methods": []any{"foo"}, "foo": object{}}, nil), 401, unsupportedMethod},
		{
			"with a token that is none", auth(object{"methods": []any{"token"}, "token": object{"id": "nope"}}, nil), 404,
			"Could not recognize Fernet token",
		},
		{
			"with an unknown application credential",
			auth(object{"methods": []any{"application_credential"}, "application_credential": object{"id": "nope", "secret": "x"}},
				nil), 404, "Could not find Application Credential: nope.",
		},
		{
			"with an application credential without id",
			auth(object{"methods": []any{"application_credential"}, "application_credential": object{"secret": "x"}},
				nil), 400, "Expecting to find name or ID in application credential." + record.Malformed,
		},
		{
			"without the method's data", auth(object{"methods": []any{"password"}}, nil), 400,
			"Expecting to find password in identity." + record.Malformed,
		},
		{
			"without the user's domain",
			auth(object{"methods": []any{"password"}, "password": object{"user": object{"name": "member", "password": "secret"}}},
				nil), 400, "Expecting to find domain in user." + record.Malformed,
		},
		{
			"without the project's domain", auth(password("member", "secret"), object{"project": object{"name": "demo"}}), 400,
			"Expecting to find domain in project." + record.Malformed,
		},
		{
			"for two scopes", auth(password("member", "secret"), object{"project": object{"id": "x"}, "system": object{"all": true}}), 400,
			badScope,
		},
		{"for an empty scope", auth(password("member", "secret"), object{}), 400, badScope},
		{"with an empty object", object{}, 400, "Expecting to find auth in request body." + record.Malformed},
		{"without a body", nil, 400, "Expecting to find auth in request body." + record.Malformed},
		{"without identity", object{"auth": object{}}, 400, "'identity' is a required property"},
		{"without methods", auth(object{}, nil), 400, "Invalid input for field 'identity': 'methods' is a required property"},
		{
			"with a number as password",
			auth(object{"methods": []any{"password"}, "password": object{"user": object{"password": 5}}},
				nil), 400, "Invalid input for field 'identity/password/user/password': 5 is not of type 'string'",
		},
		{"with broken JSON", "{", 400, "Expecting to find valid JSON in request body." + record.Malformed},
		{"with a list", []any{}, 400, "Expecting to find valid JSON in request body." + record.Malformed},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := trial.New(t, New)
			a := c.Do("", "POST", "/identity/v3/auth/tokens", row.body)
			require.Equal(t, row.status, a.Status, a.Body)
			assert.Equal(t, row.message, a.Text("error", "message"))
			assert.Equal(t, "X-Auth-Token", a.Header.Get("Vary"))
			assert.Equal(t, row.status == 201, a.Header.Get("X-Subject-Token") != "")
			if row.status == 401 {
				assert.Equal(t, `Keystone uri="http://cloud.test/identity/v3"`, a.Header.Get("Www-Authenticate"))
			}
		})
	}
}

func TestAnUnknownMethodIsAnsweredWithTheKnownOnes(t *testing.T) {
	a := trial.New(t, New).Do("", "POST", "/identity/v3/auth/tokens", auth(object{"methods": []any{"foo"}, "foo": object{}}, nil))
	assert.Equal(t, "password", a.At("error", "identity", "methods", 1))
}

func TestMediaTypeMustBeJSON(t *testing.T) {
	a := trial.New(t, New).Do("", "POST", "/identity/v3/auth/tokens", "{}", "Content-Type", "text/plain")
	assert.Equal(t, 400, a.Status)
	assert.Equal(t, "Expecting to find application/json in Content-Type header."+record.Malformed, a.Text("error", "message"))
}

func TestATokenSaysItsScope(t *testing.T) {
	c := trial.New(t, New)
	project := c.Do("", "POST", "/identity/v3/auth/tokens", auth(password("admin", "secret"), inDemo))
	assert.Equal(t, []string{"admin", "manager", "member", "reader"}, names(project.At("token", "roles")))
	assert.Equal(t, trial.Demo, project.Text("token", "project", "id"))
	assert.Equal(t, false, project.At("token", "is_domain"))
	assert.Equal(t, "2026-01-02T03:04:05.000000Z", project.Text("token", "issued_at"))
	assert.Equal(t, "2026-01-03T03:04:05.000000Z", project.Text("token", "expires_at"))
	urls := map[string]string{}
	for _, e := range project.At("token", "catalog").([]any) {
		entry := e.(object)
		assert.Len(t, entry["endpoints"], 3)
		endpoint := entry["endpoints"].([]any)[2].(object)
		assert.Equal(t, "public", endpoint["interface"])
		assert.Equal(t, "RegionOne", endpoint["region"])
		urls[entry["type"].(string)] = endpoint["url"].(string)
	}
	assert.Equal(t, map[string]string{
		"identity": "http://cloud.test/identity/v3", "compute": "http://cloud.test/compute/v2.1", "image": "http://cloud.test/image",
		"network": "http://cloud.test/network", "placement": "http://cloud.test/placement",
		"orchestration": "http://cloud.test/orchestration/v1/" + trial.Demo,
		"block-storage": "http://cloud.test/volume/v3/" + trial.Demo, "volumev3": "http://cloud.test/volume/v3/" + trial.Demo,
	}, urls)

	sys := c.Do("", "POST", "/identity/v3/auth/tokens", auth(password("admin", "secret"), system))
	assert.Equal(t, true, sys.At("token", "system", "all"))
	assert.Nil(t, sys.At("token", "project"))
	assert.Len(t, sys.At("token", "catalog"), 5, "no service that needs a project")

	none := c.Do("", "POST", "/identity/v3/auth/tokens", auth(password("admin", "secret"), nil))
	for _, key := range []string{"project", "system", "roles", "catalog"} {
		assert.NotContains(t, none.At("token"), key)
	}
	without := c.Do("", "POST", "/identity/v3/auth/tokens?nocatalog", auth(password("member", "secret"), inDemo))
	assert.NotContains(t, without.At("token"), "catalog")
	assert.Contains(t, without.At("token"), "roles")
}

func names(list any) []string {
	var out []string
	for _, e := range list.([]any) {
		out = append(out, e.(object)["name"].(string))
	}
	return out
}

func TestATokenGivesAnotherOne(t *testing.T) {
	c := trial.New(t, New)
	first := c.Do("", "POST", "/identity/v3/auth/tokens", auth(password("member", "secret"), nil))
	c.Clock.Advance(time.Hour)
	second := c.Do("", "POST", "/identity/v3/auth/tokens", auth(object{
		"methods": []any{"token"}, "token": object{"id": first.Header.Get("X-Subject-Token")},
	}, inDemo))
	require.Equal(t, 201, second.Status, second.Body)
	assert.Equal(t, []any{"password", "token"}, second.At("token", "methods"))
	assert.Equal(t, first.Text("token", "expires_at"), second.Text("token", "expires_at"), "a token does not prolong itself")
	assert.Equal(t, first.At("token", "audit_ids", 0), second.At("token", "audit_ids", 1))
}

func TestAsking(t *testing.T) {
	for _, row := range []struct {
		name, who, method, subject string
		status                     int
		message                    string
	}{
		{"the member about their own", "member", "GET", "member", 200, ""},
		{"the administrator about another's", "admin", "GET", "member", 200, ""},
		{"the service about another's", "service", "GET", "member", 200, ""},
		{"the administrator with HEAD", "admin", "HEAD", "member", 200, ""},
		{
			"the member about another's", "member", "GET", "admin", 403,
			"You are not authorized to perform the requested action: identity:validate_token.",
		},
		{"about one that is none", "admin", "GET", "nope", 404, "Could not recognize Fernet token"},
		{"about none", "admin", "GET", "", 404, "No token in the request"},
		{"with a bad token of one's own", "nope", "GET", "member", 401, requiresAuth},
		{
			"the member revokes another's", "member", "DELETE", "admin", 403,
			"You are not authorized to perform the requested action: identity:revoke_token.",
		},
		{"revoking one that is none", "admin", "DELETE", "nope", 404, "Could not recognize Fernet token"},
		{"the member revokes their own", "member", "DELETE", "member", 204, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := trial.New(t, New)
			a := c.Do(row.who, row.method, "/identity/v3/auth/tokens", nil, "X-Subject-Token", c.Token(row.subject))
			require.Equal(t, row.status, a.Status, a.Body)
			assert.Equal(t, row.message, a.Text("error", "message"))
			if row.method == "GET" && row.status == 200 {
				assert.Equal(t, "u-member", a.Text("token", "user", "id"))
				assert.Equal(t, c.Token(row.subject), a.Header.Get("X-Subject-Token"))
			}
		})
	}
}

func TestRevokedAndExpiredTokensAreNotGood(t *testing.T) {
	c := trial.New(t, New)
	assert.Equal(t, 204, c.Do("member", "DELETE", "/identity/v3/auth/tokens", nil, "X-Subject-Token", c.Token("member")).Status)
	a := c.Do("admin", "GET", "/identity/v3/auth/tokens", nil, "X-Subject-Token", "token-of-member")
	assert.Equal(t, 404, a.Status)
	assert.Equal(t, "Failed to validate token", a.Text("error", "message"))
	assert.Equal(t, 401, c.Do("member", "GET", "/identity/v3/auth/projects", nil).Status)

	assert.Equal(t, 200, c.Do("reader", "GET", "/identity/v3/auth/projects", nil).Status)
	c.Clock.Advance(24 * time.Hour)
	assert.Equal(t, 401, c.Do("reader", "GET", "/identity/v3/auth/projects", nil).Status)
}

func TestADisabledUserOrProjectGetsNoToken(t *testing.T) {
	for name, disable := range map[string]func(*state.Txn){
		"user": func(txn *state.Txn) {
			u := *state.Users.Get(txn, "u-member")
			u.Enabled = false
			state.Users.Insert(txn, &u)
		},
		"project": func(txn *state.Txn) {
			p := *state.Projects.Get(txn, trial.Demo)
			p.Enabled = false
			state.Projects.Insert(txn, &p)
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := trial.New(t, New)
			txn := c.Env.Store.Write()
			disable(txn)
			txn.Commit()
			assert.Equal(t, 401, c.Do("", "POST", "/identity/v3/auth/tokens", auth(password("member", "secret"), inDemo)).Status)
			assert.Equal(t, map[string]int{"user": 401, "project": 404}[name], c.Do("member", "GET", "/identity/v3/auth/projects", nil).Status)
		})
	}
}
