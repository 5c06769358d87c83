package domainconfig_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/identity"
	"plumbline/internal/mockcloud/trial"
)

type object = map[string]any

const at = "/identity/v3/domains"

func config(groups object) any { return object{"config": groups} }

// TestAConfigurationOfADomain goes through one, step by step, with what is shown after each.
func TestAConfigurationOfADomain(t *testing.T) {
	c := trial.New(t, identity.New)
	ldap := object{"url": "ldap://a", "password": "hidden", "page_size": 0.0}
	open := object{"url": "ldap://a", "page_size": 0.0}
	for n, step := range []struct {
		method, path string
		body         any
		status       int
		want         any // what is under config, or a part of the message of a fault
	}{
		{"GET", "", nil, 404, "Could not find any options in domain configuration for domain default."},
		{"GET", "/ldap", nil, 404, "Could not find group ldap in domain configuration for domain default."},
		{"GET", "/ldap/url", nil, 404, "Could not find option url in group ldap in domain configuration for domain default."},
		{"DELETE", "", nil, 204, nil},
		{"DELETE", "/ldap", nil, 404, "group ldap"},
		{"PATCH", "/ldap", config(object{"ldap": open}), 404, "Could not find group ldap"},
		{"PUT", "", nil, 403, "Invalid domain specific configuration: No options specified."},
		{"PUT", "", config(object{}), 403, "No options specified"},
		{"PUT", "", config(nil), 403, "No options specified"},
		{
			"PUT", "", config(object{"ldap": 5}),
			403, "The value of group ldap specified in the config should be a dictionary of options",
		},
		{"PUT", "", config(object{"ldap": object{}}), 403, "The value of group ldap"},
		{"PUT", "", config(object{"tea": ldap}), 403, "Group tea is not supported for domain specific configurations"},
		{
			"PUT", "", config(object{"ldap": object{"tea": 1}}),
			403, "Option tea in group ldap is not supported for domain specific configurations",
		},
		{"PUT", "", config(object{"ldap": object{"password": "hidden"}}), 201, object{}},
		{"GET", "", nil, 404, "any options"},
		{"PUT", "", config(object{"ldap": ldap}), 200, object{"ldap": open}},
		{"GET", "/ldap", nil, 200, object{"ldap": open}},
		{"HEAD", "/ldap", nil, 200, nil},
		{"HEAD", "/identity", nil, 404, nil},
		{"GET", "/ldap/url", nil, 200, object{"url": "ldap://a"}},
		{"GET", "/ldap/password", nil, 404, "option password in group ldap"},
		{"GET", "/ldap/tea", nil, 403, "Option tea in group ldap"},
		{"GET", "/tea", nil, 403, "Group tea"},
		{
			"PATCH", "", config(object{"identity": object{"driver": "ldap"}}),
			200,
			object{"ldap": open, "identity": object{"driver": "ldap"}},
		},
		{
			"PATCH", "/identity", config(object{"identity": object{"driver": "sql"}, "ldap": open}),
			403, "only that, group must be specified",
		},
		{
			"PATCH", "/identity", config(object{"ldap": open}),
			403, "request to update group identity, but config provided contains group ldap instead",
		},
		{
			"PATCH", "/identity", config(object{"identity": object{"list_limit": 9}}),
			200,
			object{"ldap": open, "identity": object{"driver": "ldap", "list_limit": 9.0}},
		},
		{"PATCH", "/identity/driver", config(object{"driver": "sql", "list_limit": 1}), 403, "only that, option must be specified"},
		{"PATCH", "/identity/driver", config(object{"list_limit": 1}), 403, "but config provided contains option list_limit instead"},
		{
			"PATCH", "/identity/driver", config(object{"driver": "sql"}),
			200,
			object{"ldap": open, "identity": object{"driver": "sql", "list_limit": 9.0}},
		},
		{
			"PATCH", "/ldap/password", config(object{"password": "other"}),
			200,
			object{"ldap": open, "identity": object{"driver": "sql", "list_limit": 9.0}},
		},
		{"PATCH", "/ldap/user", config(object{"user": "u"}), 404, "option user in group ldap"},
		{"DELETE", "/ldap/user", nil, 404, "option user in group ldap"},
		{"DELETE", "/ldap/page_size", nil, 404, "option page_size in group ldap"}, // 0 counts as none
		{"DELETE", "/identity/driver", nil, 204, nil},
		{"DELETE", "/identity/list_limit", nil, 204, nil},
		{"GET", "/identity", nil, 404, "group identity"},
		{"DELETE", "/ldap", nil, 204, nil},
		{"GET", "", nil, 404, "any options"},
		{"PATCH", "", config(object{"identity": object{"driver": "ldap"}}), 200, object{"identity": object{"driver": "ldap"}}},
		{"DELETE", "", nil, 204, nil},
		{"GET", "", nil, 404, "any options"},
	} {
		a := c.Do("admin", step.method, at+"/default/config"+step.path, step.body)
		require.Equal(t, step.status, a.Status, "%d %s %s: %s", n, step.method, step.path, a.Text("error", "message"))
		if says, fault := step.want.(string); fault {
			assert.Contains(t, a.Text("error", "message"), says, n)
		} else if step.want != nil {
			assert.Equal(t, step.want, a.At("config"), n)
		}
	}
}

