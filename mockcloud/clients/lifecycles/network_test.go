package lifecycles

import (
	"github.com/gophercloud/gophercloud/v2"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/extensions/attributestags"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/extensions/external"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/extensions/mtu"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/extensions/portsecurity"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/extensions/provider"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/extensions/quotas"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/networks"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/subnets"
)

// aNetwork is one that a row needs.
func (w *world) aNetwork() string {
	w.t.Helper()
	id, err := made(networks.Create(w.ctx, w.network, networks.CreateOpts{Name: w.named("net")}).Extract())
	return w.keep(id, err, func(id string) error { return networks.Delete(w.ctx, w.network, id).ExtractErr() })
}

// aSubnet is one that a row needs, of 192.0.2.0/24.
func (w *world) aSubnet(network string) string {
	w.t.Helper()
	id, err := made(subnets.Create(w.ctx, w.network, subnets.CreateOpts{
		NetworkID: network, Name: w.named("sub"), CIDR: "192.0.2.0/24", IPVersion: gophercloud.IPv4,
	}).Extract())
	return w.keep(id, err, func(id string) error { return subnets.Delete(w.ctx, w.network, id).ExtractErr() })
}

func readNetwork(w *world, id string) error {
	return failed(networks.Get(w.ctx, w.network, id).Extract())
}

func removeNetwork(w *world, id string) error {
	return networks.Delete(w.ctx, w.network, id).ExtractErr()
}

func changeNetwork(opts func(w *world) networks.UpdateOptsBuilder) func(*world, string) error {
	return func(w *world, id string) error {
		return failed(networks.Update(w.ctx, w.network, id, opts(w)).Extract())
	}
}

// tags replaces the tags of a network resource, as tools do after a creation.
func tags(kind string, tags ...string) func(*world, string) error {
	return func(w *world, id string) error {
		return failed(attributestags.ReplaceAll(w.ctx, w.network, kind, id, attributestags.ReplaceAllOpts{Tags: tags}).Extract())
	}
}

