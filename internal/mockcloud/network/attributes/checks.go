package attributes

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/network/faults"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi/python"
)

// checks holds the checks of values, by the words in the tags of records.
var checks = map[string]Check{
	"anything": anything, "text or null": orNull(text(longest)), "uuid": orNullText(uuidText), "required uuid": must(uuidText),
	"short id": text(36), "long": text(1024), "long or null": orNull(text(1024)), "service type": serviceType,
	"metainfo": orNull(metainfo), "uuids": must(groups), "truth unless null": truthUnlessNull,
	"kind": text(32), "physical": text(64), "not blank": notBlank,
	"not default": notDefault, "pool": orNull(poolOrDelegation), "segmentation": number, "quota": notNegative,
	"cidr": orNull(subnetRange), "ranges": noneAsList(uniqueRanges), "required ranges": uniqueRanges, "address": orNull(must(addressText)),
	"required address": must(addressText), "gateway": gatewayAddress,
	"pools": must(addressPools), "hosts": nameServers, "routes": noneAsList(must(hostRoutes)), "services": serviceTypes,
	"ipv6": oneOf("dhcpv6-stateful", "dhcpv6-stateless", "slaac"), "direction": oneOf("ingress", "egress"),
	"any direction": oneOf("any", "egress", "ingress"), "family": family, "protocol": protocol, "port": port, "range": prefixOrNone,
	"family number": oneNumberOf(4, 6), "length": notNegative, "rbac type": rbacType, "forwarded": forwardedProtocol,
	"forwarded port": forwardedPort, "forwarded range": must(forwardedRange), "segments": must(segments), "dscp": oneNumberOf(Marks...),
	"sub ports": must(subPorts), "tags": must(portTags),
	"written": orNull(written), "mac": macOrNone, "fixed ips": must(fixedIPs), "pairs": noneAsList(must(addressPairs)),
	"dhcp options": must(dhcpOptions), "groups": noneAsList(must(groups)), "mtu": notNegative, "zones": must(uniqueTexts),
	"object": must(objectOrNone), "router gateway": must(routerGateway), "truth or null": orNull(truth),
	"vnic": oneOf("normal", "direct", "macvtap", "baremetal", "direct-physical", "virtio-forwarder", "smart-nic", "vdpa",
		"accelerator-direct", "accelerator-direct-physical", "remote-managed"),
	"affinity": orNull(oneOf("required", "preferred", "legacy")), "rate": inRange(0, math.MaxInt32),
}

// Marks are the marks of DSCP that packets can have.
var Marks = []int{0, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 46, 48, 56}

// readers holds the ways to read values other than by the type of their field, by the words in the tags of records.
var readers = map[string]func(value any, to reflect.Value){
	"segments": readSegments, "forwarded port": readNumber, "rate": readNumber, "groups": readTexts, "ranges": readTexts,
	"required ranges": readTexts, "services": readTexts, "hosts": readTexts,
	"segmentation": readNumberPointer, "quota": readNumberPointer, "port": readNumberPointer,
	"dscp": readNumber, "family number": readNumber, "length": readNumber, "mtu": readNumber,
}

// longest is how long a text can be.
const longest = 255

// must is a check that leaves the value as it is.
func must(check func(key string, value any) *pipeline.Fault) Check {
	return func(key string, value any) (any, *pipeline.Fault) { return value, check(key, value) }
}

// orNull lets null pass.
func orNull(check Check) Check {
	return func(key string, value any) (any, *pipeline.Fault) {
		if value == nil {
			return nil, nil
		}
		return check(key, value)
	}
}

func orNullText(check func(key string, value any) *pipeline.Fault) Check { return orNull(must(check)) }

// noneAsList makes an empty list of null.
func noneAsList(check Check) Check {
	return func(key string, value any) (any, *pipeline.Fault) {
		if value == nil {
			return []any{}, nil
		}
		return check(key, value)
	}
}

