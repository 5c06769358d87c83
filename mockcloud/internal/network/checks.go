package network

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"net/netip"
	"reflect"
	"slices"
	"strings"

	"plumbline/internal/openapi/python"
	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/internal/network/faults"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"

	"github.com/google/uuid"
)

// checks holds the checks of values, by the words in the tags of records.
var checks = map[string]func(key string, value any) *pipeline.Fault{
	"anything": acceptAny, "uuid": uuidText, "cidr": addressRange, "cidrs": eachOf(addressRange), "address": addressOrNone,
	"pools": addressPools, "hosts": nameServers, "routes": hostRoutes, "ipv6": ipv6Mode, "texts": checkList,
	"direction": oneOf("ingress", "egress"), "family": acceptAny, "protocol": acceptAny, "port": portNumber, "family number": ipVersion,
	"length": number, "rbac type": rbacType, "rbac action": checkText,
	"forwarded": forwardedProtocol, "forwarded port": forwardedPort, "forwarded range": forwardedRange,
	"segments": networkSegments, "dscp": dscpMark, "sub ports": subPortList, "mac": macOrNone, "fixed ips": fixedIPList,
	"pairs": addressPairs, "dhcp options": dhcpOptions, "groups": groupList, "mtu": notNegative, "zones": checkList,
	"vnic": oneOf("normal", "direct", "macvtap", "baremetal", "direct-physical", "virtio-forwarder", "smart-nic", "vdpa",
		"accelerator-direct", "accelerator-direct-physical", "remote-managed"),
	"affinity": oneOf("required", "preferred", "legacy"),
	"rate":     inRange(0, math.MaxInt32), "any direction": oneOf("any", "egress", "ingress"),
}

// readers holds the conversions of values, by the words in the tags of records.
var readers = map[string]func(value any, to reflect.Value){
	"segments": readSegments, "protocol": readProtocol, "port": readPort, "family": readFamily,
	"cidr":   func(v any, to reflect.Value) { to.SetString(normalRange(v)) },
	"groups": func(v any, to reflect.Value) { to.Set(reflect.ValueOf(texts(v))) },
	"texts":  func(v any, to reflect.Value) { to.Set(reflect.ValueOf(texts(v))) },
	"cidrs": func(v any, to reflect.Value) {
		var all []string
		for _, each := range body.As[[]any](v) {
			all = append(all, normalRange(each))
		}
		to.Set(reflect.ValueOf(all))
	},
}

// normalRange is an address range in its normal form, "" for an invalid one.
func normalRange(v any) string {
	if p, err := netip.ParsePrefix(body.As[string](v)); err == nil {
		return p.Masked().String()
	}
	return ""
}

// texts are the texts of a list, without immediate repetitions.
func texts(v any) []string {
	out := []string{}
	for _, each := range body.As[[]any](v) {
		if s, ok := each.(string); ok && (len(out) == 0 || out[len(out)-1] != s) {
			out = append(out, s)
		}
	}
	return out
}

// truthNumber is 1 for true, 0 for false, -1 for anything else.
func truthNumber(v any) int {
	switch strings.ToLower(fmt.Sprint(v)) {
	case "true", "1":
		return 1
	case "false", "0":
		return 0
	}
	return -1
}

func uuidText(key string, value any) *pipeline.Fault {
	if uuid.Validate(body.As[string](value)) == nil {
		return nil
	}
	return faults.BadRequest("Invalid input for %s. Reason: '%s' is not a valid UUID.", key, python.Str(value))
}

func addressRange(_ string, value any) *pipeline.Fault {
	if value == nil {
		return nil
	}
	if _, err := netip.ParsePrefix(body.As[string](value)); err == nil {
		return nil
	}
	return faults.New(400, "InvalidInput", "Invalid input for operation: %s is not in a CIDR format.", python.Str(value))
}

// addressOrRange checks a value that is an address range or a single address.
func addressOrRange(key string, value any) *pipeline.Fault {
	return addressRange(key, withLength(python.Str(value)))
}

func addressOrNone(key string, value any) *pipeline.Fault {
	if value == nil {
		return nil
	}
	return addressText(key, value)
}

// eachOf checks each value of a list.
func eachOf(check func(string, any) *pipeline.Fault) func(string, any) *pipeline.Fault {
	return func(key string, value any) *pipeline.Fault {
		if f := checkList(key, value); f != nil {
			return f
		}
		for _, each := range value.([]any) {
			if f := check(key, each); f != nil {
				return f
			}
		}
		return nil
	}
}

// oneOf checks a value that is one of a few texts.
func oneOf(words ...string) func(string, any) *pipeline.Fault {
	return func(key string, value any) *pipeline.Fault {
		if text, ok := value.(string); ok && slices.Contains(words, text) {
			return nil
		}
		return faults.Invalid(key, "%s is not in valid_values", python.Str(value))
	}
}

