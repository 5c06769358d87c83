package network

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/mockcloud/network/attributes"
	"plumbline/internal/mockcloud/network/faults"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Protocols that have ports, and protocols of IPv6 only.
var (
	withPorts = []string{"dccp", "sctp", "tcp", "udp", "udplite"}
	ipv6Only  = []string{"icmpv6", "ipv6-encap", "ipv6-frag", "ipv6-icmp", "ipv6-nonxt", "ipv6-opts", "ipv6-route"}
	icmps     = []string{"icmp", "icmpv6", "ipv6-icmp"}
)

// nameOf is the name of a protocol, else the given text: "6" is tcp.
func nameOf(protocol string) string {
	for _, name := range slices.Sorted(maps.Keys(attributes.Protocols)) {
		if strconv.Itoa(attributes.Protocols[name]) == protocol && name != "ip" && name != "icmpv6" {
			return name
		}
	}
	return protocol
}

// numberOf is the number of a protocol, else the given text: tcp is "6".
func numberOf(protocol string) string {
	if n, known := attributes.Protocols[protocol]; known {
		return strconv.Itoa(n)
	}
	return protocol
}

// soundRule refuses inconsistent rules.
func soundRule(r *state.SecurityGroupRule) *pipeline.Fault {
	if f := soundProtocol(r); f != nil {
		return f
	}
	remotes := 0
	for _, remote := range []*string{r.RemotePrefix, r.RemoteGroup, r.AddressGroup} {
		if remote != nil {
			remotes++
		}
	}
	if remotes > 1 {
		return faults.New(400, "SecurityGroupMultipleRemoteEntites",
			"Only one of remote_ip_prefix or remote_group_id or remote_address_group_id may be provided.")
	}
	if f := soundPorts(r); f != nil {
		return f
	}
	if r.RemotePrefix == nil {
		return nil
	}
	if prefix, _ := attributes.Range(*r.RemotePrefix); prefix.Addr().Is4() != (r.Family == "IPv4") {
		return faults.New(400, "SecurityGroupRuleParameterConflict", "Conflicting value ethertype %s for CIDR %s", r.Family, *r.RemotePrefix)
	}
	return nil
}

func soundProtocol(r *state.SecurityGroupRule) *pipeline.Fault {
	if r.Protocol != nil && r.Family == "IPv4" && slices.Contains(ipv6Only, nameOf(*r.Protocol)) {
		return faults.New(400, "SecurityGroupEthertypeConflictWithProtocol", "Invalid ethertype %s for protocol %s.", r.Family, *r.Protocol)
	}
	return nil
}

func soundPorts(r *state.SecurityGroupRule) *pipeline.Fault {
	if r.PortMin == nil && r.PortMax == nil {
		return nil
	}
	if r.Protocol == nil {
		return faults.New(400, "SecurityGroupProtocolRequiredWithPorts", "Must also specify protocol if port range is given.")
	}
	protocol := nameOf(*r.Protocol)
	switch {
	case slices.Contains(withPorts, protocol):
		switch {
		case r.PortMin == nil || r.PortMax == nil || *r.PortMin > *r.PortMax:
			return faults.New(400, "SecurityGroupInvalidPortRange", "For TCP/UDP protocols, port_range_min must be <= port_range_max")
		case *r.PortMin == 0:
			return faults.New(400, "SecurityGroupInvalidPortValue", "Invalid value for port 0")
		}
	case slices.Contains(icmps, protocol):
		for _, each := range []struct {
			field, key string
			value      *int
		}{{"type", "port_range_min", r.PortMin}, {"code", "port_range_max", r.PortMax}} {
			if each.value != nil && *each.value > 255 {
				return faults.New(400, "SecurityGroupInvalidIcmpValue", "Invalid value for ICMP %s (%s) %d. It must be 0 to 255.",
					each.field, each.key, *each.value)
			}
		}
		if r.PortMin == nil {
			return faults.New(400, "SecurityGroupMissingIcmpType",
				"ICMP code (port-range-max) %d is provided but ICMP type (port-range-min) is missing.",
				*r.PortMax)
		}
	default:
		return faults.New(400, "SecurityGroupInvalidProtocolForPort",
			"Ports cannot be specified for protocol %s. Ports are only supported for %s.",
			numberOf(protocol), strings.ToUpper(strings.Join(withPorts, ", ")))
	}
	return nil
}
