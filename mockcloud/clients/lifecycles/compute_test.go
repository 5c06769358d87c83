package lifecycles

import (
	"strconv"

	"github.com/gophercloud/gophercloud/v2"
	"github.com/gophercloud/gophercloud/v2/openstack/compute/v2/aggregates"
	"github.com/gophercloud/gophercloud/v2/openstack/compute/v2/flavors"
	"github.com/gophercloud/gophercloud/v2/openstack/compute/v2/keypairs"
	"github.com/gophercloud/gophercloud/v2/openstack/compute/v2/quotasets"
	"github.com/gophercloud/gophercloud/v2/openstack/compute/v2/servergroups"
)

const publicKey = "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQC8pXyJvPe0HnzVf9cBgzoT5X4lJxlDqOAjyDAVXrxN5sdIVeBYoTfWHWnVmtVA" +
	"lLrhFwy1cmD6JbDu0dSYQbTyIu3k5w+5Gwmq" +
	"fl9HAeEz8fvGzE8zTrZ2V3Rl0JgM8k2nFzFrnJZw8PR1nQPXk1q3yTtRVpXbLzoXVVl9MM1ZMQ== a@b"

func (w *world) aFlavor(public bool) string {
	w.t.Helper()
	id, err := made(flavors.Create(w.ctx, w.admin.compute, flavors.CreateOpts{
		Name: w.named("flavor"), RAM: 64, VCPUs: 1, Disk: on(1), IsPublic: &public,
	}).Extract())
	return w.keep(id, err, func(id string) error { return flavors.Delete(w.ctx, w.admin.compute, id).ExtractErr() })
}

func aggregate(id string) int {
	n, _ := strconv.Atoi(id)
	return n
}

var errNone = gophercloud.ErrResourceNotFound{}