var networkRows = []resource{
	{
		name: "network",
		create: func(w *world) (string, error) {
			return made(networks.Create(w.ctx, w.network, mtu.CreateOptsExt{MTU: 1400, CreateOptsBuilder: portsecurity.NetworkCreateOptsExt{
				PortSecurityEnabled: on(false), CreateOptsBuilder: networks.CreateOpts{
					Name: w.named("network"), Description: "a network", AdminStateUp: on(false), ProjectID: w.project,
				},
			}}).Extract())
		},
		read: readNetwork, remove: removeNetwork,
		updates: []update{
			{name: "rename", change: changeNetwork(func(w *world) networks.UpdateOptsBuilder {
				return networks.UpdateOpts{Name: on(w.named("other")), Description: on("")}
			})},
			{name: "switch on", change: changeNetwork(func(*world) networks.UpdateOptsBuilder {
				return mtu.UpdateOptsExt{MTU: 1300, UpdateOptsBuilder: portsecurity.NetworkUpdateOptsExt{
					PortSecurityEnabled: on(true), UpdateOptsBuilder: networks.UpdateOpts{AdminStateUp: on(true)},
				}}
			})},
			{name: "tags", change: tags("networks", "red", "blue")},
			{name: "no tags", change: func(w *world, id string) error {
				return attributestags.DeleteAll(w.ctx, w.network, "networks", id).ExtractErr()
			}, follows: []string{"tags"}, shown: func(any) any { return map[string]any{"tags": []any{}} }},
		},
	},
	{
		name: "external network of a provider", admin: true,
		create: func(w *world) (string, error) {
			return made(networks.Create(w.ctx, w.network, provider.CreateOptsExt{
				Segments: []provider.Segment{{NetworkType: "flat", PhysicalNetwork: w.named("phys")}},
				CreateOptsBuilder: external.CreateOptsExt{External: on(true), CreateOptsBuilder: networks.CreateOpts{
					Name: w.named("external"), Shared: on(true),
				}},
			}).Extract())
		},
		read: readNetwork, remove: removeNetwork,
		shown: func(sent any) any {
			m := drop(sent, []string{"segments"}).(map[string]any)
			if segments, ok := sent.(map[string]any)["segments"].([]any); ok {
				for k, v := range drop(segments[0], []string{"provider:segmentation_id"}).(map[string]any) {
					m[k] = v
				}
			}
			return m
		},
		updates: []update{
			{name: "unshare", change: changeNetwork(func(*world) networks.UpdateOptsBuilder { return networks.UpdateOpts{Shared: on(false)} })},
			{name: "internal", follows: []string{"is_default"}, change: changeNetwork(func(*world) networks.UpdateOptsBuilder {
				return external.UpdateOptsExt{External: on(false), UpdateOptsBuilder: networks.UpdateOpts{}}
			})},
		},
	},
	{
		name: "subnet", create: func(w *world) (string, error) {
			return made(subnets.Create(w.ctx, w.network, subnets.CreateOpts{
				NetworkID: w.aNetwork(), Name: w.named("subnet"), Description: "a subnet", ProjectID: w.project,
				CIDR: "198.51.100.0/24", IPVersion: gophercloud.IPv4, GatewayIP: on("198.51.100.254"), EnableDHCP: on(false),
				AllocationPools: []subnets.AllocationPool{
					{Start: "198.51.100.10", End: "198.51.100.20"}, {Start: "198.51.100.30", End: "198.51.100.40"},
				},
				DNSNameservers: []string{"203.0.113.2", "203.0.113.1"}, ServiceTypes: []string{"network:routed"},
				HostRoutes: []subnets.HostRoute{{DestinationCIDR: "203.0.113.0/24", NextHop: "198.51.100.253"}},
			}).Extract())
		},
		read: readSubnet, remove: removeSubnet,
		updates: []update{
			{name: "change all", change: changeSubnet(subnets.UpdateOpts{
				Name: on("renamed"), Description: on("another"), EnableDHCP: on(true), GatewayIP: on("198.51.100.1"),
				AllocationPools: []subnets.AllocationPool{{Start: "198.51.100.50", End: "198.51.100.60"}},
				DNSNameservers:  &[]string{"203.0.113.3"}, ServiceTypes: &[]string{},
				HostRoutes: &[]subnets.HostRoute{{DestinationCIDR: "203.0.113.128/25", NextHop: "198.51.100.252"}},
			})},
			{name: "clear", change: changeSubnet(subnets.UpdateOpts{
				Name: on(""), Description: on(""), DNSNameservers: &[]string{}, HostRoutes: &[]subnets.HostRoute{},
			})},
			{name: "no gateway", change: changeSubnet(subnets.UpdateOpts{GatewayIP: on("")})},
			{name: "tags", change: tags("subnets", "one")},
		},
	},
	{
		name: "subnet without a gateway", create: func(w *world) (string, error) {
			return made(subnets.Create(w.ctx, w.network, subnets.CreateOpts{
				NetworkID: w.aNetwork(), CIDR: "198.51.100.0/24", IPVersion: gophercloud.IPv4, GatewayIP: on(""),
				AllocationPools: []subnets.AllocationPool{{Start: "198.51.100.2", End: "198.51.100.9"}},
			}).Extract())
		},
		read: readSubnet, remove: removeSubnet,
		updates: []update{{name: "a gateway", change: changeSubnet(subnets.UpdateOpts{GatewayIP: on("198.51.100.1")})}},
	},
	{
		name: "subnet of IPv6", create: func(w *world) (string, error) {
			return made(subnets.Create(w.ctx, w.network, subnets.CreateOpts{
				NetworkID: w.aNetwork(), Name: w.named("six"), CIDR: "2001:db8::/64", IPVersion: gophercloud.IPv6,
				IPv6AddressMode: "dhcpv6-stateful", IPv6RAMode: "dhcpv6-stateful",
			}).Extract())
		},
		read: readSubnet, remove: removeSubnet,
		updates: []update{{name: "rename", change: changeSubnet(subnets.UpdateOpts{Name: on("renamed")})}},
	},
	{
		name: "subnet whose gateway goes", create: func(w *world) (string, error) {
			return made(subnets.Create(w.ctx, w.network, subnets.CreateOpts{
				NetworkID: w.aNetwork(), CIDR: "198.51.100.0/24", IPVersion: gophercloud.IPv4,
			}).Extract())
		},
		read: readSubnet, remove: removeSubnet,
		updates: []update{
			{name: "no gateway", change: changeSubnet(subnets.UpdateOpts{GatewayIP: on("")})},
			{name: "the gateway again", change: changeSubnet(subnets.UpdateOpts{GatewayIP: on("198.51.100.1")})},
		},
	},
	{
		name: "network of several segments", admin: true,
		create: func(w *world) (string, error) {
			return made(networks.Create(w.ctx, w.network, provider.CreateOptsExt{
				Segments: []provider.Segment{
					{NetworkType: "flat", PhysicalNetwork: w.named("a")}, {NetworkType: "flat", PhysicalNetwork: w.named("b")},
				},
				CreateOptsBuilder: networks.CreateOpts{},
			}).Extract())
		},
		read: readNetwork, remove: removeNetwork,
		shown: func(sent any) any {
			for _, s := range sent.(map[string]any)["segments"].([]any) {
				s.(map[string]any)["provider:segmentation_id"] = nil
			}
			return sent
		},
	},
	{
		name: "quotas", admin: true,
		create: func(w *world) (string, error) {
			id := w.aProject()
			return id, failed(quotas.Update(w.ctx, w.network, id, quotas.UpdateOpts{
				FloatingIP: on(1), Network: on(2), Port: on(3), RBACPolicy: on(4), Router: on(5), SecurityGroup: on(6), SecurityGroupRule: on(7),
				Subnet: on(8), SubnetPool: on(-1),
			}).Extract())
		},
		read: func(w *world, id string) error { return failed(quotas.Get(w.ctx, w.network, id).Extract()) },
		updates: []update{{name: "raise", change: func(w *world, id string) error {
			return failed(quotas.Update(w.ctx, w.network, id, quotas.UpdateOpts{Network: on(20), Port: on(0)}).Extract())
		}}},
		remove: func(w *world, id string) error { return quotas.Delete(w.ctx, w.network, id).ExtractErr() },
		stays:  true,
	},
}

func readSubnet(w *world, id string) error {
	return failed(subnets.Get(w.ctx, w.network, id).Extract())
}

func removeSubnet(w *world, id string) error {
	return subnets.Delete(w.ctx, w.network, id).ExtractErr()
}

func changeSubnet(opts subnets.UpdateOpts) func(*world, string) error {
	return func(w *world, id string) error { return failed(subnets.Update(w.ctx, w.network, id, opts).Extract()) }
}
