package network

import (
	"iter"
	"slices"

	"plumbline/internal/mockcloud/collection"
	"plumbline/internal/mockcloud/pipeline"
)

// extensions are the extensions that clients and compute look for: alias, name.
var extensions = [][2]string{
	{"address-group", "Address group"},
	{"address-scope", "Address scope"},
	{"agent", "agent"},
	{"agent-resources-synced", "Agent's Resource View Synced to Placement"},
	{"allowed-address-pairs", "Allowed Address Pairs"},
	{"auto-allocated-topology", "Auto Allocated Topology Services"},
	{"availability_zone", "Availability Zone"},
	{"availability_zone_filter", "Availability Zone Filter Extension"},
	{"binding", "Port Binding"},
	{"binding-extended", "Port Bindings Extended"},
	{"default-subnetpools", "Default Subnetpools"},
	{"dvr", "Distributed Virtual Router"},
	{"empty-string-filtering", "Empty String Filtering Extension"},
	{"expose-port-forwarding-in-fip", "Expose Floating IP port forwardings"},
	{"ext-gw-mode", "Neutron L3 Configurable external gateway mode"},
	{"external-net", "Neutron external network"},
	{"extra_dhcp_opt", "Neutron Extra DHCP options"},
	{"extraroute", "Neutron Extra Route"},
	{"extraroute-atomic", "Atomically add/remove extra routes"},
	{"filter-validation", "Filter parameters validation"},
	{"fip-port-details", "Add port_details to Floating IP resource"},
	{"flavors", "Neutron Service Flavors"},
	{"floating-ip-port-forwarding", "Floating IP Port Forwarding"},
	{"floating-ip-port-forwarding-description", "Floating IP Port Forwarding support description"},
	{"floating-ip-port-forwarding-detail", "Floating IP port forwarding detail"},
	{"floating-ip-port-forwarding-port-ranges", "Floating IP Port Forwarding support port ranges"},
	{"floatingip-pools", "Floating IP Pools Extension"},
	{"ip-substring-filtering", "IP address substring filtering"},
	{"l3-flavors", "Router Flavor Extension"},
	{"l3-ha", "HA Router extension"},
	{"l3-port-ip-change-not-allowed", "Prevent L3 router ports IP address change extension"},
	{"multi-provider", "Multi Provider Network"},
	{"net-mtu", "Network MTU"},
	{"net-mtu-writable", "Network MTU (writable)"},
	{"network-ip-availability", "Network IP Availability"},
	{"network_availability_zone", "Network Availability Zone"},
	{"pagination", "Pagination support"},
	{"port-device-profile", "Port device profile"},
	{"port-mac-address-regenerate", "Neutron Port MAC address regenerate"},
	{"port-numa-affinity-policy", "Port NUMA affinity policy"},
	{"port-resource-request", "Port Resource Request"},
	{"port-security", "Port Security"},
	{"port-security-groups-filtering", "Port filtering on security groups"},
	{"project-id", "project_id field enabled"},
	{"provider", "Provider Network"},
	{"qos", "Quality of Service"},
	{"qos-bw-limit-direction", "Direction for QoS bandwidth limit rule"},
	{"qos-bw-minimum-ingress", "Ingress direction for QoS minimum bandwidth rule"},
	{"qos-default", "QoS default policy"},
	{"qos-fip", "Floating IP QoS"},
	{"qos-gateway-ip", "Router gateway IP QoS"},
	{"qos-port-network-policy", "QoS port network policy ID"},
	{"qos-pps", "QoS Rule Type Packet per Second Extension"},
	{"qos-pps-minimum", "QoS minimum packet rate rule"},
	{"qos-pps-minimum-rule-alias", "QoS minimum packet rate rule alias"},
	{"qos-rule-type-details", "Details of QoS rule types"},
	{"qos-rule-type-filter", "Allow to filter the list of QoS rule types"},
	{"qos-rules-alias", "Quality of Service rules alias API"},
	{"quota-check-limit", "Quota engine limit check"},
	{"quota_details", "Quota details management support"},
	{"quotas", "Quota management support"},
	{"rbac-address-group", "Add address_group type to RBAC"},
	{"rbac-address-scope", "Add address_scope type to RBAC"},
	{"rbac-policies", "RBAC Policies"},
	{"rbac-security-groups", "Add security_group type to network RBAC"},
	{"rbac-subnetpool", "Add subnetpool type to RBAC"},
	{"revision-if-match", "If-Match constraints based on revision_number"},
	{"router", "Neutron L3 Router"},
	{"router-admin-state-down-before-update", "Enforce Router's Admin State Down Before Update Extension"},
	{"router_availability_zone", "Router Availability Zone"},
	{"security-group", "security-group"},
	{"security-groups-normalized-cidr", "Normalized CIDR field for security group rules"},
	{"security-groups-remote-address-group", "Remote address group id field for security group rules"},
	{"security-groups-shared-filtering", "Security group filtering on the shared field"},
	{"service-type", "Neutron Service Type Management"},
	{"sorting", "Sorting support"},
	{"standard-attr-description", "standard-attr-description"},
	{"standard-attr-revisions", "Resource revision numbers"},
	{"standard-attr-tag", "Tag support for resources with standard attribute: port, subnet, subnetpool, network, router, floatingip, " +
		"policy, trunk, security_group"},
	{"standard-attr-timestamp", "Resource timestamps"},
	{"stateful-security-group", "Stateful security group"},
	{"subnet-service-types", "Subnet service types"},
	{"subnet_allocation", "Subnet Allocation"},
	{"subnetpool-prefix-ops", "Subnetpool Prefix Operations"},
	{"trunk", "Trunk Extension"},
	{"trunk-details", "Trunk port details"},
}

var extensionList = collection.Of[extensionView, pipeline.Nothing, pipeline.Nothing]{
	In: &collection.Service{Missing: notFoundFault}, Noun: "extension", Plural: "extensions", Param: "alias",
	Derived: func(x *pipeline.Exchange) iter.Seq[*extensionView] {
		x.DoNotKeep() // settings are not records
		var all []*extensionView
		for _, e := range offered(x) {
			all = append(all, &extensionView{Alias: e[0], Name: e[1], Description: e[1], Updated: "2016-01-01T00:00:00-00:00"})
		}
		return slices.Values(all)
	},
	ID: func(e *extensionView) string { return e.Alias },
}

type extensionView struct {
	Alias       string   `json:"alias"`
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Updated     string   `json:"updated"`
	Links       []string `json:"links"`
}

// resourceGroups is the extension with which ports can ask for several resources at once; the operator can enable it.
var resourceGroups = [2]string{"port-resource-request-groups", "Support for requesting multiple groups of resources and traits in Port"}

func offered(x *pipeline.Exchange) [][2]string {
	if x.Env.Settings().ResourceGroups {
		return append(slices.Clone(extensions), resourceGroups)
	}
	return extensions
}
