package attributes

import (
	"reflect"
	"strings"

	"plumbline/internal/mockcloud/network/faults"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi/python"
)

// filters convert the values that lists are filtered by, by noun and key: those of attributes whose bodies are converted likewise.
var filters = map[string]Check{
	"subnet.cidr": subnetRange, "subnet.shared": truth, "subnetpool.default_quota": number, "rbac_policy.object_type": rbacType,
	"security_group.shared": truth, "security_group_rule.ethertype": family, "security_group_rule.protocol": protocol,
	"security_group_rule.port_range_min": port, "security_group_rule.port_range_max": port,
	"security_group_rule.remote_ip_prefix": prefixOrNone, "port.fixed_ips": pair,
}

// pair is a key and a value: KEY=VALUE.
func pair(_ string, value any) (any, *pipeline.Fault) {
	if said := python.Str(value); !strings.Contains(said, "=") {
		return nil, faults.Input("'%s' is not of the form <key>=[value]", said)
	}
	return value, nil
}

// Filter refuses a value to filter by that does not convert to what the attribute is.
func (s *Set) Filter(noun, key, value string) (f *pipeline.Fault) {
	if convert := filters[noun+"."+key]; convert != nil {
		_, f = convert(key, value)
		return f
	}
	if s == nil {
		return nil
	}
	a := s.known[key]
	switch {
	case a.kind == nil || a.convert == nil:
	case a.kind.Kind() == reflect.Bool:
		_, f = truth(key, value)
	case a.kind.Kind() == reflect.Int:
		_, f = number(key, value)
	}
	return f
}
