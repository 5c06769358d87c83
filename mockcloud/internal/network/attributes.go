package network

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"plumbline/mockcloud/pipeline"

	"github.com/google/uuid"
)

// attribute is one key of a body: how its value is read, and whether it must be given at creation or
// may be changed. Rule names the policy that is asked when it is given something else than its default.
type attribute struct {
	read     func(key string, value any) (any, *pipeline.Fault)
	required bool
	fixed    bool // cannot be changed
	rule     string
}

// attributes of the nouns that can be created.
var attributes = map[string]map[string]attribute{
	"network": {
		"name": {read: text}, "description": {read: text}, "admin_state_up": {read: boolean}, "mtu": {read: number},
		"port_security_enabled": {read: boolean}, "project_id": {read: text, fixed: true}, "tenant_id": {read: text, fixed: true},
		"shared":          {read: boolean, rule: "create_network:shared"},
		"router:external": {read: boolean, rule: "create_network:router:external"},
		"is_default":      {read: boolean}, "availability_zone_hints": {read: anything, fixed: true}, "dns_domain": {read: text},
	},
	"subnet": {
		"name": {read: text}, "description": {read: text}, "network_id": {read: id, required: true, fixed: true},
		"ip_version": {read: number, required: true, fixed: true}, "cidr": {read: cidr, fixed: true}, "gateway_ip": {read: anything},
		"enable_dhcp": {read: boolean}, "project_id": {read: text, fixed: true}, "tenant_id": {read: text, fixed: true},
		"allocation_pools": {read: anything}, "dns_nameservers": {read: anything}, "host_routes": {read: anything},
		"ipv6_ra_mode": {read: anything, fixed: true}, "ipv6_address_mode": {read: anything, fixed: true},
		"subnetpool_id": {read: anything, fixed: true}, "prefixlen": {read: anything, fixed: true}, "service_types": {read: anything},
	},
	"port": {
		"name": {read: text}, "description": {read: text}, "network_id": {read: id, required: true, fixed: true},
		"admin_state_up": {read: boolean}, "device_id": {read: text}, "device_owner": {read: text}, "mac_address": {read: text},
		"fixed_ips": {read: anything}, "security_groups": {read: anything}, "project_id": {read: text, fixed: true},
		"tenant_id": {read: text, fixed: true}, "port_security_enabled": {read: boolean}, "allowed_address_pairs": {read: anything},
		"extra_dhcp_opts": {read: anything}, "binding:host_id": {read: text}, "binding:vnic_type": {read: text},
		"binding:profile": {read: anything}, "dns_name": {read: text},
	},
}

// given are the attributes of a body, read.
type given map[string]any

// readAttributes checks the attributes of a body before anything is looked up. The read values replace the body.
func readAttributes() pipeline.Stage {
	return pipeline.Stage{Name: "attributes", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		known := attributes[noun(x)]
		create := x.Request.Method == "POST"
		if known == nil || !create && x.Request.Method != "PUT" {
			return nil
		}
		body := x.Inner(noun(x))
		if unknown := notIn(body, known); len(unknown) > 0 {
			return badRequest("Unrecognized attribute(s) '%s'", strings.Join(unknown, ", "))
		}
		if create {
			if f := needed(body, known); f != nil {
				return f
			}
		}
		return readAll(x, body, known, create)
	}}
}

func readAll(x *pipeline.Exchange, body map[string]any, known map[string]attribute, create bool) *pipeline.Fault {
	read := given{}
	for _, key := range slices.Sorted(maps.Keys(body)) {
		a := known[key]
		if !create && a.fixed {
			return badRequest("Cannot update read-only attribute %s", key)
		}
		value, f := a.read(key, body[key])
		if f != nil {
			return f
		}
		if (key == "project_id" || key == "tenant_id") && value != x.Caller.ProjectID && !x.Caller.Admin() {
			return badRequest("Specifying 'project_id' or 'tenant_id' other than the authenticated project in request requires admin or advsvc privileges")
		}
		read[key] = value
	}
	*pipeline.Work[given](x) = read
	return nil
}

func notIn(body map[string]any, known map[string]attribute) []string {
	var out []string
	for _, key := range slices.Sorted(maps.Keys(body)) {
		if _, ok := known[key]; !ok {
			out = append(out, key)
		}
	}
	return out
}

func needed(body map[string]any, known map[string]attribute) *pipeline.Fault {
	for _, key := range slices.Sorted(maps.Keys(known)) {
		if _, ok := body[key]; known[key].required && !ok {
			return badRequest("Failed to parse request. Required attribute '%s' not specified", key)
		}
	}
	return nil
}

// refuseByAttribute asks policy about the attributes that have a rule of their own.
func refuseByAttribute(x *pipeline.Exchange) *pipeline.Fault {
	base := x.Operation.Policy
	if f := x.Demand(base); f != nil {
		return f
	}
	read := *pipeline.Work[given](x)
	for _, key := range slices.Sorted(maps.Keys(read)) {
		if rule := attributes[noun(x)][key].rule; rule != "" && read[key] == true && !x.Allows(rule) {
			return fault(403, "PolicyNotAuthorized", "(rule:%s and rule:%s) is disallowed by policy", base, rule)
		}
	}
	return nil
}

func (g given) text(key, otherwise string) string {
	if s, ok := g[key].(string); ok {
		return s
	}
	return otherwise
}

func (g given) flag(key string, otherwise bool) bool {
	if b, ok := g[key].(bool); ok {
		return b
	}
	return otherwise
}

func (g given) project(x *pipeline.Exchange) string {
	return g.text("project_id", g.text("tenant_id", x.Caller.ProjectID))
}

func anything(_ string, value any) (any, *pipeline.Fault) { return value, nil }

func text(key string, value any) (any, *pipeline.Fault) {
	if s, ok := value.(string); ok {
		return s, nil
	}
	return nil, badRequest("Invalid input for %s. Reason: '%v' is not a valid string.", key, value)
}

func boolean(_ string, value any) (any, *pipeline.Fault) {
	switch strings.ToLower(fmt.Sprint(value)) {
	case "true", "1":
		return true, nil
	case "false", "0":
		return false, nil
	}
	return nil, fault(400, "InvalidInput", "Invalid input for operation: '%v' cannot be converted to boolean.", value)
}

func number(key string, value any) (any, *pipeline.Fault) {
	if n, ok := value.(float64); ok {
		return int(n), nil
	}
	return nil, badRequest("Invalid input for %s. Reason: '%v' is not an integer.", key, value)
}

func id(key string, value any) (any, *pipeline.Fault) {
	s, _ := value.(string)
	if _, err := uuid.Parse(s); err != nil {
		return nil, badRequest("Invalid input for %s. Reason: '%v' is not a valid UUID.", key, value)
	}
	return s, nil
}
