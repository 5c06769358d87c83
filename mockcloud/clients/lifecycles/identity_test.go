package lifecycles

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/gophercloud/gophercloud/v2"
	"github.com/gophercloud/gophercloud/v2/openstack/identity/v3/applicationcredentials"
	"github.com/gophercloud/gophercloud/v2/openstack/identity/v3/credentials"
	"github.com/gophercloud/gophercloud/v2/openstack/identity/v3/domains"
	"github.com/gophercloud/gophercloud/v2/openstack/identity/v3/ec2credentials"
	"github.com/gophercloud/gophercloud/v2/openstack/identity/v3/endpoints"
	"github.com/gophercloud/gophercloud/v2/openstack/identity/v3/groups"
	"github.com/gophercloud/gophercloud/v2/openstack/identity/v3/projects"
	"github.com/gophercloud/gophercloud/v2/openstack/identity/v3/regions"
	"github.com/gophercloud/gophercloud/v2/openstack/identity/v3/services"
	"github.com/gophercloud/gophercloud/v2/openstack/identity/v3/trusts"
	"github.com/gophercloud/gophercloud/v2/openstack/identity/v3/users"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// aProject is an empty one.
func (w *world) aProject() string {
	w.t.Helper()
	name := w.named("project") + "-" + uuid.NewString()[:4]
	id, err := made(projects.Create(w.ctx, w.admin.identity, projects.CreateOpts{Name: name}).Extract())
	return w.keep(id, err, func(id string) error { return projects.Delete(w.ctx, w.admin.identity, id).ExtractErr() })
}

func (w *world) aUser() string {
	w.t.Helper()
	id, err := made(users.Create(w.ctx, w.admin.identity, users.CreateOpts{Name: w.named("user"), Password: "secret"}).Extract())
	return w.keep(id, err, func(id string) error { return users.Delete(w.ctx, w.admin.identity, id).ExtractErr() })
}

func (w *world) aUserGroup() string {
	w.t.Helper()
	id, err := made(groups.Create(w.ctx, w.admin.identity, groups.CreateOpts{Name: w.named("usergroup")}).Extract())
	return w.keep(id, err, func(id string) error { return groups.Delete(w.ctx, w.admin.identity, id).ExtractErr() })
}

func (w *world) aService() string {
	w.t.Helper()
	id, err := made(services.Create(w.ctx, w.admin.identity, services.CreateOpts{Type: w.named("type")}).Extract())
	return w.keep(id, err, func(id string) error { return services.Delete(w.ctx, w.admin.identity, id).ExtractErr() })
}

// An immutable project is neither changed nor deleted, until a change takes nothing but the option away.
func TestAnImmutableProjectStays(t *testing.T) {
	w := connect(t).world(t, true)
	id := w.aProject()
	change := func(opts projects.UpdateOpts) error {
		return failed(projects.Update(w.ctx, w.identity, id, opts).Extract())
	}
	option := func(v bool) map[projects.Option]any { return map[projects.Option]any{projects.Immutable: v} }
	require.NoError(t, change(projects.UpdateOpts{Options: option(true)}))
	for what, err := range map[string]error{
		"change":                  change(projects.UpdateOpts{Description: on("x")}),
		"change that unlocks too": change(projects.UpdateOpts{Description: on("x"), Options: option(false)}),
		"deletion":                projects.Delete(w.ctx, w.identity, id).ExtractErr(),
	} {
		assert.True(t, gophercloud.ResponseCodeIs(err, 403), "%s: %v", what, err)
	}
	require.NoError(t, change(projects.UpdateOpts{Options: option(false)}))
	require.NoError(t, change(projects.UpdateOpts{Description: on("x")}))
}

