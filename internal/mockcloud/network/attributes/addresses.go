package attributes

import (
	"cmp"
	"maps"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/mockcloud/addresses"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/network/faults"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi/python"
)

// Range reads an address range as the service's library does: an address alone is a range of one, and the mask of IPv4 may be written
// out. (What the library took besides until Zed, blanks around it and fewer than four numbers, it no longer takes.)
func Range(text string) (netip.Prefix, bool) {
	address, length, sliced := strings.Cut(text, "/")
	a, err := netip.ParseAddr(address)
	if err != nil || a.Zone() != "" {
		return netip.Prefix{}, false
	}
	bits := a.BitLen()
	if sliced {
		n, err := strconv.Atoi(length)
		if mask, bad := netip.ParseAddr(length); bad == nil && mask.Is4() && a.Is4() {
			n, err = maskBits(mask)
		}
		if err != nil {
			return netip.Prefix{}, false
		}
		bits = n
	}
	p := netip.PrefixFrom(a, bits)
	return p, p.IsValid()
}

// maskBits is the length of a prefix by its mask.
func maskBits(mask netip.Addr) (int, error) {
	written := ""
	for _, b := range mask.As4() {
		digits := strconv.FormatInt(int64(b), 2)
		written += strings.Repeat("0", 8-len(digits)) + digits
	}
	ones := strings.TrimRight(written, "0")
	if strings.Contains(ones, "0") {
		return 0, strconv.ErrSyntax
	}
	return len(ones), nil
}

// subnetRange is the range of a subnet.
func subnetRange(_ string, value any) (any, *pipeline.Fault) {
	said, _ := body.TextIn(value)
	prefix, ok := Range(said)
	if !ok {
		return nil, faults.Input("%s is not in a CIDR format", python.Str(value))
	}
	return prefix.Masked().String(), nil
}

// soundRange checks an address range.
func soundRange(key string, value any) *pipeline.Fault {
	if f := refuseRange(value); f != "" {
		return faults.Invalid(key, "%s", f)
	}
	return nil
}

// refuseRange says what is wrong with an address range.
func refuseRange(value any) string {
	said, isText := body.TextIn(value)
	prefix, ok := Range(said)
	switch {
	case !isText, !ok, strings.ContainsAny(said, " \t\r\n"):
		return "'" + python.Str(value) + "' is not a valid IP subnet"
	case !strings.Contains(said, "/"), prefix.Addr().Is4() && prefix.String() != said:
		return "'" + said + "' isn't a recognized IP subnet cidr, '" + prefix.Masked().String() + "' is recommended"
	}
	return ""
}

// uniqueRanges are address ranges, each once, in their normal form.
func uniqueRanges(key string, value any) (any, *pipeline.Fault) {
	if f := listed(key, value, soundRange); f != nil {
		return nil, f
	}
	all := []any{}
	for _, each := range body.As[[]any](value) {
		prefix, _ := Range(body.As[string](each))
		all = append(all, prefix.Masked().String())
	}
	return all, nil
}

// Ranges checks a list of address ranges, and answers them in their normal form.
func Ranges(key string, value any) ([]string, *pipeline.Fault) {
	converted, f := uniqueRanges(key, value)
	return body.As[[]string](converted), f
}

// prefixOrNone is the range that a rule of a security group is about.
func prefixOrNone(_ string, value any) (any, *pipeline.Fault) {
	if Empty(value) {
		return nil, nil
	}
	said, _ := body.TextIn(value)
	prefix, ok := Range(said)
	if !ok {
		return nil, faults.New(400, "InvalidCIDR", "Invalid CIDR %s given as IP prefix.", python.Str(value))
	}
	return prefix.String(), nil
}

// refuseAddress says what is wrong with an address.
func refuseAddress(value any) string {
	said, _ := body.TextIn(value)
	if _, err := netip.ParseAddr(said); err == nil && !strings.Contains(said, "%") {
		return ""
	}
	if plain, ok := withoutZeros(said); ok {
		return "'" + said + "' is not an accepted IP address, '" + plain + "' is recommended"
	}
	return "'" + python.Str(value) + "' is not a valid IP address"
}

// withoutZeros is an address of IPv4 whose numbers begin with zeros, without them.
func withoutZeros(said string) (string, bool) {
	parts := strings.Split(said, ".")
	for i, part := range parts {
		if trimmed := strings.TrimLeft(part, "0"); part != "" {
			parts[i] = cmp.Or(trimmed, "0")
		}
	}
	plain := strings.Join(parts, ".")
	a, err := netip.ParseAddr(plain)
	return plain, err == nil && a.Is4()
}

func addressText(key string, value any) *pipeline.Fault {
	if f := refuseAddress(value); f != "" {
		return faults.Invalid(key, "%s", f)
	}
	return nil
}

// gatewayAddress is an address; one of IPv6 in its short form.
func gatewayAddress(key string, value any) (any, *pipeline.Fault) {
	if value == nil {
		return nil, nil
	}
	if f := addressText(key, value); f != nil {
		return nil, f
	}
	return addresses.ShortestIPv6(body.As[string](value)), nil
}

