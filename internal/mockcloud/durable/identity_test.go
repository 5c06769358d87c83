package durable_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/state"
	"plumbline/internal/mockcloud/state/engine"
	"plumbline/mockcloud"
	"plumbline/mockcloud/seed"
)

// madeUp are attributes of every kind of JSON, with names and texts that saving could take for its own.
func madeUp() state.Extra {
	return state.Extra{
		"text": state.JSONOf("<é & \"quoted\">"), "number": state.JSONOf(1.5), "whole": state.JSONOf(3.0), "yes": state.JSONOf(true),
		"null": state.Null, "list": state.JSONOf([]any{"a", nil, 2.0}), "$time": state.JSONOf(map[string]any{"$int": "1", "": []any{}}),
	}
}

// identityRows are a record of each table of identity that has more than texts.
func identityRows() []engine.Row {
	text, flag, count := "text", true, 2
	at := time.Date(2026, 5, 4, 3, 2, 1, 999999000, time.UTC)
	entity := state.Entity{ID: "i"}
	return []engine.Row{
		{Table: "domains", ID: "i", Record: &state.Domain{ID: "i", Tags: []string{"a"}, Extra: madeUp()}},
		{Table: "projects", ID: "i", Record: &state.Project{ID: "i", Tags: []string{}, Extra: madeUp()}},
		{Table: "users", ID: "i", Record: &state.User{ID: "i", Extra: madeUp(), Options: madeUp()}},
		{Table: "roles", ID: "i", Record: &state.Role{ID: "i", Implies: []string{"r"}, Extra: madeUp(), Immutable: &flag}},
		{Table: "assignments", ID: "g/domain/d/r/inherited", Record: &state.Assignment{
			GroupID: "g", RoleID: "r", DomainID: "d", Inherited: true,
		}},
		{Table: "groups", ID: "i", Record: &state.Group{Entity: entity, Name: "n", Extra: madeUp()}},
		{Table: "memberships", ID: "g/u", Record: &state.Membership{GroupID: "g", UserID: "u"}},
		{Table: "catalog-services", ID: "i", Record: &state.CatalogService{Entity: entity, Name: &text, Extra: madeUp()}},
		{Table: "endpoints", ID: "i", Record: &state.Endpoint{Entity: entity, RegionID: &text, Extra: madeUp()}},
		{Table: "regions", ID: "i", Record: &state.Region{Entity: entity, Parent: &text, Extra: madeUp()}},
		{Table: "withdrawals", ID: "i", Record: &state.Withdrawn{ID: "i"}},
		{Table: "endpoint-groups", ID: "i", Record: &state.EndpointGroup{Entity: entity, Description: &text, Filters: madeUp()}},
		{Table: "endpoint-projects", ID: "p/e", Record: &state.EndpointProject{EndpointID: "e", ProjectID: "p"}},
		{Table: "policies", ID: "i", Record: &state.PolicyBlob{Entity: entity, Blob: "{}", Extra: madeUp()}},
		{Table: "registered-limits", ID: "i", Record: &state.RegisteredLimit{Entity: entity, DefaultLimit: -1, Description: &text}},
		{Table: "limits", ID: "i", Record: &state.Limit{Entity: entity, ResourceLimit: 5, ProjectID: &text}},
		{Table: "credentials", ID: "i", Record: &state.Credential{Entity: entity, Blob: "b", ProjectID: &text, Extra: madeUp()}},
		{Table: "application-credentials", ID: "i", Record: &state.ApplicationCredential{
			ID: "i", Unrestricted: &flag, Expires: &at, Roles: []string{"r"}, Rules: []string{"a"},
		}},
		{Table: "access-rules", ID: "i", Record: &state.AccessRule{Entity: entity, Service: "compute", Path: "/v2.1/*", Method: "GET"}},
		{Table: "trusts", ID: "i", Record: &state.Trust{ID: "i", Roles: []string{"r"}, Expires: &at, Remaining: &count}},
		{Table: "domain-configs", ID: "i", Record: &state.DomainConfig{DomainID: "i", Groups: map[string]state.Extra{"ldap": madeUp()}}},
	}
}

// TestIdentityIsReadBack saves a record of each table of identity with all that it can have.
func TestIdentityIsReadBack(t *testing.T) {
	path := t.TempDir()
	d, s := open(t, path)
	x := s.Write()
	for _, row := range identityRows() {
		require.NoError(t, x.Put(row), row.Table)
	}
	require.NoError(t, x.Commit())
	require.NoError(t, d.Close())
	d, s = open(t, path)
	defer func() { _ = d.Close() }()
	found := map[string]any{}
	for _, row := range s.Snapshot().Rows() {
		found[row.Table+" "+row.ID] = row.Record
	}
	for _, row := range identityRows() {
		assert.Equal(t, row.Record, found[row.Table+" "+row.ID], row.Table)
	}
}

// TestWhatIdentityAnswersIsTheSameAgain asks for records that requests made, before and after the directory is opened again.
func TestWhatIdentityAnswersIsTheSameAgain(t *testing.T) {
	dir, s := t.TempDir(), seed.Default()
	s.Tokens = []seed.Token{{ID: "t", User: "admin", Project: "demo"}}
	c := reopened(t, nil, dir, mockcloud.WithSeed(s))
	const more = `"more": {"deep": ["<a>", null, 1.5, {"$time": "x"}]}, "none": null`
	ask(t, c, "PUT", "/identity/v3/regions/r", 201, `{"region": {"description": "d", `+more+`}}`)
	ask(t, c, "POST", "/identity/v3/domains", 201, `{"domain": {"name": "d", "explicit_domain_id": "`+domain+`", `+more+`}}`)
	for path, body := range map[string]string{
		"projects": `{"project": {"name": "new", `, "users": `{"user": {"name": "new", "options": {"ignore_lockout_failure_attempts": true}, `,
		"roles": `{"role": {"name": "new", `, "groups": `{"group": {"name": "new", `, "services": `{"service": {"type": "new", `,
	} {
		ask(t, c, "POST", "/identity/v3/"+path, 201, body+more+`}}`)
	}
	shows := func() (all []string) {
		for _, path := range []string{"regions/r", "domains/" + domain, "projects", "users", "roles", "groups", "services", "endpoints"} {
			all = append(all, ask(t, c, "GET", "/identity/v3/"+path, 200))
		}
		return all
	}
	before := shows()
	require.Contains(t, before[0], `"deep": ["<a>", null, 1.5, {"$time": "x"}]`)
	c = reopened(t, c, dir)
	assert.Equal(t, before, shows())
}

const domain = "0123456789abcdef0123456789abcdef"
