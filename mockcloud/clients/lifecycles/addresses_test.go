package lifecycles

import (
	"strconv"
	"strings"

	"github.com/gophercloud/gophercloud/v2"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/extensions/layer3/addressscopes"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/extensions/subnetpools"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/subnets"
)

func (w *world) aScope() string {
	w.t.Helper()
	id, err := made(addressscopes.Create(w.ctx, w.network, addressscopes.CreateOpts{Name: w.named("scope"), IPVersion: 4}).Extract())
	return w.keep(id, err, func(id string) error { return addressscopes.Delete(w.ctx, w.network, id).ExtractErr() })
}

func changePool(opts func(*world) subnetpools.UpdateOpts) func(*world, string) error {
	return func(w *world, id string) error {
		return failed(subnetpools.Update(w.ctx, w.network, id, opts(w)).Extract())
	}
}

var addressRows = []resource{
	{
		name: "address scope",
		create: func(w *world) (string, error) {
			return made(addressscopes.Create(w.ctx, w.network, addressscopes.CreateOpts{
				Name: w.named("scope"), IPVersion: 6, ProjectID: w.project,
			}).Extract())
		},
		read: func(w *world, id string) error { return failed(addressscopes.Get(w.ctx, w.network, id).Extract()) },
		updates: []update{{name: "rename", change: func(w *world, id string) error {
			return failed(addressscopes.Update(w.ctx, w.network, id, addressscopes.UpdateOpts{Name: on("renamed")}).Extract())
		}}},
		remove: func(w *world, id string) error { return addressscopes.Delete(w.ctx, w.network, id).ExtractErr() },
	},
	{
		name: "shared address scope", admin: true,
		create: func(w *world) (string, error) {
			return made(addressscopes.Create(w.ctx, w.network, addressscopes.CreateOpts{Name: w.named("scope"), IPVersion: 4}).Extract())
		},
		read: func(w *world, id string) error { return failed(addressscopes.Get(w.ctx, w.network, id).Extract()) },
		updates: []update{{name: "share", change: func(w *world, id string) error {
			return failed(addressscopes.Update(w.ctx, w.network, id, addressscopes.UpdateOpts{Shared: on(true)}).Extract())
		}}},
		remove: func(w *world, id string) error { return addressscopes.Delete(w.ctx, w.network, id).ExtractErr() },
	},
	{
		name: "subnet pool", shown: lengthsAsTexts,
		create: func(w *world) (string, error) {
			return made(subnetpools.Create(w.ctx, w.network, subnetpools.CreateOpts{
				Name: w.named("pool"), Description: "a pool", ProjectID: w.project, Prefixes: []string{"10.10.0.0/16", "10.20.0.0/16"},
				DefaultPrefixLen: 26, MinPrefixLen: 24, MaxPrefixLen: 28, DefaultQuota: 4096, AddressScopeID: w.aScope(),
			}).Extract())
		},
		read: func(w *world, id string) error { return failed(subnetpools.Get(w.ctx, w.network, id).Extract()) },
		updates: []update{
			{name: "change", change: changePool(func(*world) subnetpools.UpdateOpts {
				return subnetpools.UpdateOpts{
					Name: "renamed", Description: on(""), DefaultPrefixLen: 27, MinPrefixLen: 20, MaxPrefixLen: 29, DefaultQuota: on(8192),
				}
			})},
			{name: "more prefixes", change: changePool(func(*world) subnetpools.UpdateOpts {
				return subnetpools.UpdateOpts{Prefixes: []string{"10.10.0.0/16", "10.20.0.0/16", "10.30.0.0/16"}}
			})},
			{name: "tags", change: tags("subnetpools", "a", "b")},
		},
		remove: func(w *world, id string) error { return subnetpools.Delete(w.ctx, w.network, id).ExtractErr() },
	},
	{
		name: "subnet of a pool", hidden: []string{"prefixlen"},
		create: func(w *world) (string, error) {
			pool, err := made(subnetpools.Create(w.ctx, w.network, subnetpools.CreateOpts{
				Name: w.named("pool"), Prefixes: []string{"10.10.0.0/16"}, MinPrefixLen: 24,
			}).Extract())
			w.keep(pool, err, func(id string) error { return subnetpools.Delete(w.ctx, w.network, id).ExtractErr() })
			return made(subnets.Create(w.ctx, w.network, subnets.CreateOpts{
				NetworkID: w.aNetwork(), SubnetPoolID: pool, Prefixlen: 25, IPVersion: gophercloud.IPv4,
			}).Extract())
		},
		read: readSubnet, remove: removeSubnet,
	},
}

// lengthsAsTexts makes the lengths of prefixes texts, as Neutron shows them.
func lengthsAsTexts(sent any) any {
	m, ok := sent.(map[string]any)
	for k, v := range m {
		if n, number := v.(float64); ok && number && strings.HasSuffix(k, "prefixlen") {
			m[k] = strconv.Itoa(int(n))
		}
	}
	return sent
}
