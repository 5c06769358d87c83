package network

import (
	"fmt"
	"strings"
	"testing"

	"plumbline/internal/mockcloud/state"
	"plumbline/internal/mockcloud/trial"

	"github.com/google/uuid"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// exchange is one request and what is looked at in its answer: a status, the type of a fault or a part of the body.
type exchange struct {
	who, do, body string
	status        int
	says          string
}

// played does exchanges one after another. {name} in a request is what an earlier answer was kept as: "name=" in front of a
// request keeps the first id of its answer.
func played(t *testing.T, c *trial.Cloud, rows []exchange) map[string]string {
	t.Helper()
	kept := map[string]string{"demo": trial.Demo, "other": trial.Other}
	fill := func(text string) string {
		for name, value := range kept {
			text = strings.ReplaceAll(text, "{"+name+"}", value)
		}
		return text
	}
	for i, r := range rows {
		name, do, keeps := strings.Cut(r.do, "=")
		if !keeps || strings.Contains(name, " ") {
			do, keeps = r.do, false
		}
		method, path, _ := strings.Cut(fill(do), " ")
		var headers []string
		if path, revision, asked := strings.Cut(path, "@"); asked {
			a := c.Do(r.who, method, v2+path, fill(r.body), "If-Match", "revision_number="+revision)
			require.Equal(t, r.status, a.Status, "row %d: %s: %s", i, r.do, a.Body)
			assert.Contains(t, a.Body, fill(r.says), "row %d: %s", i, r.do)
			continue
		}
		a := c.Do(r.who, method, v2+path, fill(r.body), headers...)
		require.Equal(t, r.status, a.Status, "row %d: %s: %s", i, r.do, a.Body)
		assert.Contains(t, a.Body, fill(r.says), "row %d: %s", i, r.do)
		if keeps {
			for noun := range a.JSON.(object) {
				kept[name] = a.Text(noun, "id")
			}
		}
	}
	return kept
}

// beside has what seeds have: an external network with a subnet.
func beside(t *testing.T) *trial.Cloud {
	c := trial.New(t, New)
	played(t, c, []exchange{
		{"admin", "ext=POST /networks", `{"network": {"name": "public", "router:external": true}}`, 201, `"is_default": false`},
		{"admin", "POST /subnets", `{"subnet": {"network_id": "{ext}", "ip_version": 4, "cidr": "172.24.4.0/24"}}`, 201, ""},
	})
	return c
}

func TestSecurityGroups(t *testing.T) {
	c := trial.New(t, New)
	rule := func(more string) string {
		return `{"security_group_rule": {"security_group_id": "{g}", "direction": "ingress"` + more + `}}`
	}
	const rules = "POST /security-group-rules"
	played(t, c, []exchange{
		{"member", "g=POST /security-groups", `{"security_group": {"name": "g", "description": "d"}}`, 201, `"direction": "egress"`},
		{"member", "GET /security-groups/{g}", "", 200, `"standard_attr_id": `},
		{"member", "GET /security-group-rules?security_group_id={g}&direction=ingress", "", 200, `"security_group_rules": []`},
		{"member", "POST /security-groups", `{"security_group": {"name": "default"}}`, 409, "SecurityGroupDefaultAlreadyExists"},
		{"member", "PUT /security-groups/{g}", `{"security_group": {"name": "Default"}}`, 409, "SecurityGroupDefaultAlreadyExists"},
		{"member", "POST /security-groups", `{"security_group": {}}`, 201, `"name": ""`},
		{"member", "POST /security-groups", `{"security_group": {"name": "x", "id": "y"}}`, 400, "Attribute 'id' not allowed in POST"},
		{"reader", "POST /security-groups", `{"security_group": {"name": "x"}}`, 403, "rule:create_security_group is disallowed by policy"},
		{"member", "PUT /security-groups/{g}", `{"security_group": {"name": "h", "stateful": false}}`, 200, `"stateful": false`},
		{"member", "PUT /security-groups/{g}@1", `{"security_group": {"name": "i"}}`, 412, "Constrained to 1, but current revision is 2"},
		{"member", "PUT /security-groups/{g}@2", `{"security_group": {"name": "i"}}`, 200, `"revision_number": 3`},
		{"outsider", "GET /security-groups/{g}", "", 404, "SecurityGroupNotFound"},
		{"member", "r=" + rules, rule(`, "protocol": "TCP", "port_range_min": 22, "port_range_max": "22"`), 201, `"revision_number": 0`},
		{"member", "GET /security-group-rules/{r}", "", 200, `"port_range_max": 22`},
		{"member", rules, rule(`, "protocol": "tcp", "port_range_min": 22, "port_range_max": 22`), 409, "Rule id is {r}."},
		{"member", rules, rule(`, "remote_ip_prefix": "10.1.2.3/16"`), 201, `"normalized_cidr": "10.1.0.0/16"`},
		{"member", rules, rule(`, "port_range_min": 1`), 400, "SecurityGroupProtocolRequiredWithPorts"},
		{"member", rules, rule(`, "protocol": "tcp", "port_range_min": 5, "port_range_max": 4`), 400, "SecurityGroupInvalidPortRange"},
		{"member", rules, rule(`, "protocol": "tcp", "port_range_min": 5`), 400, "SecurityGroupInvalidPortRange"},
		{"member", rules, rule(`, "protocol": "tcp", "port_range_min": 0, "port_range_max": 4`), 400, "SecurityGroupInvalidPortValue"},
		{"member", rules, rule(`, "protocol": "tcp", "port_range_min": 70000`), 400, "SecurityGroupInvalidPortValue"},
		{"member", rules, rule(`, "protocol": "icmp", "port_range_min": 256`), 400, "ICMP type (port_range_min) 256"},
		{"member", rules, rule(`, "protocol": "icmp", "port_range_max": 5`), 400, "SecurityGroupMissingIcmpType"},
		{"member", rules, rule(`, "protocol": "gre", "port_range_min": 5`), 400, "Ports cannot be specified for protocol 47."},
		{"member", rules, rule(`, "protocol": "foo"`), 400, "'ipv6-icmp', 'icmpv6', 'ipv6-nonxt'"},
		{"member", rules, rule(`, "protocol": "ipv6-icmp"`), 400, "SecurityGroupEthertypeConflictWithProtocol"},
		{"member", rules, rule(`, "protocol": "51"`), 201, `"protocol": "51"`},
		{"member", rules, rule(`, "protocol": "any", "ethertype": "ipv6"`), 201, `"protocol": null`},
		{"member", rules, rule(`, "ethertype": "IPv5"`), 400, "SecurityGroupRuleInvalidEtherType"},
		{"member", rules, rule(`, "remote_ip_prefix": "fd00::/64"`), 400, "SecurityGroupRuleParameterConflict"},
		{"member", rules, rule(`, "remote_ip_prefix": "x"`), 400, "InvalidCIDR"},
		{"member", rules, rule(`, "remote_ip_prefix": "10.0.0.0/8", "remote_group_id": "{g}"`), 400, "SecurityGroupMultipleRemoteEntites"},
		{"member", rules, rule(`, "remote_group_id": "{g}"`), 201, `"remote_group_id": "{g}"`},
		{"member", rules, strings.Replace(rule(""), "ingress", "up", 1), 400, "up is not in valid_values."},
		{"member", rules, strings.Replace(rule(""), "{g}", trial.Demo, 1), 404, "SecurityGroupNotFound"},
		{"outsider", rules, rule(""), 404, "SecurityGroupNotFound"},
		{"member", rules, `{"security_group_rules": [{"security_group_id": "{g}", "direction": "ingress", "protocol": "udp"},
			{"security_group_id": "{g}", "direction": "egress", "protocol": "udp"}]}`, 201, `"security_group_rules": [`},
		{"member", "DELETE /security-group-rules/{r}", "", 204, ""},
		{"member", "GET /security-group-rules/{r}", "", 404, "SecurityGroupRuleNotFound"},
		{"member", "a=POST /address-groups", `{"address_group": {"name": "a", "addresses": ["10.0.0.5/32"]}}`, 201, `"10.0.0.5/32"`},
		{"member", "GET /address-groups/{a}", "", 200, `"shared": false`},
		{"member", "PUT /address-groups/{a}/add_addresses", `{"addresses": ["10.9.0.0/16", "10.0.0.6"]}`, 200, `"10.9.0.0/16"`},
		{"member", "PUT /address-groups/{a}/add_addresses", `{"addresses": ["10.9.0.0/16"]}`, 400, "AddressesAlreadyExist"},
		{"member", "PUT /address-groups/{a}/add_addresses", `{"addresses": ["x"]}`, 400, "x is not in a CIDR format."},
		{"member", "PUT /address-groups/{a}/add_addresses", `{"address_group": {"addresses": ["10.7.0.0/16"]}}`, 400, ""},
		{"member", "PUT /address-groups/{a}/remove_addresses", `{"addresses": ["10.8.0.0/16"]}`, 404, "AddressesNotFound"},
		{"member", "PUT /address-groups/{a}/remove_addresses", `{"addresses": ["10.0.0.6/32"]}`, 200, `["10.0.0.5/32", "10.9.0.0/16"]`},
		{"member", rules, rule(`, "remote_address_group_id": "{a}"`), 201, `"remote_address_group_id": "{a}"`},
		{"member", "DELETE /address-groups/{a}", "", 409, "AddressGroupInUse"},
		{"member", "n=POST /networks", `{"network": {}}`, 201, ""},
		{"member", "p=POST /ports", `{"port": {"network_id": "{n}", "security_groups": ["{g}"]}}`, 201, `"security_groups": ["{g}"]`},
		{"member", "DELETE /security-groups/{g}", "", 409, "SecurityGroupInUse"},
		{"member", "DELETE /ports/{p}", "", 204, ""},
		{"member", "DELETE /security-groups/{g}@1", "", 412, "RevisionNumberConstraintFailed"},
		{"member", "DELETE /security-groups/{g}", "", 204, ""},
		{"member", "GET /security-group-rules?security_group_id={g}", "", 200, `"security_group_rules": []`},
		{"member", "DELETE /address-groups/{a}", "", 204, ""},
	})
}

func TestRouters(t *testing.T) {
	c := beside(t)
	ext := c.Do("member", "GET", v2+"/networks?name=public", nil).Text("networks", 0, "id")
	played(t, c, []exchange{
		{"member", "n=POST /networks", `{"network": {}}`, 201, ""},
		{"member", "s=POST /subnets", `{"subnet": {"network_id": "{n}", "ip_version": 4, "cidr": "10.9.0.0/24"}}`, 201, ""},
		{"member", "p=POST /ports", `{"port": {"network_id": "{n}"}}`, 201, ""},
		{"member", "f=POST /floatingips", `{"floatingip": {"floating_network_id": "` + ext + `"}}`, 201, `"status": "DOWN"`},
		{"member", "POST /floatingips", `{"floatingip": {"floating_network_id": "{n}"}}`, 400, "is not a valid external network."},
		{"member", "PUT /floatingips/{f}", `{"floatingip": {"port_id": "{p}"}}`, 404, "ExternalGatewayForFloatingIPNotFound"},
		{"member", "r=POST /routers", `{"router": {"name": "r"}}`, 201, `"external_gateway_info": null`},
		{"admin", "GET /routers/{r}", "", 200, `"ha": false`},
		{"member", "PUT /routers/{r}", `{"router": {"ha": true}}`, 403, "update_router:ha"},
		{"member", "PUT /routers/{r}", `{"router": {"external_gateway_info": {"network_id": "{n}"}}}`, 400, "is not an external network."},
		{"member", "PUT /routers/{r}", `{"router": {"external_gateway_info": {"network_id": "` + ext + `"}}}`, 200, `"enable_snat": true`},
		{"member", "PUT /routers/{r}/add_router_interface", `{}`, 400, "Either subnet_id or port_id must be specified."},
		{"member", "PUT /routers/{r}/add_router_interface", `{"subnet_id": "{s}", "port_id": "{p}"}`, 400, "Cannot specify both"},
		{"member", "PUT /routers/{r}/add_router_interface", `{"subnet_id": "{s}"}`, 200, `"subnet_ids": ["{s}"]`},
		{"member", "PUT /routers/{r}/add_router_interface", `{"subnet_id": "{s}"}`, 400, "Router already has a port on subnet {s}."},
		{"member", "PUT /floatingips/{f}", `{"floatingip": {"port_id": "{p}"}}`, 200, `"fixed_ip_address": "10.9.0.2"`},
		{"member", "g=POST /floatingips", `{"floatingip": {"floating_network_id": "` + ext + `"}}`, 201, ""},
		{"member", "PUT /floatingips/{g}", `{"floatingip": {"port_id": "{p}"}}`, 409, "FloatingIPPortAlreadyAssociated"},
		{"member", "PUT /routers/{r}", `{"router": {"external_gateway_info": null}}`, 409, "RouterExternalGatewayInUseByFloatingIp"},
		{"member", "PUT /routers/{r}/remove_router_interface", `{"subnet_id": "{s}"}`, 409, "RouterInterfaceInUseByFloatingIP"},
		{"member", "DELETE /routers/{r}", "", 409, "has ports still attached: "},
		{"member", "PUT /floatingips/{f}", `{"floatingip": {"port_id": null}}`, 200, `"router_id": null`},
		{"member", "PUT /routers/{r}", `{"router": {"routes": [{"destination": "10.5.0.0/16", "nexthop": "10.6.0.1"}]}}`, 400, "not connected"},
		{"member", "PUT /routers/{r}", `{"router": {"routes": [{"destination": "10.5.0.0/16", "nexthop": "10.9.0.1"}]}}`, 400, "used by router"},
		{
			"member", "PUT /routers/{r}/add_extraroutes", `{"router": {"routes": [{"destination": "10.5.0.0/16", "nexthop": "10.9.0.9"}]}}`,
			200, `"gw_port_id": "`,
		},
		{"member", "PUT /routers/{r}/remove_router_interface", `{"subnet_id": "{s}"}`, 409, "RouterInterfaceInUseByRoute"},
		{
			"member", "PUT /routers/{r}/remove_extraroutes", `{"router": {"routes": [{"destination": "10.5.0.0/16", "nexthop": "10.9.0.9"}]}}`,
			200, `"routes": []`,
		},
		{
			"member", "w=POST /floatingips/{f}/port_forwardings", `{"port_forwarding": {"internal_port_id": "{p}",
			"internal_ip_address": "10.9.0.2", "internal_port": 22, "external_port": 2222, "protocol": "tcp"}}`,
			201, `"external_port_range": "2222:2222"`,
		},
		{
			"member", "POST /floatingips/{f}/port_forwardings", `{"port_forwarding": {"internal_port_id": "{p}",
			"internal_ip_address": "10.9.0.2", "internal_port_range": "30:40", "external_port_range": "2220:2230", "protocol": "tcp"}}`,
			400, "There is a port collision with the external_port_range",
		},
		{"member", "GET /floatingips/{f}", "", 200, `"external_port": 2222`},
		{"member", "GET /floatingips/{g}/port_forwardings/{w}", "", 404, "PortForwardingNotFound"},
		{"member", "GET /floatingips/{g}/port_forwardings", "", 200, `"port_forwardings": []`},
		{"member", "PUT /floatingips/{f}", `{"floatingip": {"port_id": "{p}"}}`, 409, "FipInUseByPortForwarding"},
		{"member", "DELETE /floatingips/{f}/port_forwardings/{w}", "", 204, ""},
		{"member", "PUT /floatingips/{f}", `{"floatingip": {"port_id": "{p}"}}`, 200, `"status": "ACTIVE"`},
		{"member", "DELETE /ports/{p}", "", 204, ""},
		{"member", "GET /floatingips/{f}", "", 200, `"port_id": null`},
		{"member", "PUT /routers/{r}/remove_router_interface", `{"subnet_id": "{s}"}`, 200, `"subnet_id": "{s}"`},
		{"member", "PUT /routers/{r}/remove_router_interface", `{"subnet_id": "{s}"}`, 404, "RouterInterfaceNotFoundForSubnet"},
		{"member", "DELETE /routers/{r}", "", 204, ""},
		{"member", "DELETE /floatingips/{f}", "", 204, ""},
		{"member", "DELETE /floatingips/{g}", "", 204, ""},
	})
	for p := range state.Ports.All(c.Env.Store.Read()) {
		t.Errorf("a port of %s is left behind", p.DeviceOwner)
	}
}

func TestPoolsAndScopes(t *testing.T) {
	c := trial.New(t, New)
	pool := func(more string) string { return `{"subnetpool": {"name": "p"` + more + `}}` }
	played(t, c, []exchange{
		{"member", "a=POST /address-scopes", `{"address_scope": {"name": "a", "ip_version": 4}}`, 201, `"shared": false`},
		{"member", "POST /address-scopes", `{"address_scope": {"name": "a", "ip_version": 5}}`, 400, "5 is not in valid_values."},
		{"member", "POST /subnetpools", pool(`, "prefixes": []`), 400, "EmptySubnetPoolPrefixList"},
		{"member", "POST /subnetpools", pool(`, "prefixes": ["10.0.0.0/16", "fd00::/48"]`), 400, "PrefixVersionMismatch"},
		{
			"member", "POST /subnetpools",
			pool(`,
			"prefixes": ["fd00::/48"], "address_scope_id": "{a}"`), 400, "IllegalSubnetPoolIpVersionAssociation",
		},
		{
			"member", "POST /subnetpools",
			pool(`,
			"prefixes": ["10.0.0.0/16"], "min_prefixlen": 28, "max_prefixlen": 24`), 400, "IllegalSubnetPoolPrefixBounds",
		},
		{"member", "POST /subnetpools", pool(`, "prefixes": ["10.0.0.0/16"], "is_default": true`), 403, "create_subnetpool:is_default"},
		{
			"member", "p=POST /subnetpools", pool(`, "prefixes": ["10.0.0.0/16"], "default_prefixlen": 26, "min_prefixlen": 20,
			"address_scope_id": "{a}"`),
			201, `"max_prefixlen": "32"`,
		},
		{"member", "DELETE /address-scopes/{a}", "", 409, "AddressScopeInUse"},
		{"member", "n=POST /networks", `{"network": {}}`, 201, ""},
		{"member", "s=POST /subnets", `{"subnet": {"network_id": "{n}", "ip_version": 4, "subnetpool_id": "{p}"}}`, 201, `"cidr": "10.0.0.0/26"`},
		{
			"member", "POST /subnets",
			`{"subnet": {"network_id": "{n}", "ip_version": 4, "subnetpool_id": "{p}", "prefixlen": 24}}`,
			201, `"10.0.1.0/24"`,
		},
		{
			"member", "POST /subnets",
			`{"subnet": {"network_id": "{n}", "ip_version": 4, "subnetpool_id": "{p}", "prefixlen": 8}}`,
			400, "minimum allowed prefix is 20",
		},
		{
			"member", "POST /subnets", `{"subnet": {"network_id": "{n}", "ip_version": 6, "subnetpool_id": "{p}"}}`,
			400, "Bad subnets request: Cannot allocate IPv6",
		},
		{"member", "GET /networks/{n}", "", 200, `"ipv4_address_scope": "{a}"`},
		{"member", "PUT /subnetpools/{p}/add_prefixes", `{"prefixes": ["10.1.0.0/16"]}`, 200, `["10.0.0.0/15"]`},
		{"member", "GET /subnetpools/{p}", "", 200, `"min_prefixlen": "20"`},
		{"member", "PUT /subnetpools/{p}", `{"subnetpool": {"min_prefixlen": 21}}`, 200, `"min_prefixlen": 21`},
		{"member", "PUT /subnetpools/{p}/remove_prefixes", `{"prefixes": ["10.0.0.0/16"]}`, 400, "IllegalSubnetPoolPrefixUpdate"},
		{"member", "PUT /subnetpools/{p}/remove_prefixes", `{"prefixes": ["10.1.128.0/17"]}`, 200, `["10.0.0.0/16", "10.1.0.0/17"]`},
		{"member", "PUT /subnetpools/{p}", `{"subnetpool": {"prefixes": ["10.1.0.0/16"]}}`, 400, "IllegalSubnetPoolPrefixUpdate"},
		{"member", "DELETE /subnetpools/{p}", "", 400, "SubnetPoolDeleteError"},
		{"admin", "GET /network-ip-availabilities/{n}", "", 200, `"total_ips": 314`},
		{"admin", "GET /network-ip-availabilities?network_id={n}&ip_version=4", "", 200, `"total_ips": 314`},
		{"admin", "GET /network-ip-availabilities?network_id={n}&ip_version=6", "", 200, `"network_ip_availabilities": []`},
		{"admin", "GET /network-ip-availabilities?network_id={n}&ip_version=4&ip_version=6", "", 200, `"total_ips": 314`},
		{"member", "DELETE /networks/{n}", "", 204, ""},
		{"member", "DELETE /subnetpools/{p}", "", 204, ""},
		{"member", "DELETE /address-scopes/{a}", "", 204, ""},
	})
}

func TestSharingTagsAndQuotas(t *testing.T) {
	c := trial.New(t, New)
	policy := func(target string) string {
		return `{"rbac_policy": {"object_type": "network", "object_id": "{n}", "target_tenant": "` + target + `", "action": "access_as_shared"}}`
	}
	played(t, c, []exchange{
		{"member", "n=POST /networks", `{"network": {"name": "mine"}}`, 201, ""},
		{"outsider", "GET /networks/{n}", "", 404, ""},
		{"member", "r=POST /rbac-policies", policy("{other}"), 201, `"target_tenant": "{other}"`},
		{"member", "POST /rbac-policies", policy("{other}"), 409, "DuplicateRbacPolicy"},
		{"member", "POST /rbac-policies", policy("*"), 403, "create_rbac_policy:target_tenant"},
		{"outsider", "POST /rbac-policies", policy("{other}"), 400, "Only admins can manipulate policies on objects they do not own."},
		{"outsider", "GET /networks/{n}", "", 200, `"shared": true`},
		{"member", "GET /networks/{n}", "", 200, `"shared": false`},
		{"outsider", "GET /networks", "", 200, `"shared": true`},
		{"member", "GET /networks", "", 200, `"shared": false`},
		{"outsider", "p=POST /ports", `{"port": {"network_id": "{n}"}}`, 201, ""},
		{"member", "DELETE /rbac-policies/{r}", "", 409, "RbacPolicyInUse"},
		{"outsider", "DELETE /ports/{p}", "", 204, ""},
		{"member", "DELETE /rbac-policies/{r}", "", 204, ""},
		{"outsider", "GET /networks/{n}", "", 404, ""},
		{"admin", "PUT /networks/{n}", `{"network": {"shared": true}}`, 200, ""},
		{"outsider", "GET /rbac-policies?object_id={n}", "", 200, `"rbac_policies": []`},
		{"member", "GET /rbac-policies?object_id={n}", "", 200, `"target_tenant": "*"`},
		{"admin", "PUT /networks/{n}", `{"network": {"shared": false}}`, 200, ""},
		{"member", "GET /rbac-policies?object_id={n}", "", 200, `"rbac_policies": []`},
		{"member", "PUT /networks/{n}/tags", `{"tags": ["b", "a"]}`, 200, `{"tags": ["b", "a"]}`},
		{"member", "GET /networks/{n}/tags", "", 200, `{"tags": ["a", "b"]}`},
		{"member", "PUT /networks/{n}/tags", `{}`, 400, "Invalid tags body."},
		{"member", "PUT /networks/{n}/tags", `{"tags": "a"}`, 400, "'a' is not a list."},
		{"member", "PUT /networks/{n}/tags", `{"tags": [1]}`, 400, "'1' is not a valid string."},
		{"member", "PUT /networks/{n}/tags", `{"tags": ["b", "a", "b"]}`, 400, "Duplicate items in the list: 'b'."},
		{"member", "PUT /networks/{n}/tags/c", "", 201, "null"},
		{"member", "GET /networks/{n}/tags/c", "", 204, ""},
		{"member", "DELETE /networks/{n}/tags/x", "", 404, "TagNotFound"},
		{"reader", "DELETE /networks/{n}/tags/a", "", 403, "update_network"},
		{"member", "DELETE /networks/{n}/tags/a", "", 204, ""},
		{"member", "GET /networks?tags=b,c", "", 200, `"tags": ["b", "c"]`},
		{"member", "GET /networks?tags=a,b", "", 200, `"networks": []`},
		{"member", "GET /networks?tags-any=a,b", "", 200, "mine"},
		{"member", "GET /networks?not-tags=b,c", "", 200, `"networks": []`},
		{"member", "GET /networks?not-tags-any=a", "", 200, "mine"},
		{"member", "GET /nothings/{n}/tags", "", 404, ""},
		{"member", "DELETE /networks/{n}/tags", "", 204, ""},
		{"member", "GET /networks/{n}/tags", "", 200, `{"tags": []}`},
		{"member", "PUT /quotas/{demo}", `{"quota": {"network": 1}}`, 403, "update_quota"},
		{"admin", "PUT /quotas/{demo}", `{"quota": {"foo": 1}}`, 400, "Unrecognized attribute(s) 'foo'"},
		{"admin", "PUT /quotas/{demo}", `{"quota": {"network": "x"}}`, 400, "'x' is not an integer"},
		{"admin", "PUT /quotas/{demo}", `{"quota": {"network": 1}}`, 200, `"network": 1`},
		{"admin", "GET /quotas", "", 200, `"project_id": "{demo}"`},
		{"member", "POST /networks", `{"network": {}}`, 409, "Quota exceeded for resources: ['network']."},
		{"member", "GET /quotas/{demo}/default", "", 200, `"network": 100`},
		{"admin", "DELETE /quotas/{demo}", "", 204, ""},
		{"admin", "DELETE /quotas/{demo}", "", 404, "Quota for project {demo} could not be found."},
		{"member", "POST /networks", `{"networks": [{"name": "x"}, {"name": "y"}]}`, 201, `"networks": [`},
		{"member", "GET /networks?sort_key=name&sort_dir=desc&limit=1", "", 200, `"name": "y"`},
		{"member", "GET /networks?sort_key=name&sort_dir=asc&limit=1&marker={n}&page_reverse=True", "", 200, `"networks": []`},
	})
}

func TestQoSTrunksAndBindings(t *testing.T) {
	c := trial.New(t, New)
	rows := []exchange{
		{"member", "POST /qos/policies", `{"policy": {"name": "q"}}`, 403, ""},
		{"admin", "q=POST /qos/policies", `{"policy": {"name": "q", "shared": true}}`, 201, `"rules": []`},
		{"outsider", "GET /qos/policies/{q}", "", 200, ""},
		{"member", "GET /qos/rule-types", "", 200, `"type": "dscp_marking"`},
		{"admin", "PUT /qos/policies/{q}/tags/t", "", 201, ""},
		{"admin", "POST /qos/policies/{q}/dscp_marking_rules", `{"dscp_marking_rule": {"dscp_mark": 5}}`, 400, "5 is not in valid_values."},
		{"member", "n=POST /networks", `{"network": {}}`, 201, ""},
		{"member", "a=POST /ports", `{"port": {"network_id": "{n}"}}`, 201, ""},
		{"member", "b=POST /ports", `{"port": {"network_id": "{n}"}}`, 201, ""},
		{"member", "t=POST /trunks", `{"trunk": {"port_id": "{a}"}}`, 201, `"sub_ports": []`},
		{"member", "POST /trunks", `{"trunk": {"port_id": "{a}"}}`, 409, "ParentPortInUse"},
		{
			"member", "PUT /trunks/{t}/add_subports", `{"sub_ports": [{"port_id": "{b}", "segmentation_type": "vlan", "segmentation_id": 5}]}`,
			200, `"segmentation_id": 5`,
		},
		{
			"member", "PUT /trunks/{t}/add_subports", `{"sub_ports": [{"port_id": "{b}", "segmentation_type": "vlan", "segmentation_id": 6}]}`,
			409, "TrunkPortInUse",
		},
		{"member", "GET /ports/{a}", "", 200, `"trunk_id": "{t}"`},
		{"member", "GET /trunks/{t}/get_subports", "", 200, `"port_id": "{b}"`},
		{"member", "PUT /trunks/{t}/remove_subports", `{"sub_ports": [{"port_id": "{a}"}]}`, 404, "SubPortNotFound"},
		{"member", "PUT /trunks/{t}/remove_subports", `{"sub_ports": [{"port_id": "{b}"}]}`, 200, `"sub_ports": []`},
		{"member", "DELETE /trunks/{t}", "", 204, ""},
		{"member", "GET /ports/{a}/bindings", "", 403, ""},
		{"admin", "PUT /ports/{a}", `{"port": {"binding:host_id": "h1"}}`, 200, `"binding:vif_type": "ovs"`},
		{"service", "POST /ports/{a}/bindings", `{"binding": {"host": "h1"}}`, 409, "PortBindingAlreadyExists"},
		{"service", "POST /ports/{a}/bindings", `{"binding": {"host": "h2"}}`, 201, `"status": "INACTIVE"`},
		{"service", "PUT /ports/{a}/bindings/h2", `{"binding": {"vnic_type": "direct"}}`, 200, `"vnic_type": "direct"`},
		{"service", "PUT /ports/{a}/bindings/h2/activate", "", 200, `"status": "ACTIVE"`},
		{"service", "PUT /ports/{a}/bindings/h2/activate", "", 409, "PortBindingAlreadyActive"},
		{"service", "GET /ports/{a}/bindings", "", 200, `"host": "h1"`},
		{"service", "DELETE /ports/{a}/bindings/h1", "", 204, ""},
		{"service", "DELETE /ports/{a}/bindings/h1", "", 404, "PortBindingNotFound"},
	}
	for kind, key := range map[string]string{
		"bandwidth_limit_rule": "max_kbps", "minimum_bandwidth_rule": "min_kbps", "minimum_packet_rate_rule": "min_kpps",
		"dscp_marking_rule": "dscp_mark",
	} {
		rows = append(rows, []exchange{
			{"admin", "k=POST /qos/policies/{q}/" + kind + "s", fmt.Sprintf(`{%q: {%q: 8}}`, kind, key), 201, fmt.Sprintf(`"%s": 8`, key)},
			{"admin", "PUT /qos/policies/{q}/" + kind + "s/{k}", fmt.Sprintf(`{%q: {%q: 10}}`, kind, key), 200, fmt.Sprintf(`"%s": 10`, key)},
			{"member", "GET /qos/policies/{q}/" + kind + "s", "", 200, fmt.Sprintf(`"%s": 10`, key)},
			{"member", "GET /qos/policies/{q}", "", 200, fmt.Sprintf(`"%s": 10`, key)},
			{"admin", "DELETE /qos/policies/{q}/" + kind + "s/{k}", "", 204, ""},
			{"member", "GET /qos/policies/{q}/" + kind + "s/{k}", "", 404, "QosRuleNotFound"},
		}...)
	}
	played(t, c, append(rows, exchange{"admin", "DELETE /qos/policies/{q}", "", 204, ""}))
}

func TestAgentsFollowFromHosts(t *testing.T) {
	c := trial.New(t, New)
	txn := c.Env.Store.Write()
	state.Hosts.Insert(txn, &state.Host{Name: "h1"})
	txn.Commit()
	l3 := uuid.NewSHA1(uuid.NameSpaceURL, []byte("neutron-l3-agent h1")).String()
	played(t, c, []exchange{
		{"admin", "GET /agents?binary=neutron-l3-agent", "", 200, `"host": "h1"`},
		{"member", "GET /availability_zones", "", 200, `"resource": "router"`},
		{"member", "GET /service-providers", "", 200, "L3_ROUTER_NAT"},
		{"admin", "a=PUT /agents/" + l3, `{"agent": {"admin_state_up": "False", "description": "in repair"}}`, 200, `"admin_state_up": false`},
		{"admin", "GET /agents/{a}", "", 200, `"description": "in repair"`},
		{"admin", "PUT /agents/{a}", `{"agent": {"admin_state_up": true}}`, 200, `"description": "in repair"`},
		{"admin", "PUT /agents/{a}", `{"agent": {"host": "h2"}}`, 400, "Cannot update read-only attribute host"},
		{"member", "PUT /agents/{a}", `{"agent": {"description": "mine"}}`, 404, "AgentNotFound"},
		{"member", "DELETE /agents/{a}", "", 404, "AgentNotFound"},
		{"admin", "DELETE /agents/{a}", "", 204, ""},
		{"admin", "GET /agents/{a}", "", 404, "AgentNotFound"},
		{"admin", "GET /agents?binary=neutron-l3-agent", "", 200, `"description": null`},
	})
}
