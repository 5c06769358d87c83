package lifecycles

import (
	"errors"

	"github.com/gophercloud/gophercloud/v2/openstack/identity/v3/osinherit"
	"github.com/gophercloud/gophercloud/v2/openstack/identity/v3/roles"
)

func (w *world) aRole() string {
	w.t.Helper()
	id, err := made(roles.Create(w.ctx, w.admin.identity, roles.CreateOpts{Name: w.named("role")}).Extract())
	return w.keep(id, err, func(id string) error { return roles.Delete(w.ctx, w.admin.identity, id).ExtractErr() })
}

// roleNamed is a role that every cloud has.
func (w *world) roleNamed(name string) string {
	w.t.Helper()
	pages, err := roles.List(w.admin.identity, roles.ListOpts{Name: name}).AllPages(w.ctx)
	if err == nil {
		var found []roles.Role
		if found, err = roles.ExtractRoles(pages); err == nil && len(found) == 1 {
			return found[0].ID
		}
	}
	w.t.Fatalf("role %s: %v", name, errors.Join(err, errTooLong))
	return ""
}

// assigned is the row of an assignment: it is there, or not, and has nothing else. at says where.
func assigned(name string, at func(w *world) roles.AssignOpts) resource {
	return resource{
		name: name, admin: true, create: func(w *world) (string, error) {
			role := w.aRole()
			opts := at(w)
			w.state = opts
			return role, roles.Assign(w.ctx, w.identity, role, opts).ExtractErr()
		},
		read: func(w *world, id string) error {
			return roles.Validate(w.ctx, w.identity, id, roles.ValidateOpts(w.state.(roles.AssignOpts))).ExtractErr()
		},
		remove: func(w *world, id string) error {
			return roles.Unassign(w.ctx, w.identity, id, roles.UnassignOpts(w.state.(roles.AssignOpts))).ExtractErr()
		},
	}
}

// inherited is the row of an assignment that the projects below get.
func inherited(name string, at func(w *world) osinherit.AssignOpts) resource {
	return resource{
		name: name, admin: true, create: func(w *world) (string, error) {
			role := w.aRole()
			opts := at(w)
			w.state = opts
			return role, osinherit.Assign(w.ctx, w.identity, role, opts).ExtractErr()
		},
		read: func(w *world, id string) error {
			return osinherit.Validate(w.ctx, w.identity, id, osinherit.ValidateOpts(w.state.(osinherit.AssignOpts))).ExtractErr()
		},
		remove: func(w *world, id string) error {
			return osinherit.Unassign(w.ctx, w.identity, id, osinherit.UnassignOpts(w.state.(osinherit.AssignOpts))).ExtractErr()
		},
	}
}

// roleRows are roles, what they imply, and who has them where.
var roleRows = []resource{
	{
		name: "role", admin: true,
		create: func(w *world) (string, error) {
			return made(roles.Create(w.ctx, w.identity, roles.CreateOpts{
				Name: w.named("role"), Description: "a role", Extra: map[string]any{"colour": "red"},
				Options: map[roles.Option]any{roles.Immutable: false},
			}).Extract())
		},
		read: func(w *world, id string) error { return failed(roles.Get(w.ctx, w.identity, id).Extract()) },
		updates: []update{{name: "change", change: func(w *world, id string) error {
			return failed(roles.Update(w.ctx, w.identity, id, roles.UpdateOpts{
				Name: w.named("renamed"), Description: on("other"), Extra: map[string]any{"colour": "blue"},
			}).Extract())
		}}},
		remove: func(w *world, id string) error { return roles.Delete(w.ctx, w.identity, id).ExtractErr() },
	},
	{
		name: "role of a domain", admin: true,
		create: func(w *world) (string, error) {
			return made(roles.Create(w.ctx, w.identity, roles.CreateOpts{Name: w.named("role"), DomainID: "default"}).Extract())
		},
		read:   func(w *world, id string) error { return failed(roles.Get(w.ctx, w.identity, id).Extract()) },
		remove: func(w *world, id string) error { return roles.Delete(w.ctx, w.identity, id).ExtractErr() },
	},
	{
		name: "implied role", admin: true,
		create: func(w *world) (string, error) {
			prior, implied := w.roleNamed("reader"), w.aRole()
			return prior + "/" + implied, failed(roles.CreateRoleInferenceRule(w.ctx, w.identity, prior, implied).Extract())
		},
		read: func(w *world, id string) error {
			prior, implied := parts(id)
			return failed(roles.GetRoleInferenceRule(w.ctx, w.identity, prior, implied).Extract())
		},
		remove: func(w *world, id string) error {
			prior, implied := parts(id)
			return roles.DeleteRoleInferenceRule(w.ctx, w.identity, prior, implied).ExtractErr()
		},
	},
	assigned("role of a user in a project", func(w *world) roles.AssignOpts {
		return roles.AssignOpts{UserID: w.aUser(), ProjectID: w.aProject()}
	}),
	assigned("role of a group in a project", func(w *world) roles.AssignOpts {
		return roles.AssignOpts{GroupID: w.aUserGroup(), ProjectID: w.aProject()}
	}),
	assigned("role of a user in a domain", func(w *world) roles.AssignOpts {
		return roles.AssignOpts{UserID: w.aUser(), DomainID: "default"}
	}),
	assigned("role of a group in a domain", func(w *world) roles.AssignOpts {
		return roles.AssignOpts{GroupID: w.aUserGroup(), DomainID: "default"}
	}),
	assigned("role of a user in the system", func(w *world) roles.AssignOpts { return roles.AssignOpts{UserID: w.aUser(), System: true} }),
	inherited("inherited role of a user in a project", func(w *world) osinherit.AssignOpts {
		return osinherit.AssignOpts{UserID: w.aUser(), ProjectID: w.aProject()}
	}),
	inherited("inherited role of a group in a domain", func(w *world) osinherit.AssignOpts {
		return osinherit.AssignOpts{GroupID: w.aUserGroup(), DomainID: "default"}
	}),
}