var computeRows = []resource{
	{
		name: "key pair", apart: []string{"id"}, // a number
		create: func(w *world) (string, error) {
			k, err := keypairs.Create(w.ctx, w.compute, keypairs.CreateOpts{Name: w.named("key"), PublicKey: publicKey, Type: "ssh"}).Extract()
			if err != nil {
				return "", err
			}
			return k.Name, nil
		},
		read:   func(w *world, id string) error { return failed(keypairs.Get(w.ctx, w.compute, id, nil).Extract()) },
		remove: func(w *world, id string) error { return keypairs.Delete(w.ctx, w.compute, id, nil).ExtractErr() },
	},
	{
		name: "key pair of another user", admin: true, apart: []string{"id"},
		create: func(w *world) (string, error) {
			user := w.aUser()
			k, err := keypairs.Create(w.ctx, w.compute, keypairs.CreateOpts{Name: w.named("key"), PublicKey: publicKey, UserID: user}).Extract()
			if err != nil {
				return "", err
			}
			return user + "/" + k.Name, nil
		},
		read: func(w *world, id string) error {
			user, name := parts(id)
			return failed(keypairs.Get(w.ctx, w.compute, name, keypairs.GetOpts{UserID: user}).Extract())
		},
		remove: func(w *world, id string) error {
			user, name := parts(id)
			return keypairs.Delete(w.ctx, w.compute, name, keypairs.DeleteOpts{UserID: user}).ExtractErr()
		},
	},
	{
		name: "flavor", admin: true,
		create: func(w *world) (string, error) {
			return made(flavors.Create(w.ctx, w.compute, flavors.CreateOpts{
				ID: w.named("id"), Name: w.named("flavor"), RAM: 96, VCPUs: 3, Disk: on(0), Swap: on(64), Ephemeral: on(2), RxTxFactor: 1.5,
				IsPublic: on(false), Description: "a flavor",
			}).Extract())
		},
		read: func(w *world, id string) error { return failed(flavors.Get(w.ctx, w.compute, id).Extract()) },
		updates: []update{
			{name: "describe", change: func(w *world, id string) error {
				return failed(flavors.Update(w.ctx, w.compute, id, flavors.UpdateOpts{Description: "another"}).Extract())
			}},
			{name: "specs", change: func(w *world, id string) error {
				return failed(flavors.CreateExtraSpecs(w.ctx, w.compute, id, flavors.ExtraSpecsOpts{"hw:cpu_policy": "shared", "a:b": "c"}).Extract())
			}, shown: func(sent any) any { return map[string]any{"extra_specs": sent} }},
			{name: "one spec", change: func(w *world, id string) error {
				return failed(flavors.UpdateExtraSpec(w.ctx, w.compute, id, flavors.ExtraSpecsOpts{"a:b": "d"}).Extract())
			}, follows: []string{"extra_specs"}, shown: func(any) any {
				return map[string]any{"extra_specs": map[string]any{"hw:cpu_policy": "shared", "a:b": "d"}}
			}},
			{name: "a spec less", change: func(w *world, id string) error {
				return flavors.DeleteExtraSpec(w.ctx, w.compute, id, "a:b").ExtractErr()
			}, follows: []string{"extra_specs"}, shown: func(any) any {
				return map[string]any{"extra_specs": map[string]any{"hw:cpu_policy": "shared"}}
			}},
		},
		remove: func(w *world, id string) error { return flavors.Delete(w.ctx, w.compute, id).ExtractErr() },
	},
	{
		name: "access to a flavor", admin: true,
		create: func(w *world) (string, error) {
			id, project := w.aFlavor(false), w.aProject()
			return id + "/" + project, failed(flavors.AddAccess(w.ctx, w.compute, id, flavors.AddAccessOpts{Tenant: project}).Extract())
		},
		shown: func(any) any { return nil },
		gone:  errNone,
		read: func(w *world, id string) error {
			flavor, project := parts(id)
			pages, err := flavors.ListAccesses(w.compute, flavor).AllPages(w.ctx)
			if err != nil {
				return err
			}
			all, err := flavors.ExtractAccesses(pages)
			for _, a := range all {
				if a.TenantID == project {
					return nil
				}
			}
			if err == nil {
				err = errNone
			}
			return err
		},
		remove: func(w *world, id string) error {
			flavor, project := parts(id)
			return failed(flavors.RemoveAccess(w.ctx, w.compute, flavor, flavors.RemoveAccessOpts{Tenant: project}).Extract())
		},
	},
	{
		name: "server group",
		create: func(w *world) (string, error) {
			return made(servergroups.Create(w.ctx, w.compute, servergroups.CreateOpts{
				Name: w.named("group"), Policy: "anti-affinity", Rules: &servergroups.Rules{MaxServerPerHost: 3},
			}).Extract())
		},
		read:   func(w *world, id string) error { return failed(servergroups.Get(w.ctx, w.compute, id).Extract()) },
		remove: func(w *world, id string) error { return servergroups.Delete(w.ctx, w.compute, id).ExtractErr() },
	},
	{
		name: "aggregate", admin: true,
		create: func(w *world) (string, error) {
			opts := aggregates.CreateOpts{Name: w.named("aggregate"), AvailabilityZone: w.named("zone")}
			a, err := aggregates.Create(w.ctx, w.compute, opts).Extract()
			if err != nil {
				return "", err
			}
			return strconv.Itoa(a.ID), nil
		},
		apart: []string{"id"},
		read: func(w *world, id string) error {
			return failed(aggregates.Get(w.ctx, w.compute, aggregate(id)).Extract())
		},
		updates: []update{
			{name: "change", change: func(w *world, id string) error {
				return failed(aggregates.Update(w.ctx, w.compute, aggregate(id), aggregates.UpdateOpts{
					Name: w.named("renamed"), AvailabilityZone: w.named("other"),
				}).Extract())
			}, follows: []string{"metadata"}},
			{name: "metadata", change: func(w *world, id string) error {
				return failed(aggregates.SetMetadata(w.ctx, w.compute, aggregate(id), aggregates.SetMetadataOpts{
					Metadata: map[string]any{"a": "b"},
				}).Extract())
			}},
			{name: "metadata less", change: func(w *world, id string) error {
				return failed(aggregates.SetMetadata(w.ctx, w.compute, aggregate(id), aggregates.SetMetadataOpts{
					Metadata: map[string]any{"a": nil},
				}).Extract())
			}, follows: []string{"metadata"}, shown: func(any) any { return map[string]any{} }},
		},
		remove: func(w *world, id string) error {
			return aggregates.Delete(w.ctx, w.compute, aggregate(id)).ExtractErr()
		},
	},
	{
		name: "quotas of servers", admin: true, stays: true, hidden: []string{"force"},
		apart: []string{"cores", "instances"}, // the real cloud's have other defaults
		create: func(w *world) (string, error) {
			id := w.aProject()
			return id, failed(quotasets.Update(w.ctx, w.compute, id, quotasets.UpdateOpts{
				KeyPairs: on(1), MetadataItems: on(2), RAM: on(3), Cores: on(4), Instances: on(5), ServerGroups: on(6), ServerGroupMembers: on(7),
			}).Extract())
		},
		read: func(w *world, id string) error { return failed(quotasets.Get(w.ctx, w.compute, id).Extract()) },
		updates: []update{{name: "raise", change: func(w *world, id string) error {
			return failed(quotasets.Update(w.ctx, w.compute, id, quotasets.UpdateOpts{Cores: on(-1), RAM: on(0), Force: true}).Extract())
		}}},
		remove: func(w *world, id string) error { return failed(0, quotasets.Delete(w.ctx, w.compute, id).Err) },
	},
}
