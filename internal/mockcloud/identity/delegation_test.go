package identity

import (
	"fmt"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/trial"
)

// loggedIn gets a token and answers its id, "" where it is refused.
func loggedIn(c *trial.Cloud, in any) string {
	return c.Do("", "POST", v3+"/auth/tokens", in).Header.Get("X-Subject-Token")
}

func byCredential(id, secret string) object {
	return object{"auth": object{"identity": object{
		"methods": []any{"application_credential"}, "application_credential": object{"id": id, "secret": secret},
	}}}
}

const applications = v3 + "/users/u-member/application_credentials"

// A restricted application credential may look at others, and neither make nor delete them; an unrestricted one may do both.
func TestApplicationCredentialsAndOthers(t *testing.T) {
	for _, row := range []struct {
		free           any
		create, remove int
	}{{nil, 403, 403}, {false, 403, 403}, {true, 201, 204}} {
		c := trial.New(t, New)
		sent := object{"name": "a", "secret": "s", "unrestricted": row.free}
		made := c.Do("member", "POST", applications, object{"application_credential": sent})
		require.Equal(t, 201, made.Status, made.Body)
		id := made.Text("application_credential", "id")
		other := c.Do("member", "POST", applications, object{"application_credential": object{"name": "b"}}).Text("application_credential", "id")
		token := loggedIn(c, byCredential(id, "s"))
		require.NotEmpty(t, token)
		assert.Equal(t, 200, c.Do(token, "GET", applications, nil).Status)
		assert.Equal(t, row.create, c.Do(token, "POST", applications, object{"application_credential": object{"name": "c"}}).Status)
		assert.Equal(t, row.remove, c.Do(token, "DELETE", applications+"/"+other, nil).Status)
	}
}

// What an application credential gives ends with its secret, its time, itself, the role and the user.
func TestWhatEndsAnApplicationCredential(t *testing.T) {
	create := func(c *trial.Cloud, more object) string {
		sent := object{"name": "a", "secret": "s"}
		for k, v := range more {
			sent[k] = v
		}
		made := c.Do("member", "POST", applications, object{"application_credential": sent})
		require.Equal(c.T, 201, made.Status, made.Body)
		return made.Text("application_credential", "id")
	}
	for name, end := range map[string]func(*trial.Cloud, string){
		"deleted": func(c *trial.Cloud, id string) { c.Do("member", "DELETE", applications+"/"+id, nil) },
		"expired": func(c *trial.Cloud, _ string) { c.Clock.Advance(2 * time.Hour) },
		"without the role": func(c *trial.Cloud, _ string) {
			c.Do("admin", "DELETE", v3+"/projects/"+trial.Demo+"/users/u-member/roles/r-member", nil)
		},
		"without the user": func(c *trial.Cloud, _ string) { c.Do("admin", "DELETE", v3+"/users/u-member", nil) },
	} {
		t.Run(name, func(t *testing.T) {
			c := trial.New(t, New)
			id := create(c, object{"expires_at": trial.Start.Add(time.Hour).Format(time.RFC3339)})
			token := loggedIn(c, byCredential(id, "s"))
			require.Equal(t, 200, c.Do(token, "GET", v3+"/auth/projects", nil).Status)
			end(c, id)
			assert.Equal(t, 401, c.Do(token, "GET", v3+"/auth/projects", nil).Status)
			assert.Empty(t, loggedIn(c, byCredential(id, "s")))
		})
	}
	c := trial.New(t, New)
	id := create(c, nil)
	assert.Empty(t, loggedIn(c, byCredential(id, "wrong")))
	assert.NotEmpty(t, loggedIn(c, byCredential(id, "s")))
}

// A credential has the roles that were asked for with those that they imply, all of the token's otherwise, and never others.
func TestRolesOfAnApplicationCredential(t *testing.T) {
	c := trial.New(t, New)
	for _, row := range []struct {
		name   string
		roles  any
		status int
		want   []string
	}{
		{"none asked for", nil, 201, []string{"member", "reader"}},
		{"a part of them", []any{object{"name": "reader"}}, 201, []string{"reader"}},
		{"by id, with what it implies", []any{object{"id": "r-member"}}, 201, []string{"member", "reader"}},
		{"one that the token lacks", []any{object{"id": "r-manager"}}, 400, nil},
		{"an unknown one", []any{object{"name": "nope"}}, 404, nil},
	} {
		sent := object{"name": row.name, "secret": "s"}
		if row.roles != nil {
			sent["roles"] = row.roles
		}
		made := c.Do("member", "POST", applications, object{"application_credential": sent})
		require.Equal(t, row.status, made.Status, made.Body)
		if row.want != nil {
			logged := c.Do("", "POST", v3+"/auth/tokens", byCredential(made.Text("application_credential", "id"), "s"))
			assert.ElementsMatch(t, row.want, names(logged.At("token", "roles")), row.name)
		}
	}
}