// checkOfType is the check that the type of a field requires.
func checkOfType(t reflect.Type) Check {
	switch t.Kind() {
	case reflect.String:
		return text(longest)
	case reflect.Bool:
		return truth
	case reflect.Int:
		return number
	case reflect.Pointer:
		return orNull(checkOfType(t.Elem()))
	case reflect.Slice:
		return must(list)
	}
	return anything
}

func anything(_ string, value any) (any, *pipeline.Fault) { return value, nil }

// text is a text with a greatest length.
func text(most int) Check {
	return must(func(key string, value any) *pipeline.Fault {
		said, is := body.TextIn(value)
		switch {
		case !is:
			return faults.Invalid(key, "'%s' is not a valid string", python.Str(value))
		case utf8.RuneCountInString(said) > most:
			return faults.Invalid(key, "'%s' exceeds maximum length of %d", said, most)
		}
		return nil
	})
}

// written is an id that nothing checks: what is no text is taken as it is written.
func written(_ string, value any) (any, *pipeline.Fault) { return python.Str(value), nil }

func notBlank(key string, value any) (any, *pipeline.Fault) {
	if _, f := text(math.MaxInt)(key, value); f != nil {
		return nil, f
	}
	if strings.TrimSpace(body.As[string](value)) == "" {
		return nil, faults.Invalid(key, "'%s' Blank strings are not permitted", value)
	}
	return value, nil
}

// notDefault is the name of a security group: one of each project is called default.
func notDefault(key string, value any) (any, *pipeline.Fault) {
	if _, f := text(longest)(key, value); f != nil {
		return nil, f
	}
	if strings.EqualFold(body.As[string](value), "default") {
		return nil, faults.New(409, "SecurityGroupDefaultAlreadyExists", "Default security group already exists.")
	}
	return value, nil
}

// truth reads what Python's programs take for true and false.
func truth(_ string, value any) (any, *pipeline.Fault) {
	if is, known := Truth(value); known {
		return is, nil
	}
	return nil, faults.Input("'%s' cannot be converted to boolean", python.Str(value))
}

// truthUnlessNull reads null as true.
func truthUnlessNull(key string, value any) (any, *pipeline.Fault) {
	if value == nil {
		return true, nil
	}
	return truth(key, value)
}

// Truth tells whether a value stands for true, and whether it stands for either.
func Truth(value any) (is, known bool) {
	switch strings.ToLower(strings.TrimSpace(python.Str(value))) {
	case "1", "t", "true", "on", "y", "yes":
		return true, true
	case "0", "f", "false", "off", "n", "no":
		return false, true
	}
	return false, false
}

func uuidText(key string, value any) *pipeline.Fault {
	if uuid.Validate(body.As[string](value)) == nil {
		return nil
	}
	return faults.Invalid(key, "'%s' is not a valid UUID", python.Str(value))
}

// poolOrDelegation is the id of a subnet pool, or what stands for prefixes that a router asks its provider for.
func poolOrDelegation(key string, value any) (any, *pipeline.Fault) {
	if value == "prefix_delegation" {
		return nil, nil
	}
	return value, uuidText(key, value)
}

func list(key string, value any) *pipeline.Fault {
	if _, ok := body.ListIn(value); ok {
		return nil
	}
	return faults.Invalid(key, "'%s' is not a list", python.Str(value))
}

// listed checks the values of a list, none of which may be there twice.
func listed(key string, value any, check func(key string, value any) *pipeline.Fault) *pipeline.Fault {
	if f := list(key, value); f != nil {
		return f
	}
	all, twice := body.As[[]any](value), []string{}
	for i, each := range all {
		same := func(other any) bool { return reflect.DeepEqual(each, other) }
		if slices.ContainsFunc(all[:i], same) && !slices.Contains(twice, python.Str(each)) {
			twice = append(twice, python.Str(each))
		}
	}
	if len(twice) > 0 {
		return faults.Invalid(key, "Duplicate items in the list: '%s'", strings.Join(twice, ", "))
	}
	for _, each := range all {
		if f := check(key, each); f != nil {
			return f
		}
	}
	return nil
}

