package lifecycles

import (
	"errors"
	"testing"

	"github.com/gophercloud/gophercloud/v2/openstack/compute/v2/attachinterfaces"
	"github.com/gophercloud/gophercloud/v2/openstack/compute/v2/instanceactions"
	"github.com/gophercloud/gophercloud/v2/openstack/compute/v2/keypairs"
	"github.com/gophercloud/gophercloud/v2/openstack/compute/v2/servergroups"
	"github.com/gophercloud/gophercloud/v2/openstack/compute/v2/servers"
	servertags "github.com/gophercloud/gophercloud/v2/openstack/compute/v2/tags"
	"github.com/gophercloud/gophercloud/v2/openstack/compute/v2/volumeattach"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/extensions/security/groups"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/ports"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func readServer(w *world, id string) error {
	return failed(servers.Get(w.ctx, w.compute, id).Extract())
}

func removeServer(w *world, id string) error {
	return servers.Delete(w.ctx, w.compute, id).ExtractErr()
}

func readyServer(w *world, id string) error {
	var status string
	err := w.until(func() bool {
		s, err := servers.Get(w.ctx, w.compute, id).Extract()
		if err == nil {
			status = s.Status
		}
		return err == nil && (status == "ACTIVE" || status == "VERIFY_RESIZE" || status == "ERROR")
	})
	if err == nil && status == "ERROR" {
		return errors.New("the server is in ERROR")
	}
	return err
}

func (w *world) untilStatus(id, status string) error {
	return w.until(func() bool {
		s, err := servers.Get(w.ctx, w.compute, id).Extract()
		return err == nil && s.Status == status
	})
}

func (w *world) aServerGroup(policy string) string {
	w.t.Helper()
	id, err := made(servergroups.Create(w.ctx, w.compute, servergroups.CreateOpts{Name: w.named("group"), Policy: policy}).Extract())
	return w.keep(id, err, func(id string) error { return servergroups.Delete(w.ctx, w.compute, id).ExtractErr() })
}

// A server of an affinity group can go to no other host, even if it is alone: its own host counts.
func TestAServerOfAnAffinityGroupStaysOnItsHost(t *testing.T) {
	w := connect(t).world(t, false)
	id, err := made(servers.Create(w.ctx, w.compute, servers.CreateOpts{
		Name: w.named("server"), ImageRef: w.imageNamed("cirros-a"), FlavorRef: "1", Networks: "none",
	}, servers.SchedulerHintOpts{Group: w.aServerGroup("affinity")}).Extract())
	w.keep(id, err, func(id string) error { return removeServer(w, id) })
	require.NoError(t, readyServer(w, id))
	require.NoError(t, servers.Resize(w.ctx, w.compute, id, servers.ResizeOpts{FlavorRef: "2"}).ExtractErr())
	require.NoError(t, w.until(func() bool {
		pages, err := instanceactions.List(w.compute, id, nil).AllPages(w.ctx)
		require.NoError(t, err)
		all, err := instanceactions.ExtractInstanceActions(pages)
		require.NoError(t, err)
		return len(all) > 1 && all[0].Action == "resize" && all[0].Message == "Error"
	}))
	server, err := servers.Get(w.ctx, w.compute, id).Extract()
	require.NoError(t, err)
	assert.Equal(t, "ACTIVE", server.Status)
	assert.Equal(t, "m1.tiny", server.Flavor["original_name"])
}

// aServer is an active one without networks.
func (w *world) aServer() string {
	w.t.Helper()
	id, err := made(servers.Create(w.ctx, w.compute, servers.CreateOpts{
		Name: w.named("server"), ImageRef: w.imageNamed("cirros-a"), FlavorRef: "1", Networks: "none",
	}, nil).Extract())
	w.keep(id, err, func(id string) error {
		if err := removeServer(w, id); err != nil {
			return err
		}
		return w.until(func() bool { return gone(readServer(w, id)) })
	})
	if err := readyServer(w, id); err != nil {
		w.t.Fatal(err)
	}
	return id
}

// serverShows are the attributes of a server that are read in another form than they are sent.
func serverShows(sent any) any {
	m, ok := sent.(map[string]any)
	if !ok {
		return sent
	}
	if server, ok := m["server"].(map[string]any); ok {
		m = server
	}
	out := drop(m, []string{
		"imageRef", "flavorRef", "networks", "availability_zone", "adminPass", "user_data", "personality", "block_device_mapping_v2",
		"min_count", "max_count", "security_groups", "config_drive", "hostname",
	}).(map[string]any)
	if image, ok := m["imageRef"].(string); ok && image != "" {
		out["image"] = map[string]any{"id": image}
	}
	if zone, ok := m["availability_zone"]; ok {
		out["OS-EXT-AZ:availability_zone"] = zone
	}
	if m["config_drive"] == true {
		out["config_drive"] = "True"
	}
	if named, ok := m["security_groups"]; ok {
		out["security_groups"] = named
	}
	if name, ok := m["hostname"]; ok {
		out["OS-EXT-SRV-ATTR:hostname"] = name
	}
	return out
}

// ofHosts are attributes that depend on where a server landed.
var ofHosts = []string{
	"hostId", "OS-EXT-SRV-ATTR:host", "OS-EXT-SRV-ATTR:hypervisor_hostname", "OS-EXT-SRV-ATTR:instance_name", "OS-EXT-SRV-ATTR:reservation_id",
	"OS-EXT-AZ:availability_zone", "flavor",
}

var serverRows = []resource{
	{
		name: "server", ready: readyServer, shown: serverShows, apart: ofHosts,
		create: func(w *world) (string, error) {
			network := w.aNetwork()
			subnet := w.aSubnet(network)
			port, err := made(ports.Create(w.ctx, w.network, ports.CreateOpts{
				NetworkID: network, FixedIPs: []ports.IP{{SubnetID: subnet, IPAddress: "192.0.2.9"}},
			}).Extract())
			w.keep(port, err, func(id string) error { return ports.Delete(w.ctx, w.network, id).ExtractErr() })
			group := w.aServerGroup("soft-affinity")
			key := w.named("key")
			_, err = keypairs.Create(w.ctx, w.compute, keypairs.CreateOpts{Name: key, PublicKey: publicKey}).Extract()
			w.keep(key, err, func(id string) error { return keypairs.Delete(w.ctx, w.compute, id, nil).ExtractErr() })
			return made(servers.Create(w.ctx, w.compute, keypairs.CreateOptsExt{KeyName: key, CreateOptsBuilder: servers.CreateOpts{
				Name: w.named("server"), ImageRef: w.imageNamed("cirros-a"), FlavorRef: "1", UserData: []byte("#!/bin/sh\n"),
				Networks: []servers.Network{{Port: port, Tag: "card"}}, Metadata: map[string]string{"a": "b", "c": "d"},
				ConfigDrive: on(true), AdminPass: "s3cret", AccessIPv4: "192.0.2.1", AccessIPv6: "2001:db8::1", Min: 1, Max: 1,
				Tags: []string{"red", "blue"}, DiskConfig: servers.Manual, Hostname: "a-host",
			}}, servers.SchedulerHintOpts{Group: group}).Extract())
		},
		read: readServer, remove: removeServer,
		updates: []update{
			{name: "rename", change: func(w *world, id string) error {
				return failed(servers.Update(w.ctx, w.compute, id, servers.UpdateOpts{
					Name: w.named("renamed"), AccessIPv4: "192.0.2.2", AccessIPv6: "2001:db8::2",
				}).Extract())
			}},
			{name: "metadata", change: func(w *world, id string) error {
				return failed(servers.ResetMetadata(w.ctx, w.compute, id, servers.MetadataOpts{"e": "f"}).Extract())
			}, shown: func(sent any) any { return map[string]any{"metadata": sent} }},
			{name: "more metadata", change: func(w *world, id string) error {
				return failed(servers.UpdateMetadata(w.ctx, w.compute, id, servers.MetadataOpts{"g": "h"}).Extract())
			}, shown: func(any) any { return map[string]any{"metadata": map[string]any{"e": "f", "g": "h"}} }},
			{name: "tags", change: func(w *world, id string) error {
				return failed(servertags.ReplaceAll(w.ctx, w.compute, id, servertags.ReplaceAllOpts{Tags: []string{"green"}}).Extract())
			}},
			{name: "resize", change: func(w *world, id string) error {
				if err := servers.Resize(w.ctx, w.compute, id, servers.ResizeOpts{FlavorRef: "2"}).ExtractErr(); err != nil {
					return err
				}
				return w.untilStatus(id, "VERIFY_RESIZE")
			}, shown: func(any) any { return map[string]any{"status": "VERIFY_RESIZE"} }, follows: resized},
			{name: "confirm", change: func(w *world, id string) error {
				if err := servers.ConfirmResize(w.ctx, w.compute, id).ExtractErr(); err != nil {
					return err
				}
				return w.untilStatus(id, "ACTIVE")
			}, shown: func(any) any { return map[string]any{"status": "ACTIVE"} }, follows: resized},
		},
	},
	{
		name: "server with files", ready: readyServer, shown: serverShows, apart: ofHosts,
		create: func(w *world) (string, error) {
			w.compute.Microversion = "2.56"
			return made(servers.Create(w.ctx, w.compute, servers.CreateOpts{
				Name: w.named("server"), ImageRef: w.imageNamed("cirros-a"), FlavorRef: "1", Networks: "none",
				Personality: servers.Personality{{Path: "/etc/motd", Contents: []byte("hello")}},
			}, nil).Extract())
		},
		read: readServer, remove: removeServer,
	},
	{
		name: "server in a zone on a network", ready: readyServer, shown: serverShows, apart: append([]string{"addresses"}, ofHosts...),
		create: func(w *world) (string, error) {
			network := w.aNetwork()
			w.aSubnet(network)
			group := w.aGroup()
			g, err := groups.Get(w.ctx, w.network, group).Extract()
			if err != nil {
				return "", err
			}
			return made(servers.Create(w.ctx, w.compute, servers.CreateOpts{
				Name: w.named("server"), ImageRef: w.imageNamed("cirros-a"), FlavorRef: "1", AvailabilityZone: "az1",
				Networks: []servers.Network{{UUID: network, FixedIP: "192.0.2.44"}}, SecurityGroups: []string{g.Name},
			}, nil).Extract())
		},
		read: readServer, remove: removeServer,
	},
	{
		name: "server of a volume", ready: readyServer, shown: serverShows, apart: ofHosts,
		create: func(w *world) (string, error) {
			return made(servers.Create(w.ctx, w.compute, servers.CreateOpts{
				Name: w.named("server"), FlavorRef: "1", Networks: "none",
				BlockDevice: []servers.BlockDevice{{
					SourceType: servers.SourceImage, UUID: w.imageNamed("cirros-a"), DestinationType: servers.DestinationVolume, VolumeSize: 1,
					DeleteOnTermination: true, VolumeType: "file", Tag: "root",
				}},
			}, nil).Extract())
		},
		read: readServer, remove: removeServer,
	},
	{
		name: "attachment of a volume", hidden: []string{"device"},
		create: func(w *world) (string, error) {
			server, volume := w.aServer(), w.aVolume()
			return server + "/" + volume, failed(volumeattach.Create(w.ctx, w.compute, server, volumeattach.CreateOpts{
				VolumeID: volume, Tag: "data", DeleteOnTermination: false,
			}).Extract())
		},
		ready: func(w *world, id string) error {
			_, volume := parts(id)
			return readyVolume(w, volume)
		},
		read: func(w *world, id string) error {
			server, volume := parts(id)
			return failed(volumeattach.Get(w.ctx, w.compute, server, volume).Extract())
		},
		remove: func(w *world, id string) error {
			server, volume := parts(id)
			if err := volumeattach.Delete(w.ctx, w.compute, server, volume).ExtractErr(); err != nil {
				return err
			}
			return w.until(func() bool { return gone(failed(volumeattach.Get(w.ctx, w.compute, server, volume).Extract())) })
		},
	},
	{
		name: "attachment of a port",
		create: func(w *world) (string, error) {
			network := w.aNetwork()
			w.aSubnet(network)
			port, server := w.aPort(network), w.aServer()
			_, err := attachinterfaces.Create(w.ctx, w.compute, server, attachinterfaces.CreateOpts{PortID: port}).Extract()
			return server + "/" + port, err
		},
		read: func(w *world, id string) error {
			server, port := parts(id)
			return failed(attachinterfaces.Get(w.ctx, w.compute, server, port).Extract())
		},
		remove: func(w *world, id string) error {
			server, port := parts(id)
			return attachinterfaces.Delete(w.ctx, w.compute, server, port).ExtractErr()
		},
	},
	{
		name: "attachment of a network",
		create: func(w *world) (string, error) {
			network := w.aNetwork()
			w.aSubnet(network)
			server := w.aServer()
			i, err := attachinterfaces.Create(w.ctx, w.compute, server, attachinterfaces.CreateOpts{
				NetworkID: network, FixedIPs: []attachinterfaces.FixedIP{{IPAddress: "192.0.2.88"}},
			}).Extract()
			if err != nil {
				return "", err
			}
			return server + "/" + i.PortID, nil
		},
		read: func(w *world, id string) error {
			server, port := parts(id)
			return failed(attachinterfaces.Get(w.ctx, w.compute, server, port).Extract())
		},
		remove: func(w *world, id string) error {
			server, port := parts(id)
			return attachinterfaces.Delete(w.ctx, w.compute, server, port).ExtractErr()
		},
	},
}

var resized = append([]string{"status", "OS-EXT-STS:vm_state", "OS-EXT-STS:task_state", "OS-SRV-USG:launched_at", "addresses"}, ofHosts...)
