package attributes

import "slices"

// native are the resources that the newer of the service's two frameworks serves.
var native = []string{"network", "subnet", "port", "packet_rate_limit_rule", "minimum_packet_rate_rule"}

// single are the resources of which a request creates one.
var single = []string{"router", "floatingip", "subnetpool", "trunk", "flavor", "service_profile"}

// Older tells whether the older of the service's two frameworks serves a resource.
func Older(noun string) bool { return order[noun] != "" && !slices.Contains(native, noun) }

const (
	standardKeys = " revision_number tags created_at updated_at"
	projectLast  = " project_id"
	ruleBegins   = "id ~tenant_id "
	ruleEnds     = " ~project_id"
)

// order holds the attributes of resources in the order in which the service looks at them, also those that no request may set. Those
// with a tilde are taken in creations, and nothing becomes of them; those with a
// plus are checked besides, those with a minus in its creations only, those with = not
// at all. What follows a slash is the check of its values, where it is another one than elsewhere.
var order = map[string]string{
	"network": "id name subnets admin_state_up status tenant_id shared ipv4_address_scope ipv6_address_scope router:external segments mtu " +
		"availability_zones availability_zone_hints port_security_enabled provider:network_type provider:physical_network " +
		"provider:segmentation_id qos_policy_id" + standardKeys + " is_default description" + projectLast,
	"port": "id name network_id admin_state_up mac_address fixed_ips device_id device_owner tenant_id status allowed_address_pairs " +
		"extra_dhcp_opts device_profile numa_affinity_policy resource_request binding:vif_type binding:vif_details binding:vnic_type " +
		"binding:host_id binding:profile port_security_enabled qos_policy_id qos_network_policy_id revision_number +tags created_at updated_at" +
		" trunk_details description security_groups" + projectLast,
	"subnet": "id name ip_version network_id subnetpool_id prefixlen cidr gateway_ip allocation_pools dns_nameservers host_routes tenant_id " +
		"enable_dhcp ipv6_ra_mode ipv6_address_mode shared revision_number service_types tags created_at updated_at " +
		"use_default_subnetpool description" + projectLast,
	"subnetpool": "id name tenant_id prefixes default_quota ip_version default_prefixlen min_prefixlen max_prefixlen is_default -shared " +
		"address_scope_id" + standardKeys + " description" + projectLast,
	"address_scope": "id name tenant_id shared ip_version" + projectLast,
	"router": "id name admin_state_up status tenant_id external_gateway_info ha flavor_id revision_number availability_zones " +
		"availability_zone_hints tags created_at updated_at distributed routes description" + projectLast,
	"floatingip": "id floating_ip_address subnet_id floating_network_id router_id port_id fixed_ip_address tenant_id status qos_policy_id" +
		standardKeys + " port_details port_forwardings description" + projectLast,
	"policy":      "id name shared tenant_id rules is_default" + standardKeys + " description" + projectLast,
	"rbac_policy": "id object_type object_id target_tenant tenant_id action" + projectLast,
	"security_group": "revision_number tags created_at updated_at description id name tenant_id security_group_rules stateful shared" +
		projectLast,
	"security_group_rule": "revision_number created_at updated_at description id security_group_id remote_group_id direction protocol " +
		"port_range_min port_range_max ethertype remote_ip_prefix tenant_id normalized_cidr remote_address_group_id" + projectLast,
	"trunk":                    "admin_state_up id name tenant_id port_id status sub_ports" + standardKeys + " description" + projectLast,
	"bandwidth_limit_rule":     ruleBegins + "max_kbps max_burst_kbps direction" + ruleEnds,
	"dscp_marking_rule":        ruleBegins + "dscp_mark" + ruleEnds,
	"minimum_bandwidth_rule":   ruleBegins + "min_kbps direction" + ruleEnds,
	"minimum_packet_rate_rule": ruleBegins + "min_kpps direction" + ruleEnds,
	"packet_rate_limit_rule":   ruleBegins + "max_kpps max_burst_kpps direction" + ruleEnds,
	"port_forwarding": "id ~project_id external_port internal_port internal_ip_address protocol internal_port_id description " +
		"external_port_range internal_port_range ~tenant_id",
	"agent": "id agent_type binary topic host admin_state_up created_at started_at heartbeat_timestamp alive configurations description " +
		"resources_synced availability_zone",
	"flavor":          "id name description service_type tenant_id service_profiles enabled" + projectLast,
	"service_profile": "id description driver metainfo tenant_id enabled" + projectLast,
	"flavor_profile":  "id tenant_id" + projectLast,
	"address_group":   "id name description/long project_id addresses =shared" + standardKeys + " tenant_id",
}