// shorten gives some addresses of an object their short form.
func shorten(object any, keys ...string) {
	for _, key := range keys {
		body.ObjectIn(object)[key] = addresses.ShortestIPv6(body.As[string](body.ObjectIn(object)[key]))
	}
}

// exactKeys refuses what is no object with certain keys.
func exactKeys(key string, value any, wanted ...string) *pipeline.Fault {
	if !body.IsObject(value) {
		var all []any
		for _, each := range wanted {
			all = append(all, each)
		}
		return faults.Invalid(key, "Invalid input. '%s' must be a dictionary with keys: %s", python.Str(value), python.Repr(all))
	}
	has := slices.Sorted(maps.Keys(body.ObjectIn(value)))
	if sorted := slices.Sorted(slices.Values(wanted)); !slices.Equal(has, sorted) {
		return faults.Invalid(key, "Validation of dictionary's keys failed. Expected keys: %s Provided keys: %s", setOf(sorted), setOf(has))
	}
	return nil
}

// setOf is a set of texts as Python writes it, in order.
func setOf(texts []string) string {
	if len(texts) == 0 {
		return "set()"
	}
	return "{'" + strings.Join(texts, "', '") + "'}"
}

// addressPools checks a list of {start, end}, and gives the addresses their short form.
func addressPools(key string, value any) *pipeline.Fault {
	all, isList := body.ListIn(value)
	if !isList {
		return faults.Invalid(key, "Invalid data format for IP pool: '%s'", python.Str(value))
	}
	for _, pool := range all {
		if f := exactKeys(key, pool, "start", "end"); f != nil {
			return f
		}
		if f := cmp.Or(addressText(key, body.ObjectIn(pool)["start"]), addressText(key, body.ObjectIn(pool)["end"])); f != nil {
			return f
		}
		shorten(pool, "start", "end")
	}
	return nil
}

// nameServers are addresses, each once. The service looks at the letters of a text, and at the keys of an object.
func nameServers(key string, value any) (any, *pipeline.Fault) {
	all, isList := body.ListIn(value)
	switch said, isText := body.TextIn(value); {
	case value == nil, isText && said == "":
		return []any{}, nil
	case isText:
		all = []any{string([]rune(said)[:1])}
	case body.IsObject(value):
		for _, name := range slices.Sorted(maps.Keys(body.ObjectIn(value))) {
			all = append(all, name)
		}
	case !isList:
		return nil, faults.Invalid(key, "Invalid data format for nameserver: '%s'", python.Str(value))
	}
	for i, each := range all {
		if f := refuseAddress(each); f != "" {
			return nil, faults.Invalid(key, "'%s' is not a valid nameserver. %s", python.Str(each), f)
		}
		if slices.Contains(all[:i], each) {
			return nil, faults.Invalid(key, "Duplicate nameserver '%s'", each)
		}
	}
	return all, nil
}

// HostRoutes checks a list of {destination, nexthop}.
func HostRoutes(key string, value any) *pipeline.Fault { return hostRoutes(key, value) }

// hostRoutes checks a list of {destination, nexthop}, and gives the hops their short form; where a route leads stays as it was written.
func hostRoutes(key string, value any) *pipeline.Fault {
	all, isList := body.ListIn(value)
	if !isList {
		return faults.Invalid(key, "Invalid data format for hostroute: '%s'", python.Str(value))
	}
	seen := map[string]bool{}
	for _, route := range all {
		if f := exactKeys(key, route, "destination", "nexthop"); f != nil {
			return f
		}
		if f := cmp.Or(routeRange(key, body.ObjectIn(route)["destination"]), addressText(key, body.ObjectIn(route)["nexthop"])); f != nil {
			return f
		}
		if seen[python.Repr(route)] {
			return faults.Invalid(key, "Duplicate hostroute '%s'", python.Repr(route))
		}
		seen[python.Repr(route)] = true
		shorten(route, "nexthop")
	}
	return nil
}

// routeRange checks where a route leads.
func routeRange(key string, value any) *pipeline.Fault {
	said, isText := body.TextIn(value)
	switch prefix, ok := Range(said); {
	case !isText, !ok, !strings.Contains(said, "/"), prefix.Masked() != prefix:
		return faults.Invalid(key, "'%s' is not a valid CIDR", python.Str(value))
	case prefix.Addr().Is4() && prefix.Addr().IsLoopback():
		return faults.Invalid(key, "'%s' is not a routable CIDR", said)
	}
	return nil
}

// Listed checks a list of address ranges and addresses that are added to something, or taken from it.
func Listed(key string, value any) *pipeline.Fault {
	if f := list(key, value); f != nil {
		return f
	}
	for _, each := range body.As[[]any](value) {
		said, isText := body.TextIn(each)
		if _, ok := Range(said); !ok || !isText {
			return faults.Input("%s is not in a CIDR format", python.Str(each))
		}
	}
	return nil
}

// Normal is an address range in its normal form, "" for what is none.
func Normal(text string) string {
	if p, ok := Range(text); ok {
		return p.Masked().String()
	}
	return ""
}
