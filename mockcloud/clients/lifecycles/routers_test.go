package lifecycles

import (
	"github.com/gophercloud/gophercloud/v2"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/extensions/external"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/extensions/layer3/floatingips"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/extensions/layer3/portforwarding"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/extensions/layer3/routers"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/networks"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/ports"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/subnets"
)

// anExternalNetwork is one of the administrator's with the subnet 203.0.113.0/24.
func (w *world) anExternalNetwork() (network, subnet string) {
	w.t.Helper()
	id, err := made(networks.Create(w.ctx, w.admin.network, external.CreateOptsExt{
		External: on(true), CreateOptsBuilder: networks.CreateOpts{Name: w.named("external")},
	}).Extract())
	network = w.keep(id, err, func(id string) error { return networks.Delete(w.ctx, w.admin.network, id).ExtractErr() })
	id, err = made(subnets.Create(w.ctx, w.admin.network, subnets.CreateOpts{
		NetworkID: network, CIDR: "203.0.113.0/24", IPVersion: gophercloud.IPv4, EnableDHCP: on(false),
	}).Extract())
	return network, w.keep(id, err, func(id string) error { return subnets.Delete(w.ctx, w.admin.network, id).ExtractErr() })
}

func (w *world) aRouter(external string) string {
	w.t.Helper()
	opts := routers.CreateOpts{Name: w.named("router")}
	if external != "" {
		opts.GatewayInfo = &routers.GatewayInfo{NetworkID: external}
	}
	id, err := made(routers.Create(w.ctx, w.network, opts).Extract())
	return w.keep(id, err, func(id string) error { return routers.Delete(w.ctx, w.network, id).ExtractErr() })
}

// aLinkedPort is a port with 192.0.2.x behind a router to an external network.
func (w *world) aLinkedPort(external string) string {
	w.t.Helper()
	network := w.aNetwork()
	subnet := w.aSubnet(network)
	router := w.aRouter(external)
	_, err := routers.AddInterface(w.ctx, w.network, router, routers.AddInterfaceOpts{SubnetID: subnet}).Extract()
	w.keep(router, err, func(id string) error {
		return failed(routers.RemoveInterface(w.ctx, w.network, id, routers.RemoveInterfaceOpts{SubnetID: subnet}).Extract())
	})
	return w.aPort(network)
}

func changeRouter(opts func(w *world) routers.UpdateOptsBuilder) func(*world, string) error {
	return func(w *world, id string) error {
		return failed(routers.Update(w.ctx, w.network, id, opts(w)).Extract())
	}
}

func changeFloating(opts func(w *world) floatingips.UpdateOptsBuilder) func(*world, string) error {
	return func(w *world, id string) error {
		return failed(floatingips.Update(w.ctx, w.network, id, opts(w)).Extract())
	}
}

func readRouter(w *world, id string) error {
	return failed(routers.Get(w.ctx, w.network, id).Extract())
}

func removeRouter(w *world, id string) error {
	return routers.Delete(w.ctx, w.network, id).ExtractErr()
}

// readInterface reads a router's interface as tools do: the port, which belongs to the router or is gone.
func readInterface(w *world, id string) error {
	_, port := parts(id)
	return readPort(w, port)
}

