package attributes

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/network/faults"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi/python"
)

// segments checks the segments of a network. The service fails where they are no objects in a list; an object without keys and a text
// without characters are none to it.
func segments(key string, v any) *pipeline.Fault {
	if list(key, v) != nil && !slices.Contains([]string{"{}", "''"}, python.Repr(v)) {
		return faults.Internal()
	}
	for _, each := range body.As[[]any](v) {
		if !body.IsObject(each) {
			return faults.Internal()
		}
		segment := body.ObjectIn(each)
		for _, k := range slices.Sorted(maps.Keys(segment)) {
			if !strings.HasPrefix(k, "provider:") {
				return faults.BadRequest("Unrecognized attribute(s) '%s'", k)
			}
		}
		if id := segment["provider:segmentation_id"]; id != nil {
			if _, f := number(key, id); f != nil {
				return f
			}
		}
		for _, k := range ruledParts["segments"] { // they are all there for policy
			if _, there := segment[k]; !there {
				segment[k] = nil
			}
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
		if n, ok := Whole(from.ID); ok && n != 0 {
			s.ID = &n
		}
		all = append(all, s)
	}
	to.Set(reflect.ValueOf(all))
}

// gatewayKeys are the keys that the gateway of a router may have, in the order in which they are looked at.
var gatewayKeys = []string{"network_id", "enable_snat", "external_fixed_ips", "qos_policy_id"}

// routerGateway checks the gateway of a router; what is empty stands for none.
func routerGateway(key string, value any) *pipeline.Fault {
	gateway := body.ObjectIn(value)
	switch {
	case Empty(value):
		return nil
	case !body.IsObject(value):
		return faults.Invalid(key, "'%s' is not a dictionary", python.Str(value))
	}
	has := slices.Sorted(maps.Keys(gateway))
	if !slices.Contains(has, "network_id") {
		return faults.Invalid(key, "Validation of dictionary's keys failed. Expected keys: {'network_id'} Provided keys: %s", setOf(has))
	}
	has = slices.DeleteFunc(has, func(k string) bool { return slices.Contains(gatewayKeys, k) })
	if len(has) > 0 {
		return faults.Invalid(key, "Unexpected keys supplied: %s", strings.Join(has, ", "))
	}
	for _, k := range gatewayKeys {
		if v, there := gateway[k]; there {
			if f := gatewayValue(key, k, v, gateway); f != nil {
				return f
			}
		}
	}
	return nil
}

func gatewayValue(key, part string, value any, gateway body.Object) *pipeline.Fault {
	switch part {
	case "network_id":
		return uuidText(key, value)
	case "enable_snat":
		is, f := truth(key, value)
		if f == nil {
			gateway[part] = is
		}
		return f
	case "external_fixed_ips":
		return fixedIPs(key, value)
	}
	if value == nil {
		return nil
	}
	return uuidText(key, value)
}

// Empty tells whether Python takes a value for false.
func Empty(value any) bool {
	switch v := value.(type) {
	case nil:
		return true
	case bool:
		return !v
	case float64:
		return v == 0
	case string:
		return v == ""
	case []any:
		return len(v) == 0
	}
	return body.IsObject(value) && len(body.ObjectIn(value)) == 0
}