var identityRows = []resource{
	{
		name: "project", admin: true,
		create: func(w *world) (string, error) {
			return made(projects.Create(w.ctx, w.identity, projects.CreateOpts{
				Name: w.named("project"), Description: "a project", DomainID: "default", Enabled: on(false), ParentID: w.aProject(),
				Tags: []string{"red", "blue"}, IsDomain: on(false), Extra: map[string]any{"cost_centre": "7"},
				Options: map[projects.Option]any{projects.Immutable: false},
			}).Extract())
		},
		read: func(w *world, id string) error { return failed(projects.Get(w.ctx, w.identity, id).Extract()) },
		updates: []update{
			{name: "change", change: func(w *world, id string) error {
				return failed(projects.Update(w.ctx, w.identity, id, projects.UpdateOpts{
					Name: w.named("renamed"), Description: on(""), Enabled: on(true), Tags: &[]string{"green"}, Extra: map[string]any{"cost_centre": "8"},
				}).Extract())
			}},
			{name: "no tags", change: func(w *world, id string) error {
				return failed(projects.Update(w.ctx, w.identity, id, projects.UpdateOpts{Tags: &[]string{}}).Extract())
			}},
		},
		remove: func(w *world, id string) error { return projects.Delete(w.ctx, w.identity, id).ExtractErr() },
	},
	{
		name: "domain", admin: true,
		create: func(w *world) (string, error) {
			return made(domains.Create(w.ctx, w.identity, domains.CreateOpts{
				Name: w.named("domain"), Description: "a domain", Enabled: on(true),
			}).Extract())
		},
		read: func(w *world, id string) error { return failed(domains.Get(w.ctx, w.identity, id).Extract()) },
		updates: []update{{name: "disable", change: func(w *world, id string) error {
			return failed(domains.Update(w.ctx, w.identity, id, domains.UpdateOpts{
				Name: w.named("renamed"), Description: on(""), Enabled: on(false),
			}).Extract())
		}}},
		remove: func(w *world, id string) error { return domains.Delete(w.ctx, w.identity, id).ExtractErr() },
	},
	{
		name: "user", admin: true, hidden: []string{"password"},
		create: func(w *world) (string, error) {
			return made(users.Create(w.ctx, w.identity, users.CreateOpts{
				Name: w.named("user"), Description: "a user", DomainID: "default", DefaultProjectID: w.aProject(), Enabled: on(false),
				Password: "secret", Extra: map[string]any{"email": "a@example.org"},
				Options: map[users.Option]any{
					users.IgnorePasswordExpiry: true, users.IgnoreLockoutFailureAttempts: true, users.IgnoreChangePasswordUponFirstUse: true,
					users.MultiFactorAuthEnabled: true, users.MultiFactorAuthRules: []any{[]any{"password", "totp"}},
				},
			}).Extract())
		},
		read: func(w *world, id string) error { return failed(users.Get(w.ctx, w.identity, id).Extract()) },
		updates: []update{
			{name: "change", change: func(w *world, id string) error {
				return failed(users.Update(w.ctx, w.identity, id, users.UpdateOpts{
					Name: w.named("renamed"), Description: on(""), Enabled: on(true), Password: "other", DefaultProjectID: w.aProject(),
					Extra: map[string]any{"email": "b@example.org"},
				}).Extract())
			}, follows: []string{"password_expires_at"}},
			{name: "one option", change: func(w *world, id string) error {
				return failed(users.Update(w.ctx, w.identity, id, users.UpdateOpts{
					Options: map[users.Option]any{users.IgnorePasswordExpiry: false},
				}).Extract())
			}},
			{name: "no option", change: func(w *world, id string) error {
				return failed(users.Update(w.ctx, w.identity, id, users.UpdateOpts{
					Options: map[users.Option]any{users.MultiFactorAuthRules: nil},
				}).Extract())
			}, shown: func(any) any { return map[string]any{"options": map[string]any{"ignore_password_expiry": false}} }},
		},
		remove: func(w *world, id string) error { return users.Delete(w.ctx, w.identity, id).ExtractErr() },
	},
	{
		name: "group", admin: true,
		create: func(w *world) (string, error) {
			return made(groups.Create(w.ctx, w.identity, groups.CreateOpts{
				Name: w.named("group"), Description: "a group", DomainID: "default", Extra: map[string]any{"colour": "red"},
			}).Extract())
		},
		read: func(w *world, id string) error { return failed(groups.Get(w.ctx, w.identity, id).Extract()) },
		updates: []update{{name: "change", change: func(w *world, id string) error {
			return failed(groups.Update(w.ctx, w.identity, id, groups.UpdateOpts{
				Name: w.named("renamed"), Description: on(""), Extra: map[string]any{"colour": "blue"},
			}).Extract())
		}}},
		remove: func(w *world, id string) error { return groups.Delete(w.ctx, w.identity, id).ExtractErr() },
	},
	{
		name: "membership of a group", admin: true,
		create: func(w *world) (string, error) {
			group, user := w.aUserGroup(), w.aUser()
			return group + "/" + user, users.AddToGroup(w.ctx, w.identity, group, user).ExtractErr()
		},
		read: func(w *world, id string) error {
			group, user := parts(id)
			in, err := users.IsMemberOfGroup(w.ctx, w.identity, group, user).Extract()
			if err == nil && !in {
				return gophercloud.ErrUnexpectedResponseCode{Actual: 404}
			}
			return err
		},
		remove: func(w *world, id string) error {
			group, user := parts(id)
			return users.RemoveFromGroup(w.ctx, w.identity, group, user).ExtractErr()
		},
	},
	{
		name: "application credential",
		create: func(w *world) (string, error) {
			expires := time.Now().Add(time.Hour).UTC().Truncate(time.Second)
			return made(applicationcredentials.Create(w.ctx, w.identity, w.user, applicationcredentials.CreateOpts{
				Name: w.named("credential"), Description: "a credential", Unrestricted: true, Secret: "s3cret", ExpiresAt: &expires,
				Roles:       []applicationcredentials.Role{{ID: w.roleNamed("reader")}},
				AccessRules: []applicationcredentials.AccessRule{{Path: "/v2.1/servers", Method: "GET", Service: "compute"}},
			}).Extract())
		},
		hidden: []string{"secret"},
		shown: func(sent any) any {
			// The zone is not shown, and microseconds are.
			if at, ok := sent.(map[string]any)["expires_at"].(string); ok {
				sent.(map[string]any)["expires_at"] = at[:len("2006-01-02T15:04:05")] + ".000000"
			}
			return sent
		},
		read: func(w *world, id string) error {
			return failed(applicationcredentials.Get(w.ctx, w.identity, w.user, id).Extract())
		},
		remove: func(w *world, id string) error {
			return applicationcredentials.Delete(w.ctx, w.identity, w.user, id).ExtractErr()
		},
	},
	{
		name: "EC2 credential",
		create: func(w *world) (string, error) {
			c, err := ec2credentials.Create(w.ctx, w.identity, w.user, ec2credentials.CreateOpts{TenantID: w.project}).Extract()
			if err != nil {
				return "", err
			}
			return c.Access, nil
		},
		read: func(w *world, id string) error {
			return failed(ec2credentials.Get(w.ctx, w.identity, w.user, id).Extract())
		},
		remove: func(w *world, id string) error {
			return ec2credentials.Delete(w.ctx, w.identity, w.user, id).ExtractErr()
		},
	},
	{
		name: "credential", admin: true,
		create: func(w *world) (string, error) {
			return made(credentials.Create(w.ctx, w.identity, credentials.CreateOpts{
				Blob: `{"a": "b"}`, Type: "cert", UserID: w.aUser(), ProjectID: w.aProject(),
			}).Extract())
		},
		read: func(w *world, id string) error { return failed(credentials.Get(w.ctx, w.identity, id).Extract()) },
		updates: []update{{name: "another blob", change: func(w *world, id string) error {
			return failed(credentials.Update(w.ctx, w.identity, id, credentials.UpdateOpts{Blob: `{"c": "d"}`, Type: "other"}).Extract())
		}}},
		remove: func(w *world, id string) error { return credentials.Delete(w.ctx, w.identity, id).ExtractErr() },
	},
	{
		name: "trust",
		create: func(w *world) (string, error) {
			expires := time.Now().Add(time.Hour).UTC().Truncate(time.Second)
			return made(trusts.Create(w.ctx, w.identity, trusts.CreateOpts{
				Impersonation: true, TrusteeUserID: w.aUser(), TrustorUserID: w.user, ProjectID: w.project, ExpiresAt: &expires,
				Roles: []trusts.Role{{ID: w.roleNamed("member")}}, AllowRedelegation: true, RedelegationCount: 2,
			}).Extract())
		},
		hidden: []string{"allow_redelegation"},
		shown: func(sent any) any {
			if at, ok := sent.(map[string]any)["expires_at"].(string); ok {
				sent.(map[string]any)["expires_at"] = at[:len("2006-01-02T15:04:05")] + ".000000Z"
			}
			return sent
		},
		read:   func(w *world, id string) error { return failed(trusts.Get(w.ctx, w.identity, id).Extract()) },
		remove: func(w *world, id string) error { return trusts.Delete(w.ctx, w.identity, id).ExtractErr() },
	},
	{
		name: "region", admin: true,
		create: func(w *world) (string, error) {
			return made(regions.Create(w.ctx, w.identity, regions.CreateOpts{
				ID: w.named("region"), Description: "a region", ParentRegionID: "RegionOne", Extra: map[string]any{"colour": "red"},
			}).Extract())
		},
		read: func(w *world, id string) error { return failed(regions.Get(w.ctx, w.identity, id).Extract()) },
		updates: []update{{name: "describe", change: func(w *world, id string) error {
			return failed(regions.Update(w.ctx, w.identity, id, regions.UpdateOpts{Description: on("")}).Extract())
		}}},
		remove: func(w *world, id string) error { return regions.Delete(w.ctx, w.identity, id).ExtractErr() },
	},
	{
		name: "service", admin: true,
		create: func(w *world) (string, error) {
			return made(services.Create(w.ctx, w.identity, services.CreateOpts{
				Type: w.named("type"), Name: w.named("service"), Description: "a service", Enabled: on(false), Extra: map[string]any{"colour": "red"},
			}).Extract())
		},
		read: func(w *world, id string) error { return failed(services.Get(w.ctx, w.identity, id).Extract()) },
		updates: []update{{name: "change", change: func(w *world, id string) error {
			return failed(services.Update(w.ctx, w.identity, id, services.UpdateOpts{
				Type: w.named("other"), Enabled: on(true), Name: on(w.named("renamed")), Description: on("another"),
			}).Extract())
		}}},
		remove: func(w *world, id string) error { return services.Delete(w.ctx, w.identity, id).ExtractErr() },
	},
	{
		name: "endpoint", admin: true,
		create: func(w *world) (string, error) {
			return made(endpoints.Create(w.ctx, w.identity, endpoints.CreateOpts{
				Availability: gophercloud.AvailabilityInternal, Name: w.named("endpoint"), Region: "RegionOne",
				URL: "http://192.0.2.1/v1/$(tenant_id)s", ServiceID: w.aService(), Description: "an endpoint", Enabled: on(false),
			}).Extract())
		},
		read: func(w *world, id string) error { return failed(endpoints.Get(w.ctx, w.identity, id).Extract()) },
		updates: []update{{name: "change", change: func(w *world, id string) error {
			return failed(endpoints.Update(w.ctx, w.identity, id, endpoints.UpdateOpts{
				Availability: gophercloud.AvailabilityPublic, URL: "http://192.0.2.2/v1", Enabled: on(true), Name: w.named("renamed"),
			}).Extract())
		}}},
		remove: func(w *world, id string) error { return endpoints.Delete(w.ctx, w.identity, id).ExtractErr() },
	},
}
