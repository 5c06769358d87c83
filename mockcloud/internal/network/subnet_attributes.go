package network

import (
	"net/netip"
	"slices"

	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
	"plumbline/openapi/python"
)

// Lists of a subnet, as requests have them.
type (
	pools  []state.AddressPool
	hosts  []string
	routes []state.HostRoute
	// ipv6 is how addresses are made, or routers announced.
	ipv6 string
)

var ipv6Modes = []string{"slaac", "dhcpv6-stateful", "dhcpv6-stateless"}

func invalid(key, format string, args ...any) *pipeline.Fault {
	return badRequest("Invalid input for "+key+". Reason: "+format+".", args...)
}

func addressText(key string, v any) *pipeline.Fault {
	if text, ok := v.(string); ok {
		if _, err := netip.ParseAddr(text); err == nil {
			return nil
		}
	}
	return invalid(key, "'%s' is not a valid IP address", python.Str(v))
}

// addressPools checks a list of {start, end}.
func addressPools(key string, v any) *pipeline.Fault {
	list, ok := v.([]any)
	if !ok {
		return invalid(key, "Invalid data format for IP pool: '%s'", python.Str(v))
	}
	for _, each := range list {
		for _, end := range []string{"start", "end"} {
			if f := addressText(key, body.As[map[string]any](each)[end]); f != nil {
				return f
			}
		}
	}
	return nil
}

func nameServers(key string, v any) *pipeline.Fault {
	list, ok := v.([]any)
	if !ok {
		return invalid(key, "Invalid data format for nameserver: '%s'", python.Str(v))
	}
	for i, each := range list {
		text, _ := each.(string)
		if _, err := netip.ParseAddr(text); err != nil {
			return invalid(key, "'%s' is not a valid nameserver. '%s' is not a valid IP address", python.Str(each), python.Str(each))
		}
		if slices.Contains(list[:i], each) {
			return invalid(key, "Duplicate nameserver '%s'", text)
		}
	}
	return nil
}

func hostRoutes(key string, v any) *pipeline.Fault {
	list, ok := v.([]any)
	if !ok {
		return invalid(key, "Invalid data format for hostroute: '%s'", python.Str(v))
	}
	for _, each := range list {
		route := body.As[map[string]any](each)
		if f := addressRange(key, route["destination"]); f != nil {
			return f
		}
		if f := addressText(key, route["nexthop"]); f != nil {
			return f
		}
	}
	return nil
}

func ipv6Mode(key string, v any) *pipeline.Fault {
	if text, ok := v.(string); ok && slices.Contains(ipv6Modes, text) || v == nil {
		return nil
	}
	return invalid(key, "'%s' is not in %s", python.Str(v), python.Repr([]any{"dhcpv6-stateful", "dhcpv6-stateless", "slaac"}))
}

// poolsOf are the addresses that ports of a subnet are given.
func poolsOf(s *state.Subnet) []state.AddressPool {
	if s.Pools != nil {
		return s.Pools
	}
	prefix, err := netip.ParsePrefix(s.CIDR)
	if err != nil {
		return nil
	}
	return defaultPools(prefix, s.Gateway)
}

// soundPools refuses pools that leave the subnet, overlap, or have its gateway.
func soundPools(s *state.Subnet) *pipeline.Fault {
	prefix, err := netip.ParsePrefix(s.CIDR)
	if err != nil || s.Pools == nil {
		return nil
	}
	text := func(p state.AddressPool) string { return p.Start + "-" + p.End }
	gateway, _ := netip.ParseAddr(s.Gateway)
	first, last := bounds(prefix)
	for i, p := range s.Pools {
		start, end := netip.MustParseAddr(p.Start), netip.MustParseAddr(p.End)
		switch {
		case end.Less(start):
			return fault(400, "InvalidAllocationPool", "The allocation pool {'start': '%s', 'end': '%s'} is not valid.", p.Start, p.End)
		case start.Less(first) || last.Less(end):
			return fault(400, "OutOfBoundsAllocationPool", "The allocation pool %s spans beyond the subnet cidr %s.", text(p), s.CIDR)
		case gateway.IsValid() && !gateway.Less(start) && !end.Less(gateway):
			return fault(409, "GatewayConflictWithAllocationPools", "Gateway ip %s conflicts with allocation pool %s.", s.Gateway, text(p))
		}
		for _, other := range s.Pools[:i] {
			if from, to := netip.MustParseAddr(other.Start), netip.MustParseAddr(other.End); !to.Less(start) && !end.Less(from) {
				return fault(409, "OverlappingAllocationPools", "Found overlapping allocation pools: %s %s for subnet %s.",
					text(other), text(p), s.CIDR)
			}
		}
	}
	return nil
}