// TestDefaultsOfConfigurations are those of the service, without what is sensitive.
func TestDefaultsOfConfigurations(t *testing.T) {
	c := trial.New(t, identity.New)
	get := func(path string) *trial.Answer { return c.Do("admin", "GET", at+"/config"+path+"/default", nil) }
	all, _ := get("").At("config").(object)
	assert.Len(t, all, 2)
	assert.Equal(t, object{"driver": "sql", "list_limit": nil}, all["identity"])
	assert.NotContains(t, all["ldap"], "password")
	assert.Equal(t, object{"identity": all["identity"]}, get("/identity").At("config"))
	assert.Equal(t, object{"pool_retry_delay": 0.1}, get("/ldap/pool_retry_delay").At("config"))
	for path, says := range map[string]string{
		"/tea": "Group tea is not supported", "/ldap/tea": "Option tea in group ldap",
		"/ldap/password": "Reading the default for option password in group ldap is not supported",
	} {
		a := get(path)
		assert.Equal(t, 403, a.Status)
		assert.Contains(t, a.Text("error", "message"), says)
	}
}

// TestWhoMaySeeConfigurations goes through roles; the rules for passwords are for everybody.
func TestWhoMaySeeConfigurations(t *testing.T) {
	c := trial.New(t, identity.New)
	require.Equal(t, 201, c.Do("admin", "PUT", at+"/default/config", config(object{"identity": object{"driver": "ldap"}})).Status)
	for _, who := range []string{"member", "reader"} {
		for _, path := range []string{
			"/default/config", "/default/config/identity", "/default/config/identity/driver", "/config/default", "/config/identity/default",
			"/config/identity/driver/default", "/none/config",
		} {
			assert.Equal(t, 403, c.Do(who, "GET", at+path, nil).Status, who+path)
		}
		for _, method := range []string{"PUT", "PATCH", "DELETE"} {
			assert.Equal(t, 403, c.Do(who, method, at+"/default/config", config(object{"identity": object{"driver": "sql"}})).Status, who+method)
		}
	}
	const rules = "/default/config/security_compliance"
	a := c.Do("reader", "GET", at+rules, nil)
	assert.Equal(t, object{"security_compliance": object{"password_regex": nil, "password_regex_description": nil}}, a.At("config"))
	assert.Equal(t, object{"password_regex": nil}, c.Do("reader", "GET", at+rules+"/password_regex", nil).At("config"))
	assert.Equal(t, 403, c.Do("admin", "GET", at+rules+"/lockout_duration", nil).Status)
	assert.Equal(t, 403, c.Do("admin", "GET", at+strings.Replace(rules, "default", "none", 1), nil).Status)
	assert.Equal(t, 403, c.Do("admin", "PATCH", at+rules, config(object{"security_compliance": object{"password_regex": "a"}})).Status)
	assert.Equal(t, 404, c.Do("admin", "GET", at+"/none/config", nil).Status)
	for _, method := range []string{"PUT", "PATCH", "DELETE"} {
		a := c.Do("admin", method, at+"/none/config", config(object{"identity": object{"driver": "sql"}}))
		assert.Equal(t, "Could not find domain: none.", a.Text("error", "message"), method)
	}
}

// TestAConfigurationGoesWithItsDomain deletes a domain that has one.
func TestAConfigurationGoesWithItsDomain(t *testing.T) {
	c := trial.New(t, identity.New)
	id := c.Do("admin", "POST", at, object{"domain": object{"name": "d", "enabled": false}}).Text("domain", "id")
	require.Equal(t, 201, c.Do("admin", "PUT", at+"/"+id+"/config", config(object{"identity": object{"driver": "ldap"}})).Status)
	require.Equal(t, 204, c.Do("admin", "DELETE", at+"/"+id, nil).Status)
	assert.Equal(t, 404, c.Do("admin", "GET", at+"/"+id+"/config", nil).Status)
	assert.Equal(t, 404, c.Do("admin", "GET", at+"/default/config", nil).Status, "another one's")
}