// Where a credential has access rules, its tokens do what a rule permits and no more; one without any permits everything.
func TestAccessRulesAreKept(t *testing.T) {
	rule := func(service, method, path string) object {
		return object{"service": service, "method": method, "path": path}
	}
	for name, row := range map[string]struct {
		rules any
		want  int
	}{
		"no access rules":        {nil, 200},
		"an empty list":          {[]any{}, 200},
		"the request":            {[]any{rule("identity", "GET", "/v3/auth/projects")}, 200},
		"the request, and more":  {[]any{rule("compute", "GET", "/v2.1/servers"), rule("identity", "GET", "/v3/auth/projects")}, 200},
		"another service":        {[]any{rule("compute", "GET", "/v3/auth/projects")}, 401},
		"another method":         {[]any{rule("identity", "POST", "/v3/auth/projects")}, 401},
		"another path":           {[]any{rule("identity", "GET", "/v3/auth/domains")}, 401},
		"a path above":           {[]any{rule("identity", "GET", "/v3/auth")}, 401},
		"all below":              {[]any{rule("identity", "GET", "/v3/**")}, 200},
		"all below another path": {[]any{rule("identity", "GET", "/v3/users/**")}, 401},
		"a name in the path":     {[]any{rule("identity", "GET", "/v3/auth/{what}")}, 200},
		"a star for a segment":   {[]any{rule("identity", "GET", "/v3/auth/*")}, 200},
		"a star inside one":      {[]any{rule("identity", "GET", "/v3/a*h/pro{rest}")}, 200},
		"a star for two":         {[]any{rule("identity", "GET", "/v3/*")}, 401},
		"a star for nothing":     {[]any{rule("identity", "GET", "/v3/auth/projects*")}, 401},
		"two stars in between":   {[]any{rule("identity", "GET", "/v3/**/projects")}, 200},
		"a star, and more":       {[]any{rule("identity", "GET", "/v3/*/projects")}, 200},
		"a slash at its end":     {[]any{rule("identity", "GET", "/v3/auth/projects/")}, 401},
		"without its version":    {[]any{rule("identity", "GET", "/auth/projects")}, 401},
	} {
		t.Run(name, func(t *testing.T) {
			c := trial.New(t, New)
			sent := object{"name": "c", "secret": "s"}
			if row.rules != nil {
				sent["access_rules"] = row.rules
			}
			made := c.Do("member", "POST", applications, object{"application_credential": sent})
			require.Equal(t, 201, made.Status, made.Body)
			token := loggedIn(c, byCredential(made.Text("application_credential", "id"), "s"))
			require.NotEmpty(t, token)
			assert.Equal(t, row.want, c.Do(token, "GET", v3+"/auth/projects?x=y", nil).Status)
			assert.Equal(t, row.want, c.Do(token, "GET", v3+"/auth/projects", nil).Status, "and again")
			assert.Equal(t, 200, c.Do("member", "GET", v3+"/auth/projects", nil).Status, "the user's own token has no rules")
		})
	}
}

// A user's access rules are listed in the order in which they were made, whatever their ids.
func TestAccessRulesAreListedInTheirOrder(t *testing.T) {
	c := trial.New(t, New)
	var rules, want []any
	for _, service := range []string{"d", "b", "e", "a", "c", "f"} {
		rules = append(rules, object{"service": service, "method": "GET", "path": "/"})
		want = append(want, service)
	}
	made := c.Do("member", "POST", applications, object{"application_credential": object{"name": "c", "access_rules": rules}})
	services := func(list any) (out []any) {
		for _, r := range list.([]any) {
			out = append(out, r.(object)["service"])
		}
		return out
	}
	assert.Equal(t, want, services(made.At("application_credential", "access_rules")))
	assert.Equal(t, want, services(c.Do("member", "GET", v3+"/users/u-member/access_rules", nil).At("access_rules")))
}

func trusting(more object) object {
	trust := object{
		"trustor_user_id": "u-member", "trustee_user_id": "u-outsider", "impersonation": false, "project_id": trial.Demo,
		"roles": []any{object{"name": "reader"}},
	}
	for k, v := range more {
		trust[k] = v
	}
	return object{"trust": trust}
}

func byTrust(id string) object {
	return auth(password("outsider", "secret"), object{"OS-TRUST:trust": object{"id": id}})
}