func uniqueTexts(key string, value any) *pipeline.Fault {
	return listed(key, value, func(key string, value any) *pipeline.Fault {
		_, f := text(math.MaxInt)(key, value)
		return f
	})
}

func groups(key string, value any) *pipeline.Fault { return listed(key, value, uuidText) }

// oneOf is one of a few texts.
func oneOf(words ...string) Check {
	return must(func(key string, value any) *pipeline.Fault {
		if said, ok := body.TextIn(value); ok && slices.Contains(words, said) {
			return nil
		}
		return faults.Invalid(key, "%s is not in valid_values", python.Str(value))
	})
}

func objectOrNone(key string, value any) *pipeline.Fault {
	if value == nil || body.IsObject(value) {
		return nil
	}
	return faults.Invalid(key, "'%s' is not a dictionary", python.Str(value))
}

// readTexts reads a list of texts; what is none is left out.
func readTexts(v any, to reflect.Value) {
	out := []string{}
	for _, each := range body.As[[]any](v) {
		if s, ok := body.TextIn(each); ok {
			out = append(out, s)
		}
	}
	to.Set(reflect.ValueOf(out))
}

// serviceTypes are the device owners whose ports may have addresses of a subnet. Beside the parts of networks the service lets pass
// whatever begins with a letter of "compute:".
func serviceTypes(_ string, value any) (any, *pipeline.Fault) {
	all, isList := body.ListIn(value)
	switch {
	case Empty(value) && value != false && value != 0.0:
		return []any{}, nil
	case !isList:
		return nil, faults.BadRequest("Subnet service types must be a list.")
	}
	for _, each := range all {
		said, isText := body.TextIn(each)
		switch {
		case !isText:
			return nil, faults.New(400, "InvalidInputSubnetServiceType", "Subnet service type %s is not a string.", python.Str(each))
		case !strings.HasPrefix(said, "network:") && !strings.HasPrefix(said, "neutron:") &&
			(said == "" || !strings.Contains("compute:", said[:1])):
			return nil, faults.New(400, "InvalidSubnetServiceType", "Subnet service type %s does not correspond to a valid device owner.", said)
		}
	}
	return all, nil
}

// metainfo is what an operator says of a driver: what is no text is taken as it is written, but for lists and objects.
func metainfo(key string, value any) (any, *pipeline.Fault) {
	if _, isList := body.ListIn(value); isList || body.IsObject(value) {
		return nil, faults.Invalid(key, "'%s' is not a valid string", python.Str(value))
	}
	return python.Str(value), nil
}

// flavored are the parts of the service that can have flavors, by the names that a Zed with the mock's services knows them by.
var flavored = []string{
	"CORE", "FLAVORS", "L3_ROUTER_NAT", "PORTFORWARDING", "QOS", "TAG", "auto-allocated-topology", "network-ip-availability",
	"revision_plugin", "timestamp", "trunk",
}

// serviceType is the part of the service that a flavor is for.
func serviceType(_ string, value any) (any, *pipeline.Fault) {
	if said, is := body.TextIn(value); !is || !slices.Contains(flavored, said) {
		return nil, faults.New(400, "InvalidServiceType", "Invalid service type: %s.", python.Str(value))
	}
	return value, nil
}

// rbacTypes are the kinds of resources that can be shared.
var rbacTypes = []string{"address_group", "address_scope", "network", "qos_policy", "security_group", "subnetpool"}

// rbacType reads the kind of resource of an RBAC policy, in any case.
func rbacType(_ string, value any) (any, *pipeline.Fault) {
	said, isText := body.TextIn(value)
	kind := strings.ToLower(strings.TrimSpace(said))
	if !isText || !slices.Contains(rbacTypes, kind) {
		return nil, faults.Input("'%s' is not a valid RBAC object type", python.Str(value))
	}
	return kind, nil
}
