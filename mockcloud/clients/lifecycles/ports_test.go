package lifecycles

import (
	"github.com/gophercloud/gophercloud/v2"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/extensions/extradhcpopts"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/extensions/portsbinding"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/extensions/portsecurity"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/extensions/security/groups"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/extensions/trunks"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/ports"
)

func (w *world) aGroup() string {
	w.t.Helper()
	id, err := made(groups.Create(w.ctx, w.network, groups.CreateOpts{Name: w.named("group")}).Extract())
	return w.keep(id, err, func(id string) error { return groups.Delete(w.ctx, w.network, id).ExtractErr() })
}

// aPort is one that a row needs, with an address where the network has a subnet.
func (w *world) aPort(network string) string {
	w.t.Helper()
	id, err := made(ports.Create(w.ctx, w.network, ports.CreateOpts{NetworkID: network, Name: w.named("port")}).Extract())
	return w.keep(id, err, func(id string) error { return ports.Delete(w.ctx, w.network, id).ExtractErr() })
}

func readPort(w *world, id string) error { return failed(ports.Get(w.ctx, w.network, id).Extract()) }

func removePort(w *world, id string) error { return ports.Delete(w.ctx, w.network, id).ExtractErr() }

func changePort(opts func(w *world) ports.UpdateOptsBuilder) func(*world, string) error {
	return func(w *world, id string) error { return failed(ports.Update(w.ctx, w.network, id, opts(w)).Extract()) }
}

var portRows = []resource{
	{
		name: "port",
		create: func(w *world) (string, error) {
			network := w.aNetwork()
			return made(ports.Create(w.ctx, w.network, extradhcpopts.CreateOptsExt{
				ExtraDHCPOpts: []extradhcpopts.CreateExtraDHCPOpt{
					{OptName: "bootfile-name", OptValue: "pxe.0", IPVersion: gophercloud.IPv4},
					{OptName: "mtu", OptValue: "1300", IPVersion: gophercloud.IPv4},
				},
				CreateOptsBuilder: portsecurity.PortCreateOptsExt{PortSecurityEnabled: on(true), CreateOptsBuilder: ports.CreateOpts{
					NetworkID: network, Name: w.named("port"), Description: "a port", AdminStateUp: on(false), MACAddress: "fa:16:3e:00:00:07",
					FixedIPs:       []ports.IP{{SubnetID: w.aSubnet(network), IPAddress: "192.0.2.77"}},
					DeviceID:       "a device",
					DeviceOwner:    "somebody:else",
					ProjectID:      w.project,
					SecurityGroups: &[]string{w.aGroup()},
					AllowedAddressPairs: []ports.AddressPair{
						{IPAddress: "192.0.2.200", MACAddress: "fa:16:3e:00:00:08"}, {IPAddress: "203.0.113.0/24", MACAddress: "fa:16:3e:00:00:07"},
					},
				}},
			}).Extract())
		},
		read: readPort, remove: removePort,
		updates: []update{
			{name: "rename", change: changePort(func(*world) ports.UpdateOptsBuilder {
				return ports.UpdateOpts{Name: on("renamed"), Description: on(""), AdminStateUp: on(true), DeviceID: on(""), DeviceOwner: on("")}
			})},
			{name: "groups", change: changePort(func(w *world) ports.UpdateOptsBuilder {
				return ports.UpdateOpts{SecurityGroups: &[]string{}, AllowedAddressPairs: &[]ports.AddressPair{}}
			})},
			{name: "DHCP options", change: changePort(func(*world) ports.UpdateOptsBuilder {
				return extradhcpopts.UpdateOptsExt{UpdateOptsBuilder: ports.UpdateOpts{}, ExtraDHCPOpts: []extradhcpopts.UpdateExtraDHCPOpt{
					{OptName: "bootfile-name", OptValue: on("other.0"), IPVersion: gophercloud.IPv4}, {OptName: "mtu", IPVersion: gophercloud.IPv4},
				}}
			}), shown: func(sent any) any {
				// An option without a value is taken away.
				opts := sent.(map[string]any)["extra_dhcp_opts"].([]any)
				return map[string]any{"extra_dhcp_opts": opts[:1]}
			}},
			{name: "no security", change: changePort(func(*world) ports.UpdateOptsBuilder {
				return portsecurity.PortUpdateOptsExt{PortSecurityEnabled: on(false), UpdateOptsBuilder: ports.UpdateOpts{}}
			})},
			{name: "no address", change: changePort(func(*world) ports.UpdateOptsBuilder { return ports.UpdateOpts{FixedIPs: []ports.IP{}} })},
			{name: "tags", change: tags("ports", "x")},
		},
	},
	{
		name: "bound port", admin: true, apart: []string{"binding:vif_type"}, // it depends on what binds ports
		create: func(w *world) (string, error) {
			return made(ports.Create(w.ctx, w.network, portsbinding.CreateOptsExt{
				HostID: "host1", VNICType: "normal", Profile: map[string]any{"local_link_information": []any{map[string]any{"switch": "s1"}}},
				CreateOptsBuilder: ports.CreateOpts{NetworkID: w.aNetwork(), MACAddress: "fa:16:3e:00:00:07"},
			}).Extract())
		},
		read: readPort, remove: removePort,
		updates: []update{
			{
				name: "bind elsewhere", follows: []string{"status", "binding:vif_type", "binding:vif_details"},
				change: changePort(func(*world) ports.UpdateOptsBuilder {
					return portsbinding.UpdateOptsExt{HostID: on("host2"), UpdateOptsBuilder: ports.UpdateOpts{}}
				}),
			},
			{name: "profile", change: changePort(func(*world) ports.UpdateOptsBuilder {
				return portsbinding.UpdateOptsExt{Profile: map[string]any{"a": "b"}, UpdateOptsBuilder: ports.UpdateOpts{}}
			})},
			{
				name: "unbind", follows: []string{"status", "binding:vif_type", "binding:vif_details"},
				change: changePort(func(*world) ports.UpdateOptsBuilder {
					return portsbinding.UpdateOptsExt{HostID: on(""), VNICType: "direct", UpdateOptsBuilder: ports.UpdateOpts{}}
				}),
			},
			{name: "another address of the card", change: changePort(func(*world) ports.UpdateOptsBuilder {
				return ports.UpdateOpts{MACAddress: on("fa:16:3e:00:00:09")}
			})},
		},
	},
	{
		name: "trunk", needs: "trunk",
		create: func(w *world) (string, error) {
			sub := w.aPort(w.aNetwork())
			return made(trunks.Create(w.ctx, w.network, trunks.CreateOpts{
				ProjectID: w.project, PortID: w.aPort(w.aNetwork()), Name: w.named("trunk"), Description: "a trunk", AdminStateUp: on(false),
				Subports: []trunks.Subport{{SegmentationID: 7, SegmentationType: "vlan", PortID: sub}},
			}).Extract())
		},
		read: func(w *world, id string) error { return failed(trunks.Get(w.ctx, w.network, id).Extract()) },
		updates: []update{
			{name: "rename", follows: []string{"status"}, change: func(w *world, id string) error {
				return failed(trunks.Update(w.ctx, w.network, id, trunks.UpdateOpts{
					Name: on("renamed"), Description: on(""), AdminStateUp: on(true),
				}).Extract())
			}},
			{name: "tags", change: tags("trunks", "t")},
		},
		remove: func(w *world, id string) error { return trunks.Delete(w.ctx, w.network, id).ExtractErr() },
	},
}
