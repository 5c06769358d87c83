package network

import (
	"testing"

	"plumbline/internal/mockcloud/state"
	"plumbline/internal/mockcloud/trial"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type object = map[string]any

const v2 = "/network/v2.0"

func post(t *testing.T, c *trial.Cloud, who, noun string, body object) *trial.Answer {
	t.Helper()
	a := c.Do(who, "POST", v2+"/"+noun+"s", object{noun: body})
	require.Equal(t, 201, a.Status, a.Body)
	return a
}

func TestTheLifeOfANetwork(t *testing.T) {
	c := trial.New(t, New)
	network := post(t, c, "member", "network", object{"name": "n"})
	nid := network.Text("network", "id")
	assert.Equal(t, object{
		"id": nid, "name": "n", "tenant_id": trial.Demo, "project_id": trial.Demo, "admin_state_up": true, "mtu": 1500.0, "status": "ACTIVE",
		"subnets": []any{}, "shared": false, "availability_zone_hints": []any{}, "availability_zones": []any{}, "ipv4_address_scope": nil,
		"ipv6_address_scope": nil, "router:external": false, "is_default": false, "description": "", "port_security_enabled": true,
		"tags": []any{}, "created_at": "2026-01-02T03:04:05Z", "updated_at": "2026-01-02T03:04:05Z", "revision_number": 1.0,
		"qos_policy_id": nil,
	}, network.At("network"))

	subnet := post(t, c, "member", "subnet", object{"network_id": nid, "ip_version": 4, "cidr": "10.9.0.0/24", "name": "s"})
	sid := subnet.Text("subnet", "id")
	assert.Equal(t, "10.9.0.1", subnet.Text("subnet", "gateway_ip"))
	assert.Equal(t, []any{object{"start": "10.9.0.2", "end": "10.9.0.254"}}, subnet.At("subnet", "allocation_pools"))
	assert.Equal(t, []any{sid}, c.Do("member", "GET", v2+"/networks/"+nid, nil).At("network", "subnets"))

	port := post(t, c, "member", "port", object{"network_id": nid, "name": "p"})
	pid := port.Text("port", "id")
	assert.Equal(t, []any{object{"subnet_id": sid, "ip_address": "10.9.0.2"}}, port.At("port", "fixed_ips"))
	assert.Regexp(t, "^fa:16:3e(:[0-9a-f]{2}){3}$", port.Text("port", "mac_address"))
	assert.NotContains(t, port.At("port"), "binding:host_id", "a member does not see where a port is")
	assert.Contains(t, c.Do("admin", "GET", v2+"/ports/"+pid, nil).At("port"), "binding:host_id")
	second := post(t, c, "member", "port", object{"network_id": nid})
	assert.Equal(t, "10.9.0.3", second.Text("port", "fixed_ips", 0, "ip_address"))

	inUse := c.Do("member", "DELETE", v2+"/networks/"+nid, nil)
	assert.Equal(t, 409, inUse.Status)
	assert.Equal(t, "NetworkInUse", inUse.Text("NeutronError", "type"))
	assert.Equal(t, "SubnetInUse", c.Do("member", "DELETE", v2+"/subnets/"+sid, nil).Text("NeutronError", "type"))
	for _, id := range []string{pid, second.Text("port", "id")} {
		assert.Equal(t, 204, c.Do("member", "DELETE", v2+"/ports/"+id, nil).Status)
	}
	renamed := c.Do("member", "PUT", v2+"/networks/"+nid, object{"network": object{"name": "n2"}})
	assert.Equal(t, "n2", renamed.Text("network", "name"))
	assert.Equal(t, 204, c.Do("member", "DELETE", v2+"/networks/"+nid, nil).Status)
	assert.Equal(t, 404, c.Do("member", "GET", v2+"/subnets/"+sid, nil).Status, "the subnets go with the network")
}

func TestRefusals(t *testing.T) {
	c := trial.New(t, New)
	nid := post(t, c, "member", "network", object{"name": "n"}).Text("network", "id")
	post(t, c, "member", "subnet", object{"network_id": nid, "ip_version": 4, "cidr": "10.9.0.0/24"})
	const nowhere = "0a3fca08-0f0c-4b47-8e33-65e3bd6e5a3a"
	subnet := func(more object) object {
		body := object{"network_id": nid, "ip_version": 4, "cidr": "10.8.0.0/24"}
		for k, v := range more {
			body[k] = v
		}
		return object{"subnet": body}
	}
	for _, row := range []struct {
		name, who, method, path string
		body                    any
		status                  int
		kind, message           string
	}{
		{
			"an unknown key", "member", "POST", "/networks",
			object{"network": object{"foo": "x"}},
			400, "HTTPBadRequest",
			"Unrecognized attribute(s) 'foo'",
		},
		{
			"another envelope", "member", "POST", "/networks",
			object{"foo": object{}},
			400, "HTTPBadRequest",
			"Unable to find 'network' in request body",
		},
		{"no body", "member", "POST", "/networks", nil, 400, "HTTPBadRequest", "Unable to find 'network' in request body"},
		{"broken JSON", "member", "POST", "/networks", "{", 400, "HTTPBadRequest", "Body contains invalid data"},
		{
			"a number for a name", "member", "POST", "/networks",
			object{"network": object{"name": 5}},
			400, "HTTPBadRequest",
			"Invalid input for name. Reason: '5' is not a valid string.",
		},
		{
			"no boolean", "member", "POST", "/networks",
			object{"network": object{"admin_state_up": "zz"}},
			400, "InvalidInput",
			"Invalid input for operation: 'zz' cannot be converted to boolean.",
		},
		{
			"a member shares", "member", "POST", "/networks",
			object{"network": object{"shared": true}},
			403,
			"PolicyNotAuthorized", "(rule:create_network and rule:create_network:shared) is disallowed by policy",
		},
		{
			"a reader creates", "reader", "POST", "/networks",
			object{"network": object{}},
			403, "PolicyNotAuthorized",
			"rule:create_network is disallowed by policy",
		},
		{
			"a reader with an unknown key: the body comes first", "reader", "POST", "/networks",
			object{"network": object{"foo": 1}},
			400, "HTTPBadRequest", "Unrecognized attribute(s) 'foo'",
		},
		{
			"for another project", "member", "POST", "/networks",
			object{"network": object{"tenant_id": "abc"}},
			400,
			"HTTPBadRequest", "Specifying 'project_id' or 'tenant_id' other than the authenticated project in request requires " +
				"admin or advsvc privileges",
		},
		{"an unknown network", "member", "GET", "/networks/nope", nil, 404, "NetworkNotFound", "Network nope could not be found."},
		{"another's network", "outsider", "GET", "/networks/" + nid, nil, 404, "NetworkNotFound", "Network " + nid + " could not be found."},
		{
			"a reader deletes", "reader", "DELETE", "/networks/" + nid, nil, 403, "PolicyNotAuthorized",
			"rule:delete_network is disallowed by policy",
		},
		{"an outsider deletes", "outsider", "DELETE", "/networks/" + nid, nil, 404, "NetworkNotFound", "Network " + nid + " could not be found."},
		{
			"a subnet of nothing", "member", "POST", "/subnets",
			object{"subnet": object{"ip_version": 4}},
			400, "HTTPBadRequest",
			"Failed to parse request. Required attribute 'network_id' not specified",
		},
		{
			"a subnet of an unknown network", "member", "POST", "/subnets", subnet(object{"network_id": nowhere}), 404,
			"NetworkNotFound", "Network " + nowhere + " could not be found.",
		},
		{
			"a subnet of no UUID", "member", "POST", "/subnets", subnet(object{"network_id": "x"}), 400, "HTTPBadRequest",
			"Invalid input for network_id. Reason: 'x' is not a valid UUID.",
		},
		{
			"no range", "member", "POST", "/subnets", subnet(object{"cidr": "zz"}), 400, "InvalidInput",
			"Invalid input for operation: zz is not in a CIDR format.",
		},
		{
			"a range that overlaps", "member", "POST", "/subnets", subnet(object{"cidr": "10.9.0.128/25"}), 400, "InvalidInput",
			"Invalid input for operation: Requested subnet with cidr: 10.9.0.128/25 for network: " + nid + " overlaps with another subnet.",
		},
		{"an unknown subnet", "member", "GET", "/subnets/nope", nil, 404, "SubnetNotFound", "Subnet nope could not be found."},
		{"an unknown port", "member", "GET", "/ports/nope", nil, 404, "PortNotFound", "Port nope could not be found."},
		{"an unknown group", "member", "GET", "/security-groups/nope", nil, 404, "SecurityGroupNotFound", "Security group nope does not exist"},
		{"a filter that is none", "member", "GET", "/networks?foo=bar", nil, 400, "HTTPBadRequest", "['foo'] is invalid attribute for filtering"},
		{"another's quota", "member", "GET", "/quotas/nope", nil, 403, "PolicyNotAuthorized", "rule:get_quota is disallowed by policy"},
		{
			"an automatic network", "member", "GET", "/auto-allocated-topology/" + trial.Demo, nil, 409, "AutoAllocationFailure",
			"Deployment error: No default router:external network.",
		},
		{"an unknown path", "member", "GET", "/nope", nil, 404, "HTTPNotFound", "The resource could not be found."},
		{
			"a wrong method", "member", "PATCH", "/networks", nil, 405, "HTTPMethodNotAllowed",
			"The server could not comply with the request since it is either malformed or otherwise incorrect.",
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			a := c.Do(row.who, row.method, v2+row.path, row.body)
			require.Equal(t, row.status, a.Status, a.Body)
			assert.Equal(t, row.kind, a.Text("NeutronError", "type"))
			assert.Equal(t, row.message, a.Text("NeutronError", "message"))
		})
	}
	assert.Equal(t, 401, c.Do("", "GET", v2+"/networks", nil).Status)
}

