package orchestration

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/blockstorage"
	"plumbline/internal/mockcloud/compute"
	"plumbline/internal/mockcloud/image"
	"plumbline/internal/mockcloud/network"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/mockcloud/trial"
)

// furnished is a cloud with all services that people's templates use, and an external network.
func furnished(t *testing.T) *trial.Cloud {
	t.Helper()
	c := trial.New(t, New, compute.New, network.New, blockstorage.New, image.New)
	txn := c.Env.Store.Write()
	for _, name := range []string{"h1", "h2"} {
		state.Hosts.Insert(txn, &state.Host{Name: name, Node: name, HypervisorID: "hv-" + name, VCPUs: 8, RAM: 8192, Disk: 100})
	}
	for id, name := range map[string]string{"1": "tiny", "2": "small"} {
		state.Flavors.Insert(txn, &state.Flavor{ID: id, Name: name, RAM: 64, VCPUs: 1, Disk: 1, Public: true, RXTXFactor: 1})
	}
	for i, name := range []string{"cirros", "other"} {
		raw, bare := "raw", "bare"
		img := &state.Image{
			ID: fmt.Sprintf("70a599e0-31e7-49b7-b260-868f441e862%d", i), Name: &name, Visibility: "public", Owner: trial.Other,
			DiskFormat: &raw, ContainerFormat: &bare,
		}
		image.Fill(img, []byte(name))
		state.Images.Insert(txn, img)
	}
	state.VolumeTypes.Insert(txn, &state.VolumeType{ID: "vt", Name: "plain", Public: true, Default: true})
	txn.Commit()
	made := c.Do("admin", "POST", "/network/v2.0/networks", object{"network": object{"name": "public", "router:external": true}})
	require.Equal(t, 201, made.Status, made.Body)
	sub := object{"network_id": made.Text("network", "id"), "ip_version": 4, "cidr": "10.99.0.0/24"}
	made = c.Do("admin", "POST", "/network/v2.0/subnets", object{"subnet": sub})
	require.Equal(t, 201, made.Status, made.Body)
	return c
}

// settled is the state of a stack when nothing is under way any more, by its id.
func settled(t *testing.T, c *trial.Cloud, id string) *trial.Answer {
	t.Helper()
	for range 200 {
		show := c.Do("member", "GET", root+"/stacks/s/"+id, nil)
		require.Equal(t, 200, show.Status, show.Body)
		if status := show.Text("stack", "stack_status"); status[len(status)-8:] != "PROGRESS" {
			return show
		}
		c.Clock.Advance(1e9)
	}
	t.Fatal("the stack does not settle")
	return nil
}

// outputs are the values of a stack's outputs.
func outputs(show *trial.Answer) object {
	out := object{}
	list, _ := show.At("stack", "outputs").([]any)
	for _, o := range list {
		one := o.(object)
		out[one["output_key"].(string)] = one["output_value"]
	}
	return out
}