func ipVersion(key string, value any) *pipeline.Fault {
	if f := number(key, value); f != nil {
		return f
	}
	if n, _ := wholeOf(value); n == 4 || n == 6 {
		return nil
	}
	return faults.Invalid(key, "%s is not in valid_values", python.Str(value))
}

func addressText(key string, v any) *pipeline.Fault {
	if text, ok := v.(string); ok {
		if _, err := netip.ParseAddr(text); err == nil {
			return nil
		}
	}
	return faults.Invalid(key, "'%s' is not a valid IP address", python.Str(v))
}

// addressPools checks a list of {start, end}.
func addressPools(key string, v any) *pipeline.Fault {
	if _, ok := listIn(v); !ok {
		return faults.Invalid(key, "Invalid data format for IP pool: '%s'", python.Str(v))
	}
	for _, pool := range body.As[[]struct {
		Start any `json:"start"`
		End   any `json:"end"`
	}](v) {
		if f := cmp.Or(addressText(key, pool.Start), addressText(key, pool.End)); f != nil {
			return f
		}
	}
	return nil
}

func nameServers(key string, v any) *pipeline.Fault {
	list, ok := listIn(v)
	if !ok {
		return faults.Invalid(key, "Invalid data format for nameserver: '%s'", python.Str(v))
	}
	for i, each := range list {
		text := body.As[string](each)
		if _, err := netip.ParseAddr(text); err != nil {
			return faults.Invalid(key, "'%s' is not a valid nameserver. '%s' is not a valid IP address", python.Str(each), python.Str(each))
		}
		if slices.Contains(list[:i], each) {
			return faults.Invalid(key, "Duplicate nameserver '%s'", text)
		}
	}
	return nil
}

func hostRoutes(key string, v any) *pipeline.Fault {
	if _, ok := listIn(v); !ok {
		return faults.Invalid(key, "Invalid data format for hostroute: '%s'", python.Str(v))
	}
	for _, route := range body.As[[]struct {
		Destination any `json:"destination"`
		Nexthop     any `json:"nexthop"`
	}](v) {
		if f := cmp.Or(addressRange(key, route.Destination), addressText(key, route.Nexthop)); f != nil {
			return f
		}
	}
	return nil
}

func ipv6Mode(key string, v any) *pipeline.Fault {
	if v == nil {
		return nil
	}
	return oneOf("dhcpv6-stateful", "dhcpv6-stateless", "slaac")(key, v)
}

// networkSegments checks the segments of a network. The service fails where they are no objects in a list; an object without keys and a
// text without characters are none to it.
func networkSegments(key string, v any) *pipeline.Fault {
	if checkList(key, v) != nil && !slices.Contains([]string{"{}", "''"}, python.Repr(v)) {
		return faults.Internal()
	}
	for _, each := range body.As[[]any](v) {
		if !body.IsObject(each) {
			return faults.Internal()
		}
		segment := objectKeys(each)
		for _, k := range slices.Sorted(maps.Keys(segment)) {
			if !strings.HasPrefix(k, "provider:") {
				return faults.BadRequest("Unrecognized attribute(s) '%s'", k)
			}
		}
		if id := segment["provider:segmentation_id"]; id != nil {
			if f := number(key, id); f != nil {
				return f
			}
		}
		if segment["provider:network_type"] == nil {
			return faults.New(400, "InvalidInput", "Invalid input for operation: network_type required.")
		}
	}
	return nil
}

func readSegments(v any, to reflect.Value) {
	var all []state.Segment
	for _, from := range body.As[[]struct {
		Type     string `json:"provider:network_type"`
		Physical string `json:"provider:physical_network"`
		ID       any    `json:"provider:segmentation_id"`
	}](v) {
		s := state.Segment{Type: from.Type}
		if from.Physical != "" {
			s.Physical = &from.Physical
		}
		if n, ok := wholeOf(from.ID); ok && n != 0 {
			s.ID = &n
		}
		all = append(all, s)
	}
	to.Set(reflect.ValueOf(all))
}

// poolsOf are the ranges from which ports of a subnet get addresses.
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

// soundPools refuses pools that are outside the subnet, overlap, or contain its gateway.
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
			return faults.New(400, "InvalidAllocationPool", "The allocation pool {'start': '%s', 'end': '%s'} is not valid.", p.Start, p.End)
		case start.Less(first) || last.Less(end):
			return faults.New(400, "OutOfBoundsAllocationPool", "The allocation pool %s spans beyond the subnet cidr %s.", text(p), s.CIDR)
		case gateway.IsValid() && !gateway.Less(start) && !end.Less(gateway):
			return faults.New(409, "GatewayConflictWithAllocationPools", "Gateway ip %s conflicts with allocation pool %s.", s.Gateway, text(p))
		}
		for _, other := range s.Pools[:i] {
			if from, to := netip.MustParseAddr(other.Start), netip.MustParseAddr(other.End); !to.Less(start) && !end.Less(from) {
				return faults.New(409, "OverlappingAllocationPools", "Found overlapping allocation pools: %s %s for subnet %s.",
					text(other), text(p), s.CIDR)
			}
		}
	}
	return nil
}