var routerRows = []resource{
	{
		name: "router",
		create: func(w *world) (string, error) {
			network, _ := w.anExternalNetwork()
			return made(routers.Create(w.ctx, w.network, routers.CreateOpts{
				Name: w.named("router"), Description: "a router", AdminStateUp: on(false), ProjectID: w.project,
				GatewayInfo: &routers.GatewayInfo{NetworkID: network},
			}).Extract())
		},
		read: readRouter, remove: removeRouter,
		updates: []update{
			{name: "rename", change: changeRouter(func(*world) routers.UpdateOptsBuilder {
				return routers.UpdateOpts{Name: "renamed", Description: on(""), AdminStateUp: on(true)}
			})},
			{name: "no gateway", change: changeRouter(func(*world) routers.UpdateOptsBuilder {
				return routers.UpdateOpts{GatewayInfo: &routers.GatewayInfo{}}
			}), shown: func(any) any { return map[string]any{"external_gateway_info": nil} }},
			{name: "tags", change: tags("routers", "r")},
		},
	},
	{
		name: "router with all of a gateway", admin: true,
		create: func(w *world) (string, error) {
			network, subnet := w.anExternalNetwork()
			return made(routers.Create(w.ctx, w.network, routers.CreateOpts{
				Name: w.named("router"), Distributed: on(false), GatewayInfo: &routers.GatewayInfo{
					NetworkID: network, EnableSNAT: on(false), ExternalFixedIPs: []routers.ExternalFixedIP{{SubnetID: subnet, IPAddress: "203.0.113.99"}},
				},
			}).Extract())
		},
		read: readRouter, remove: removeRouter,
	},
	{
		name: "routes of a router",
		create: func(w *world) (string, error) {
			network := w.aNetwork()
			subnet, router := w.aSubnet(network), w.aRouter("")
			_, err := routers.AddInterface(w.ctx, w.network, router, routers.AddInterfaceOpts{SubnetID: subnet}).Extract()
			w.keep(router, err, func(id string) error {
				return failed(routers.RemoveInterface(w.ctx, w.network, id, routers.RemoveInterfaceOpts{SubnetID: subnet}).Extract())
			})
			return router, failed(routers.Update(w.ctx, w.network, router, routers.UpdateOpts{Routes: &[]routers.Route{
				{DestinationCIDR: "198.51.100.0/24", NextHop: "192.0.2.9"}, {DestinationCIDR: "10.0.0.0/8", NextHop: "192.0.2.10"},
			}}).Extract())
		},
		read: readRouter, stays: true,
		updates: []update{{name: "one less", change: changeRouter(func(*world) routers.UpdateOptsBuilder {
			return routers.UpdateOpts{Routes: &[]routers.Route{{DestinationCIDR: "10.0.0.0/8", NextHop: "192.0.2.10"}}}
		})}},
		remove: changeRouter(func(*world) routers.UpdateOptsBuilder { return routers.UpdateOpts{Routes: &[]routers.Route{}} }),
	},
	{
		name: "router interface of a subnet", apart: []string{"status"}, hidden: []string{"subnet_id"},
		create: func(w *world) (string, error) {
			network := w.aNetwork()
			subnet, router := w.aSubnet(network), w.aRouter("")
			made, err := routers.AddInterface(w.ctx, w.network, router, routers.AddInterfaceOpts{SubnetID: subnet}).Extract()
			if err != nil {
				return "", err
			}
			return router + "/" + made.PortID, nil
		},
		read: readInterface,
		remove: func(w *world, id string) error {
			router, port := parts(id)
			return failed(routers.RemoveInterface(w.ctx, w.network, router, routers.RemoveInterfaceOpts{PortID: port}).Extract())
		},
	},
	{
		name: "router interface of a port", apart: []string{"status"}, shown: func(sent any) any {
			return map[string]any{"id": sent.(map[string]any)["port_id"], "device_owner": "network:router_interface"}
		},
		create: func(w *world) (string, error) {
			network := w.aNetwork()
			subnet, router := w.aSubnet(network), w.aRouter("")
			port, err := made(ports.Create(w.ctx, w.network, ports.CreateOpts{
				NetworkID: network, FixedIPs: []ports.IP{{SubnetID: subnet, IPAddress: "192.0.2.254"}},
			}).Extract())
			w.keep(port, err, func(id string) error { return ports.Delete(w.ctx, w.network, id).ExtractErr() })
			return router + "/" + port, failed(routers.AddInterface(w.ctx, w.network, router, routers.AddInterfaceOpts{PortID: port}).Extract())
		},
		read: readInterface,
		remove: func(w *world, id string) error {
			router, port := parts(id)
			return failed(routers.RemoveInterface(w.ctx, w.network, router, routers.RemoveInterfaceOpts{PortID: port}).Extract())
		},
	},
	{
		name: "floating address", hidden: []string{"subnet_id"},
		create: func(w *world) (string, error) {
			network, subnet := w.anExternalNetwork()
			return made(floatingips.Create(w.ctx, w.network, floatingips.CreateOpts{
				FloatingNetworkID: network, SubnetID: subnet, Description: "an address", ProjectID: w.project,
			}).Extract())
		},
		read:   func(w *world, id string) error { return failed(floatingips.Get(w.ctx, w.network, id).Extract()) },
		remove: func(w *world, id string) error { return floatingips.Delete(w.ctx, w.network, id).ExtractErr() },
		updates: []update{
			{name: "describe", change: changeFloating(func(*world) floatingips.UpdateOptsBuilder {
				return floatingips.UpdateOpts{Description: on("")}
			})},
			{name: "tags", change: tags("floatingips", "f")},
		},
	},
	{
		name: "floating address of a port", apart: []string{"status"},
		create: func(w *world) (string, error) {
			network, _ := w.anExternalNetwork()
			return made(floatingips.Create(w.ctx, w.network, floatingips.CreateOpts{
				FloatingNetworkID: network, PortID: w.aLinkedPort(network),
			}).Extract())
		},
		read:   func(w *world, id string) error { return failed(floatingips.Get(w.ctx, w.network, id).Extract()) },
		remove: func(w *world, id string) error { return floatingips.Delete(w.ctx, w.network, id).ExtractErr() },
		updates: []update{
			{
				name: "no port", follows: []string{"fixed_ip_address", "router_id", "port_details", "status"},
				change: changeFloating(func(*world) floatingips.UpdateOptsBuilder { return floatingips.UpdateOpts{PortID: on("")} }),
			},
		},
	},
	{
		name: "floating address that was asked for", admin: true,
		create: func(w *world) (string, error) {
			network, _ := w.anExternalNetwork()
			return made(floatingips.Create(w.ctx, w.network, floatingips.CreateOpts{
				FloatingNetworkID: network, FloatingIP: "203.0.113.50",
			}).Extract())
		},
		read:   func(w *world, id string) error { return failed(floatingips.Get(w.ctx, w.network, id).Extract()) },
		remove: func(w *world, id string) error { return floatingips.Delete(w.ctx, w.network, id).ExtractErr() },
	},
	{
		name: "port forwarding", needs: "floating-ip-port-forwarding",
		create: func(w *world) (string, error) {
			network, _ := w.anExternalNetwork()
			port := w.aLinkedPort(network)
			address, err := made(floatingips.Create(w.ctx, w.network, floatingips.CreateOpts{FloatingNetworkID: network}).Extract())
			w.keep(address, err, func(id string) error { return floatingips.Delete(w.ctx, w.network, id).ExtractErr() })
			p, err := ports.Get(w.ctx, w.network, port).Extract()
			if err != nil {
				return "", err
			}
			id, err := made(portforwarding.Create(w.ctx, w.network, address, portforwarding.CreateOpts{
				Description: "web", InternalPortID: port, InternalIPAddress: p.FixedIPs[0].IPAddress, InternalPort: 80,
				ExternalPort: 8080, Protocol: "tcp",
			}).Extract())
			return address + "/" + id, err
		},
		read: func(w *world, id string) error {
			address, forwarding := parts(id)
			return failed(portforwarding.Get(w.ctx, w.network, address, forwarding).Extract())
		},
		updates: []update{{name: "another port", change: func(w *world, id string) error {
			address, forwarding := parts(id)
			return failed(portforwarding.Update(w.ctx, w.network, address, forwarding, portforwarding.UpdateOpts{
				Description: on("other"), InternalPort: 81, ExternalPort: 8081, Protocol: "udp",
			}).Extract())
		}, follows: []string{"internal_port_range", "external_port_range"}}},
		remove: func(w *world, id string) error {
			address, forwarding := parts(id)
			return portforwarding.Delete(w.ctx, w.network, address, forwarding).ExtractErr()
		},
	},
}