// A trust gives its roles in its project, as the trustee or as the trustor; what ends it ends its tokens.
func TestTrusts(t *testing.T) {
	for _, as := range []struct {
		impersonation bool
		user          string
	}{{false, "u-outsider"}, {true, "u-member"}} {
		c := trial.New(t, New)
		made := c.Do("member", "POST", v3+"/OS-TRUST/trusts", trusting(object{"impersonation": as.impersonation}))
		require.Equal(t, 201, made.Status, made.Body)
		id := made.Text("trust", "id")
		logged := c.Do("", "POST", v3+"/auth/tokens", byTrust(id))
		require.Equal(t, 201, logged.Status, logged.Body)
		assert.Equal(t, []string{"reader"}, names(logged.At("token", "roles")))
		assert.Equal(t, as.user, logged.Text("token", "user", "id"))
		assert.Equal(t, trial.Demo, logged.Text("token", "project", "id"))
		token := logged.Header.Get("X-Subject-Token")
		again := c.Do("", "POST", v3+"/auth/tokens", auth(object{"methods": []any{"token"}, "token": object{"id": token}}, inDemo))
		assert.Equal(t, 403, again.Status, "a token of a trust gives no other")
		assert.Equal(t, 403, c.Do("outsider", "DELETE", v3+"/OS-TRUST/trusts/"+id, nil).Status, "the trustee cannot end it")
		assert.Equal(t, 204, c.Do("member", "DELETE", v3+"/OS-TRUST/trusts/"+id, nil).Status)
		assert.Equal(t, 401, c.Do(token, "GET", v3+"/auth/projects", nil).Status)
		assert.Empty(t, loggedIn(c, byTrust(id)))
	}
}

func TestATrustIsGoodForSoManyTokens(t *testing.T) {
	c := trial.New(t, New)
	id := c.Do("member", "POST", v3+"/OS-TRUST/trusts", trusting(object{"remaining_uses": 2})).Text("trust", "id")
	assert.NotEmpty(t, loggedIn(c, byTrust(id)))
	assert.NotEmpty(t, loggedIn(c, byTrust(id)))
	assert.Empty(t, loggedIn(c, byTrust(id)))
	assert.Equal(t, 404, c.Do("member", "GET", v3+"/OS-TRUST/trusts/"+id, nil).Status)
}

// What a consumer's access token gives ends with the token, its time, and the consumer.
func TestWhatEndsAnAccessToken(t *testing.T) {
	for name, end := range map[string]func(c *trial.Cloud, consumer, access string){
		"deleted": func(c *trial.Cloud, _, access string) {
			c.Do("admin", "DELETE", v3+"/users/u-admin/OS-OAUTH1/access_tokens/"+access, nil)
		},
		"without the consumer": func(c *trial.Cloud, consumer, _ string) {
			c.Do("admin", "DELETE", v3+"/OS-OAUTH1/consumers/"+consumer, nil)
		},
		"expired": func(c *trial.Cloud, _, _ string) { c.Clock.Advance(25 * time.Hour) },
	} {
		t.Run(name, func(t *testing.T) {
			c := trial.New(t, New)
			made := c.Do("admin", "POST", v3+"/OS-OAUTH1/consumers", object{"consumer": object{}})
			consumer, secret := made.Text("consumer", "id"), made.Text("consumer", "secret")
			sign := func(secrets, more string) string {
				return fmt.Sprintf(`OAuth oauth_consumer_key="%s", oauth_signature_method="PLAINTEXT", oauth_timestamp="%d", oauth_nonce="a",`+
					` oauth_signature="%s"%s`, consumer, c.Clock.Now().Unix(), secrets, more)
			}
			form := func(path string, headers ...string) url.Values {
				answer := c.Do("", "POST", v3+"/OS-OAUTH1"+path, nil, headers...)
				require.Equal(t, 201, answer.Status, answer.Body)
				values, err := url.ParseQuery(answer.Body)
				require.NoError(t, err)
				return values
			}
			asked := form("/request_token", "Requested-Project-Id", trial.Demo, "Authorization", sign(secret+"%26", `, oauth_callback="oob"`))
			given := c.Do("admin", "PUT", v3+"/OS-OAUTH1/authorize/"+asked.Get("oauth_token"), object{"roles": []any{object{"id": "r-admin"}}})
			access := form("/access_token", "Authorization", sign(secret+"%26"+asked.Get("oauth_token_secret"), fmt.Sprintf(
				`, oauth_token="%s", oauth_verifier="%s"`, asked.Get("oauth_token"), given.Text("token", "oauth_verifier"))))
			logIn := func() *trial.Answer {
				header := sign(secret+"%26"+access.Get("oauth_token_secret"), fmt.Sprintf(`, oauth_token="%s"`, access.Get("oauth_token")))
				sent := object{"auth": object{"identity": object{"methods": []any{"oauth1"}, "oauth1": object{}}}}
				return c.Do("", "POST", v3+"/auth/tokens", sent, "Authorization", header)
			}
			token := logIn().Header.Get("X-Subject-Token")
			require.Equal(t, 200, c.Do(token, "GET", v3+"/auth/projects", nil).Status)
			end(c, consumer, access.Get("oauth_token"))
			assert.Equal(t, 401, c.Do(token, "GET", v3+"/auth/projects", nil).Status)
			assert.GreaterOrEqual(t, logIn().Status, 400)
		})
	}
}