func TestLists(t *testing.T) {
	c := trial.New(t, New)
	post(t, c, "member", "network", object{"name": "a"})
	post(t, c, "member", "network", object{"name": "b", "admin_state_up": false})
	post(t, c, "admin", "network", object{"name": "shared", "shared": true})
	post(t, c, "outsider", "network", object{"name": "theirs"})
	for _, row := range []struct {
		who, query string
		want       []string
	}{
		{"member", "", []string{"a", "b", "shared"}},
		{"outsider", "", []string{"shared", "theirs"}},
		{"admin", "", []string{"a", "b", "shared", "theirs"}},
		{"member", "?name=a", []string{"a"}},
		{"member", "?name=a&name=b", []string{"a", "b"}},
		{"member", "?admin_state_up=False", []string{"b"}},
		{"member", "?router:external=True", []string{}},
		{"member", "?project_id=" + trial.Demo + "&shared=false", []string{"a", "b"}},
	} {
		t.Run(row.who+row.query, func(t *testing.T) {
			a := c.Do(row.who, "GET", v2+"/networks"+row.query, nil)
			require.Equal(t, 200, a.Status, a.Body)
			assert.ElementsMatch(t, row.want, a.Names("networks", "name"))
		})
	}
	fields := c.Do("member", "GET", v2+"/networks?name=a&fields=name&fields=mtu", nil)
	assert.Equal(t, []any{object{"name": "a", "mtu": 1500.0}}, fields.At("networks"))
	page := c.Do("member", "GET", v2+"/networks?limit=2", nil)
	assert.Len(t, page.At("networks"), 2)
	assert.Equal(t, "next", page.Text("networks_links", 0, "rel"))
	rest := c.Do("member", "GET", v2+"/networks?limit=2&marker="+page.Text("networks", 1, "id"), nil)
	assert.Len(t, rest.At("networks"), 1)
	assert.Equal(t, "previous", rest.Text("networks_links", 0, "rel"))
}

