package attributes

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/network/faults"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi/python"
)

// Protocols maps the protocol names of rules to IP protocol numbers.
var Protocols = map[string]int{
	"ah": 51, "dccp": 33, "egp": 8, "esp": 50, "gre": 47, "hopopt": 0, "icmp": 1, "icmpv6": 58, "igmp": 2, "ip": 0, "ipip": 4,
	"ipv6-encap": 41, "ipv6-frag": 44, "ipv6-icmp": 58, "ipv6-nonxt": 59, "ipv6-opts": 60, "ipv6-route": 43, "ospf": 89, "pgm": 113,
	"rsvp": 46, "sctp": 132, "tcp": 6, "udp": 17, "udplite": 136, "vrrp": 112,
}

// protocol is the protocol of a rule of a security group: a name, in any case, or a number; any stands for none.
func protocol(_ string, value any) (any, *pipeline.Fault) {
	if value == nil {
		return nil, nil
	}
	if n, whole := Whole(value); whole && n >= 0 && n <= 255 {
		return python.Str(value), nil
	}
	said, isText := body.TextIn(value)
	name := strings.ToLower(said)
	if name == "any" {
		return nil, nil
	}
	if _, known := Protocols[name]; isText && known {
		return name, nil
	}
	return nil, faults.New(400, "SecurityGroupRuleInvalidProtocol", "Security group rule protocol %s not supported. Only protocol values "+
		"(None, 'any', %s) and integer representations [0 to 255] are supported.", python.Str(value), protocolNames())
}

// protocolNames lists the names of protocols for refusals: an older name follows the newer one.
func protocolNames() string {
	sorted := func(name string) string { return strings.Replace(name, "icmpv6", "ipv6-icmp+", 1) }
	names := slices.SortedFunc(maps.Keys(Protocols), func(a, b string) int { return strings.Compare(sorted(a), sorted(b)) })
	return "'" + strings.Join(names, "', '") + "'"
}

// port is a port, or a type or code of ICMP.
func port(_ string, value any) (any, *pipeline.Fault) {
	if value == nil {
		return nil, nil
	}
	if n, whole := Whole(value); whole && n >= 0 && n <= 65535 {
		return float64(n), nil
	}
	return nil, faults.New(400, "SecurityGroupInvalidPortValue", "Invalid value for port %s", python.Str(value))
}

// family is the version of IP that a rule is for, in any case.
func family(_ string, value any) (any, *pipeline.Fault) {
	said, _ := body.TextIn(value)
	for _, known := range []string{"IPv4", "IPv6"} {
		if strings.EqualFold(said, known) {
			return known, nil
		}
	}
	return nil, faults.New(400, "SecurityGroupRuleInvalidEtherType",
		"Security group rule for ethertype '%s' not supported. Allowed values are ['IPv4', 'IPv6'].", python.Str(value))
}

func forwardedPort(key string, value any) (any, *pipeline.Fault) {
	if value == nil {
		return nil, nil
	}
	if _, whole := Whole(value); !whole {
		return nil, faults.Invalid(key, "'%s' is not an integer", python.Str(value))
	}
	return inRange(1, 65535)(key, value)
}

// forwardedRange checks a port range.
func forwardedRange(key string, value any) *pipeline.Fault {
	if value == nil {
		return nil
	}
	ends := strings.Split(python.Str(value), ":")
	if len(ends) > 2 || slices.Contains(ends, "") {
		return faults.Invalid(key, "Port range must be two integers separated by a colon")
	}
	var numbers []int
	for _, end := range ends {
		n, err := strconv.Atoi(end)
		switch {
		case err != nil || n < 0 || n > 65535:
			return faults.Invalid(key, "Invalid port: %s", end)
		case n < 1:
			return faults.Invalid(key, "Invalid port: %s, the port must be in the range [1, 65535]", end)
		}
		numbers = append(numbers, n)
	}
	if numbers[0] > numbers[len(numbers)-1] {
		return faults.Invalid(key, "First port in a port range must be lower than the second port")
	}
	return nil
}

// forwardedProtocol is the protocol of a port forwarding.
func forwardedProtocol(key string, value any) (any, *pipeline.Fault) {
	if value == nil {
		return nil, faults.Invalid(key, "None is not in valid_values")
	}
	said, isText := body.TextIn(value)
	if !isText {
		return nil, faults.Input("Input value %s must be string type", python.Str(value))
	}
	known := []string{"tcp", "udp", "icmp", "icmp6", "ipv6-icmp", "sctp", "dccp"}
	if slices.Contains(known, said) {
		return said, nil
	}
	n, err := strconv.Atoi(strings.TrimSpace(said))
	if slices.Contains(known, strings.ToLower(said)) || err == nil && n >= 0 && n <= 255 {
		return nil, faults.Invalid(key, "%s is not in valid_values", said)
	}
	return nil, faults.Input("IP protocol '%s' is not supported. Only protocol names and their integer representation (0 to 255) are "+
		"supported", said)
}