const web = `heat_template_version: 2018-08-31
parameters:
  flavor: {type: string, default: tiny}
  image: {type: string, default: cirros}
  size: {type: number, default: 1}
  ports: {type: comma_delimited_list, default: "22,80"}
resources:
  net: {type: OS::Neutron::Net}
  subnet: {type: OS::Neutron::Subnet, properties: {network_id: {get_resource: net}, cidr: 10.77.0.0/24}}
  router: {type: OS::Neutron::Router, properties: {external_gateway_info: {network: public}}}
  link: {type: OS::Neutron::RouterInterface, properties: {router_id: {get_resource: router}, subnet: {get_resource: subnet}}}
  sg:
    type: OS::Neutron::SecurityGroup
    properties:
      rules:
        repeat:
          for_each: {"%port%": {get_param: ports}}
          template: {protocol: tcp, port_range_min: "%port%", port_range_max: "%port%"}
  rule: {type: OS::Neutron::SecurityGroupRule, properties: {security_group: {get_resource: sg}, protocol: icmp}}
  key: {type: OS::Nova::KeyPair, properties: {name: mine}}
  port:
    type: OS::Neutron::Port
    properties: {network: {get_resource: net}, security_groups: [{get_resource: sg}], fixed_ips: [{ip_address: 10.77.0.9}]}
  group: {type: OS::Nova::ServerGroup, properties: {policies: [soft-affinity]}}
  server:
    type: OS::Nova::Server
    properties:
      image: {get_param: image}
      flavor: {get_param: flavor}
      key_name: {get_resource: key}
      networks: [{port: {get_resource: port}}]
      scheduler_hints: {group: {get_resource: group}}
      metadata: {net: {get_resource: net}, tagged: {get_attr: [subnet, cidr]}}
  second:
    type: OS::Nova::Server
    properties: {image: cirros, flavor: tiny, networks: [{network: {get_resource: net}}], security_groups: [{get_resource: sg}]}
  third: {type: OS::Nova::Server, properties: {image: cirros, flavor: tiny, networks: [{subnet: {get_resource: subnet}}]}}
  fip: {type: OS::Neutron::FloatingIP, properties: {floating_network: public}}
  assoc: {type: OS::Neutron::FloatingIPAssociation, properties: {floatingip_id: {get_resource: fip}, port_id: {get_resource: port}}}
  volume: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}
  attachment:
    type: OS::Cinder::VolumeAttachment
    properties: {instance_uuid: {get_resource: server}, volume_id: {get_resource: volume}}
outputs:
  server: {value: {get_resource: server}}
  second: {value: {get_resource: second}}
  volume: {value: {get_resource: volume}}
  net: {value: {get_resource: net}}
  group: {value: {get_attr: [sg, show, id]}}
  fixed: {value: {get_attr: [server, networks, {get_resource: net}, 0]}}
  port: {value: {get_attr: [server, addresses, {get_resource: net}, 0, addr]}}
  floating: {value: {get_attr: [fip, floating_ip_address]}}
  third: {value: {get_attr: [third, first_address]}}
`

// The stack of a template as people write them: what the services have is what the template says.
func TestATemplateAsPeopleWriteThem(t *testing.T) {
	c := furnished(t)
	id := create1(t, c, object{"stack_name": "s", "template": web})
	show := settled(t, c, id)
	require.Equal(t, "CREATE_COMPLETE", show.Text("stack", "stack_status"), show.Text("stack", "stack_status_reason"))
	out := outputs(show)
	assert.Equal(t, "10.77.0.9", out["fixed"])
	assert.Contains(t, out["third"], "10.77.0.")

	server := c.Do("member", "GET", "/compute/v2.1/servers/"+out["server"].(string), nil)
	assert.Equal(t, "mine", server.Text("server", "key_name"), "a reference is the name of the key, not of the resource")
	assert.Equal(t, object{"net": out["net"], "tagged": "10.77.0.0/24"}, server.At("server", "metadata"))
	ports := c.Do("member", "GET", "/network/v2.0/ports?device_id="+out["second"].(string), nil)
	assert.Equal(t, out["net"], ports.At("ports", 0, "network_id"), "a reference in a list of maps")
	assert.Equal(t, []any{out["group"]}, ports.At("ports", 0, "security_groups"))
	rules := c.Do("member", "GET", "/network/v2.0/security-group-rules?direction=ingress&security_group_id="+out["group"].(string), nil)
	assert.Len(t, rules.At("security_group_rules"), 3)
	fips := c.Do("member", "GET", "/network/v2.0/floatingips", nil)
	assert.Equal(t, out["floating"], fips.At("floatingips", 0, "floating_ip_address"))
	assert.Equal(t, "10.77.0.9", fips.At("floatingips", 0, "fixed_ip_address"))
	volume := c.Do("member", "GET", "/volume/v3/"+trial.Demo+"/volumes/"+out["volume"].(string), nil)
	assert.Equal(t, "in-use", volume.Text("volume", "status"), volume.Body)

	assert.Equal(t, 204, c.Do("member", "DELETE", root+"/stacks/s/"+id, nil).Status)
	assert.Equal(t, "DELETE_COMPLETE", settled(t, c, id).Text("stack", "stack_status"))
	for at, list := range map[string]string{
		"/network/v2.0/routers": "routers", "/network/v2.0/ports": "ports", "/network/v2.0/floatingips": "floatingips",
		"/compute/v2.1/servers": "servers", "/compute/v2.1/os-keypairs": "keypairs", "/compute/v2.1/os-server-groups": "server_groups",
		"/volume/v3/" + trial.Demo + "/volumes": "volumes",
	} {
		assert.Empty(t, c.Do("member", "GET", at, nil).At(list), "nothing is left of %s", list)
	}
}

