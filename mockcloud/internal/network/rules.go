package network

import (
	"maps"
	"net/netip"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/openapi/python"
	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/internal/network/faults"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

// protocols maps the protocol names of rules to IP protocol numbers.
var protocols = map[string]int{
	"ah": 51, "dccp": 33, "egp": 8, "esp": 50, "gre": 47, "hopopt": 0, "icmp": 1, "icmpv6": 58, "igmp": 2, "ip": 0, "ipip": 4,
	"ipv6-encap": 41, "ipv6-frag": 44, "ipv6-icmp": 58, "ipv6-nonxt": 59, "ipv6-opts": 60, "ipv6-route": 43, "ospf": 89, "pgm": 113,
	"rsvp": 46, "sctp": 132, "tcp": 6, "udp": 17, "udplite": 136, "vrrp": 112,
}

// Protocols that have ports, and protocols of IPv6 only.
var (
	withPorts = []string{"dccp", "sctp", "tcp", "udp", "udplite"}
	ipv6Only  = []string{"icmpv6", "ipv6-encap", "ipv6-frag", "ipv6-icmp", "ipv6-nonxt", "ipv6-opts", "ipv6-route"}
	icmps     = []string{"icmp", "icmpv6", "ipv6-icmp"}
)

func readProtocol(v any, to reflect.Value) {
	if text := strings.ToLower(python.Str(v)); text != "any" {
		to.Set(reflect.ValueOf(&text))
	}
}

func readPort(v any, to reflect.Value) {
	if n, err := strconv.Atoi(python.Str(v)); err == nil {
		to.Set(reflect.ValueOf(&n))
	}
}

func readFamily(v any, to reflect.Value) {
	text := body.As[string](v)
	for _, known := range []string{"IPv4", "IPv6"} {
		if strings.EqualFold(text, known) {
			text = known
		}
	}
	to.SetString(text)
}

// portNumber checks a port, or a type or code of ICMP.
func portNumber(_ string, value any) *pipeline.Fault {
	if n, err := strconv.Atoi(python.Str(value)); err == nil && n >= 0 && n <= 65535 {
		return nil
	}
	return faults.New(400, "SecurityGroupInvalidPortValue", "Invalid value for port %s", python.Str(value))
}

// nameOf is the name of a protocol, else the given text: "6" is tcp.
func nameOf(protocol string) string {
	for _, name := range slices.Sorted(maps.Keys(protocols)) {
		if strconv.Itoa(protocols[name]) == protocol && name != "ip" && name != "icmpv6" {
			return name
		}
	}
	return protocol
}

// numberOf is the number of a protocol, else the given text: tcp is "6".
func numberOf(protocol string) string {
	if n, known := protocols[protocol]; known {
		return strconv.Itoa(n)
	}
	return protocol
}

// protocolNames lists the names of protocols for refusals: an older name follows the newer one.
func protocolNames() string {
	sorted := func(name string) string { return strings.Replace(name, "icmpv6", "ipv6-icmp+", 1) }
	names := slices.SortedFunc(maps.Keys(protocols), func(a, b string) int { return strings.Compare(sorted(a), sorted(b)) })
	return strings.Trim(python.Repr(anyValues(names)), "[]")
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
	prefix, err := netip.ParsePrefix(withLength(*r.RemotePrefix))
	switch {
	case err != nil:
		return faults.New(400, "InvalidCIDR", "Invalid CIDR %s given as IP prefix.", *r.RemotePrefix)
	case prefix.Addr().Is4() != (r.Family == "IPv4"):
		return faults.New(400, "SecurityGroupRuleParameterConflict", "Conflicting value ethertype %s for CIDR %s", r.Family, *r.RemotePrefix)
	}
	return nil
}

func soundProtocol(r *state.SecurityGroupRule) *pipeline.Fault {
	if r.Family != "IPv4" && r.Family != "IPv6" {
		return faults.New(400, "SecurityGroupRuleInvalidEtherType",
			"Security group rule for ethertype '%s' not supported. Allowed values are ['IPv4', 'IPv6'].", r.Family)
	}
	if r.Protocol == nil {
		return nil
	}
	number, err := strconv.Atoi(*r.Protocol)
	if _, known := protocols[*r.Protocol]; !known && (err != nil || number < 0 || number > 255) {
		return faults.New(400, "SecurityGroupRuleInvalidProtocol", "Security group rule protocol %s not supported. Only protocol values "+
			"(None, 'any', %s) and integer representations [0 to 255] are supported.", *r.Protocol, protocolNames())
	}
	if r.Family == "IPv4" && slices.Contains(ipv6Only, nameOf(*r.Protocol)) {
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
			return faults.New(400, "SecurityGroupMissingIcmpType", "ICMP code (port-range-max) %d is provided but ICMP type (port-range-min) is missing.",
				*r.PortMax)
		}
	default:
		return faults.New(400, "SecurityGroupInvalidProtocolForPort", "Ports cannot be specified for protocol %s. Ports are only supported for %s.",
			numberOf(protocol), strings.ToUpper(strings.Join(withPorts, ", ")))
	}
	return nil
}

// withLength is an address range; a single address becomes a range of one.
func withLength(cidr string) string {
	if a, err := netip.ParseAddr(cidr); err == nil {
		return cidr + "/" + strconv.Itoa(a.BitLen())
	}
	return cidr
}