func TestSecurityGroupsAndTheRest(t *testing.T) {
	c := trial.New(t, New)
	groups := c.Do("member", "GET", v2+"/security-groups?name=default", nil)
	require.Len(t, groups.At("security_groups"), 1, groups.Body)
	id := groups.Text("security_groups", 0, "id")
	assert.Len(t, groups.At("security_groups", 0, "security_group_rules"), 4)
	assert.Equal(t, id, c.Do("member", "GET", v2+"/security-groups", nil).Text("security_groups", 0, "id"), "made once")
	rules := c.Do("member", "GET", v2+"/security-group-rules?direction=ingress", nil)
	require.Len(t, rules.At("security_group_rules"), 2)
	rule := rules.Text("security_group_rules", 0, "id")
	assert.Equal(t, id, c.Do("member", "GET", v2+"/security-group-rules/"+rule, nil).Text("security_group_rule", "security_group_id"))

	for _, noun := range []string{"routers", "floatingips", "agents", "availability_zones"} {
		assert.Equal(t, object{noun: []any{}}, c.Do("member", "GET", v2+"/"+noun, nil).JSON)
	}
	assert.Equal(t, 404, c.Do("member", "GET", v2+"/routers/x", nil).Status)
	assert.Contains(t, c.Do("member", "GET", v2+"/extensions", nil).Names("extensions", "alias"), "port-security")
	assert.Equal(t, "router", c.Do("member", "GET", v2+"/extensions/router", nil).Text("extension", "alias"))
	assert.Equal(t, 100.0, c.Do("member", "GET", v2+"/quotas/"+trial.Demo, nil).At("quota", "network"))
	for _, path := range []string{"/details", "/details.json"} {
		assert.Equal(t, 1.0, c.Do("member", "GET", v2+"/quotas/"+trial.Demo+path, nil).At("quota", "security_group", "used"))
	}
}

func TestDiscovery(t *testing.T) {
	c := trial.New(t, New)
	assert.Equal(t, "http://cloud.test/network/v2.0/", c.Do("", "GET", "/network/", nil).Text("versions", 0, "links", 0, "href"))
	assert.Equal(t, 404, c.Do("", "GET", "/network/nope", nil).Status)
	for _, path := range []string{"/network/v2.0", "/network/v2.0/"} {
		assert.Equal(t, 401, c.Do("", "GET", path, nil).Status)
		assert.Equal(t, "networks", c.Do("member", "GET", path, nil).Text("resources", 0, "collection"))
	}
}

func TestASubnetCanBeFull(t *testing.T) {
	c := trial.New(t, New)
	nid := post(t, c, "member", "network", object{}).Text("network", "id")
	post(t, c, "member", "subnet", object{"network_id": nid, "ip_version": 4, "cidr": "10.9.0.0/30"})
	post(t, c, "member", "port", object{"network_id": nid})
	full := c.Do("member", "POST", v2+"/ports", object{"port": object{"network_id": nid}})
	assert.Equal(t, 409, full.Status)
	_, ok := Free(c.Env.Store.Read(), &state.Subnet{CIDR: "zz"})
	assert.False(t, ok)
}
