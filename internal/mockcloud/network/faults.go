package network

import (
	"encoding/json"
	"strings"

	"plumbline/internal/mockcloud/network/faults"
	"plumbline/internal/mockcloud/page"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

func render(x *pipeline.Exchange, f *pipeline.Fault) (string, []byte) {
	if f.Status == 404 && x.Operation != nil && x.Operation.ID == "extensions.show" { // an unknown one gets a page of the framework
		unknown := page.NotFound()
		unknown.Detail = f.Message
		return unknown.Write(x.Header("Accept"))
	}
	kind := f.Name
	if kind == "" {
		kind = map[int]string{400: "HTTPBadRequest", 404: "HTTPNotFound", 405: "HTTPMethodNotAllowed"}[f.Status]
	}
	body, err := json.Marshal(envelope{neutronError{"", f.Message, kind}})
	if err != nil {
		panic("network: " + err.Error())
	}
	return "application/json", body
}

// envelope is the form of a fault in Neutron's answers.
type envelope struct {
	Error neutronError `json:"NeutronError"`
}

type neutronError struct {
	Detail  string `json:"detail"`
	Message string `json:"message"`
	Type    string `json:"type"`
}

// absent holds the faults for records that do not exist, by noun: exception type and text.
var absent = map[string][2]string{
	"network": {"NetworkNotFound", "Network %s could not be found."}, "subnet": {"SubnetNotFound", "Subnet %s could not be found."},
	"port":                    {"PortNotFound", "Port %s could not be found."},
	"security_group":          {"SecurityGroupNotFound", "Security group %s does not exist"},
	"security_group_rule":     {"SecurityGroupRuleNotFound", "Security group rule %s does not exist"},
	"address_group":           {"AddressGroupNotFound", "Address group %s could not be found."},
	"address_scope":           {"AddressScopeNotFound", "Address scope %s could not be found"},
	"subnetpool":              {"SubnetPoolNotFound", "Subnet pool %s could not be found."},
	"rbac_policy":             {"RbacPolicyNotFound", "RBAC policy of type unknown with ID %s not found"},
	"router":                  {"RouterNotFound", "Router %s could not be found"},
	"floatingip":              {"FloatingIPNotFound", "Floating IP %s could not be found"},
	"port_forwarding":         {"PortForwardingNotFound", "Port Forwarding %s could not be found."},
	"policy":                  {"QosPolicyNotFound", "QoS policy %s could not be found."},
	"qos_policy":              {"QosPolicyNotFound", "QoS policy %s could not be found."},
	"rule_type":               {"QosRuleTypeNotFound", "QoS rule type %s could not be found."},
	"trunk":                   {"TrunkNotFound", "Trunk %s could not be found."},
	"agent":                   {"AgentNotFound", "Agent %s could not be found."},
	"flavor":                  {"FlavorNotFound", "Flavor %s could not be found."},
	"service_profile":         {"ServiceProfileNotFound", "Service Profile %s could not be found."},
	"network_ip_availability": {"NetworkNotFound", "Network %s could not be found."},
	"extension":               {"HTTPNotFound", "Extension with alias %s does not exist"},
}

func notFoundFault(noun, id string) *pipeline.Fault {
	if absent[noun][0] == "" {
		return faults.New(404, "QosRuleNotFound", "QoS rule %s could not be found.", id)
	}
	return faults.New(404, absent[noun][0], absent[noun][1], id)
}

// policyFault is the refusal of a rule. A group of addresses that is shared with single projects is not there for those
// that would change it, nor is a profile of flavors for those who are no administrators.
func policyFault(x *pipeline.Exchange, rule string) *pipeline.Fault {
	if pipeline.SubjectOrNil[state.ServiceProfile](x) != nil {
		return faults.New(404, "HTTPNotFound", "The resource could not be found.")
	}
	if g := pipeline.SubjectOrNil[state.AddressGroup](x); g != nil && !g.Shared && x.Operation.ID == "address-groups.update" {
		return faults.New(404, "HTTPNotFound", "The resource could not be found.")
	}
	return faults.New(403, "PolicyNotAuthorized", "rule:%s is disallowed by policy", rule)
}

// schemaFault is the fault for a schema violation: of a list's query, or of a body, of which the document declares only the key that is
// mandatory.
func schemaFault(x *pipeline.Exchange, v *openapi.Violation, query bool) *pipeline.Fault {
	if query {
		if f := unknownFilters(x); f != nil {
			return f
		}
		return queryFault(x.Request.URL.Query(), v)
	}
	return faults.BadRequest("Unable to find '%s' in request body", noun(x))
}

// noun is the singular of an operation's resource: "network" for networks.create, "qos_policy" for qos-policies.create.
func noun(x *pipeline.Exchange) string {
	plural, _, _ := strings.Cut(strings.ReplaceAll(x.Operation.ID, "-", "_"), ".")
	if stem, ok := strings.CutSuffix(plural, "ies"); ok {
		return stem + "y"
	}
	return strings.TrimSuffix(plural, "s")
}