// What an update changes in place, although it is no plain property of a record.
func TestWhatAnUpdateChangesInPlace(t *testing.T) {
	const servers, groups = "/compute/v2.1/servers/", "/network/v2.0/security-groups/"
	const volumes = "/volume/v3/" + trial.Demo + "/volumes/"
	for name, row := range map[string]struct {
		resource   string
		parameters object
		service    string
		path       []any
		want       any
	}{
		"another flavor resizes a server": {"server", object{"flavor": "small"}, servers, []any{"server", "flavor", "id"}, "2"},
		"another image rebuilds a server": {"server", object{"image": "other"}, servers, []any{"server", "status"}, "ACTIVE"},
		"a greater volume is extended":    {"volume", object{"size": 2}, volumes, []any{"volume", "size"}, 2.0},
		"other rules leave a group be":    {"sg", object{"ports": "443"}, groups, []any{"security_group", "stateful"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			c := furnished(t)
			id := create1(t, c, object{"stack_name": "s", "template": web})
			settled(t, c, id)
			at := root + "/stacks/s/" + id
			physical := func() string {
				return c.Do("member", "GET", at+"/resources/"+row.resource, nil).Text("resource", "physical_resource_id")
			}
			before := physical()
			a := c.Do("member", "PUT", at, object{"template": web, "parameters": row.parameters})
			require.Equal(t, 202, a.Status, a.Body)
			show := settled(t, c, id)
			require.Equal(t, "UPDATE_COMPLETE", show.Text("stack", "stack_status"), show.Text("stack", "stack_status_reason"))
			assert.Equal(t, before, physical())
			found := c.Do("member", "GET", row.service+before, nil)
			assert.Equal(t, row.want, found.At(row.path...), found.Body)
			if row.resource == "volume" {
				assert.Equal(t, "in-use", found.Text("volume", "status"), "it is attached again")
			}
		})
	}
}

// A stack is refused for what its templates name and nobody has, in Heat's words.
func TestNamesThatNothingHas(t *testing.T) {
	for name, row := range map[string]struct{ resource, says string }{
		"a network": {
			"{type: OS::Neutron::Port, properties: {network: nope}}",
			"Property error: : resources.r.properties.network: : Error validating value 'nope': Unable to find network with name or id 'nope'",
		},
		"a network in a list of maps": {
			"{type: OS::Nova::Server, properties: {image: cirros, flavor: tiny, networks: [{network: nope}]}}",
			"Property error: : resources.r.properties.networks[0].network: : Error validating value 'nope': " +
				"Unable to find network with name or id 'nope'",
		},
		"an address": {
			"{type: OS::Neutron::Port, properties: {network: public, fixed_ips: [{ip_address: nope}]}}",
			"Property error: : resources.r.properties.fixed_ips[0].ip_address: : Error validating value 'nope': Invalid IP address",
		},
		"a volume": {
			"{type: OS::Cinder::VolumeAttachment, properties: {instance_uuid: a, volume_id: nope}}",
			"Property error: : resources.r.properties.volume_id: : Error validating value 'nope': The Volume (nope) could not be found.",
		},
		"both ways to a subnet": {
			"{type: OS::Neutron::Subnet, properties: {network: public, cidr: 10.1.0.0/24, prefixlen: 8}}",
			"Cannot define the following properties at the same time: prefixlen, cidr.",
		},
		"no range": {
			"{type: OS::Neutron::Subnet, properties: {network: public}}",
			"At least one of the following properties must be specified: subnetpool, cidr.",
		},
		"a policy of no group": {
			"{type: OS::Nova::ServerGroup, properties: {policies: [nope]}}",
			`Property error: : resources.r.properties.policies: : ["nope"] is not an allowed value ` +
				`["anti-affinity", "affinity", "soft-anti-affinity", "soft-affinity"]`,
		},
		"a flavor, by a member": {
			"{type: OS::Nova::Flavor, properties: {ram: 1, vcpus: 1}}",
			"You are not authorized to use resource_types:OS::Nova::Flavor.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			text := "heat_template_version: 2018-08-31\nresources:\n  r: " + row.resource + "\n"
			a := furnished(t).Do("member", "POST", root+"/stacks", object{"stack_name": "s", "template": text})
			require.GreaterOrEqual(t, a.Status, 400, a.Body)
			assert.Equal(t, row.says, a.Text("error", "message"))
		})
	}
}
