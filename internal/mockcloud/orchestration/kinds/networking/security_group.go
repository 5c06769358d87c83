package networking

import (
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/kinds/remote"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
)

// groups are the security groups of the network service.
var groups = remote.Plain{Service: service, Path: "/security-groups", Key: "security_group", Renamed: map[string]string{"rules": ""}}

// securityGroup is OS::Neutron::SecurityGroup: a group with its rules.
func securityGroup() *kind.Kind {
	plain := groups
	plain.Made = func(t *kind.Task, _ kind.Values) *kind.Failure { return addRules(t, t.Resource.Properties["rules"]) }
	k := plain.Kind()
	k.Does[record.Update] = kind.Handler{Begin: func(t *kind.Task) *kind.Failure {
		if why := groups.Kind().Does[record.Update].Begin(t); why != nil || !kind.Changes(t.Before, t.Resource.Properties)["rules"] {
			return why
		}
		if why := removeRules(t, ""); why != nil {
			return why
		}
		egress := []any{kind.Values{"direction": "egress", "ethertype": "IPv4"}, kind.Values{"direction": "egress", "ethertype": "IPv6"}}
		if why := addRules(t, egress); why != nil {
			return why
		}
		return addRules(t, t.Resource.Properties["rules"])
	}}
	return k
}

// addRules adds rules to the group. With the first one for outgoing traffic the default ones, which let out everything, go away. A rule
// that is there already is no failure.
func addRules(t *kind.Task, rules any) *kind.Failure {
	replaced := false
	for _, one := range body.As[[]kind.Values](rules) {
		if one["direction"] == "egress" && !replaced {
			replaced = true
			if why := removeRules(t, "egress"); why != nil {
				return why
			}
		}
		reply := t.Call(pipeline.Call{
			Service: service, Method: "POST", Path: "/security-group-rules", Body: kind.Values{"security_group_rule": ruleOf(t, one)},
		})
		if !reply.OK() && reply.Status != 409 {
			return remote.Failed(service, reply)
		}
	}
	return nil
}

// ruleOf is a rule of a group in a request. Port numbers are texts there.
func ruleOf(t *kind.Task, rule kind.Values) kind.Values {
	out := kind.WithoutNulls(rule)
	out["security_group_id"] = t.Resource.PhysicalID
	mode := out["remote_mode"]
	delete(out, "remote_mode")
	switch {
	case mode != "remote_group_id":
		delete(out, "remote_group_id")
	default:
		delete(out, "remote_ip_prefix")
		if out["remote_group_id"] == nil {
			out["remote_group_id"] = t.Resource.PhysicalID // the group itself
		}
	}
	return portsAsTexts(out)
}

func portsAsTexts(rule kind.Values) kind.Values {
	for _, key := range []string{"port_range_min", "port_range_max"} {
		if rule[key] != nil {
			rule[key] = hot.Text(rule[key])
		}
	}
	return rule
}

// removeRules removes the group's rules for one direction, or all with "".
func removeRules(t *kind.Task, direction string) *kind.Failure {
	for _, rule := range body.As[[]kind.Values](groups.Of(t)["security_group_rules"]) {
		if direction != "" && rule["direction"] != direction {
			continue
		}
		reply := t.Call(pipeline.Call{Service: service, Method: "DELETE", Path: "/security-group-rules/" + hot.Text(rule["id"])})
		if !reply.OK() && reply.Status != 404 {
			return remote.Failed(service, reply)
		}
	}
	return nil
}

// securityGroupRule is OS::Neutron::SecurityGroupRule.
func securityGroupRule() *kind.Kind {
	return remote.Plain{
		Service: service, Path: "/security-group-rules", Key: "security_group_rule", Unnamed: true,
		Renamed: map[string]string{"security_group": "security_group_id", "remote_group": "remote_group_id"},
		Prepare: func(_ *kind.Task, request kind.Values, _ bool) *kind.Failure {
			portsAsTexts(request)
			return nil
		},
		Check: func(c *kind.Checking) *kind.Complaint {
			if c.Properties["remote_group"] != nil && c.Properties["remote_ip_prefix"] != nil {
				return conflict("remote_group", "remote_ip_prefix")
			}
			p := body.As[struct {
				Min *int `json:"port_range_min"`
				Max *int `json:"port_range_max"`
			}](c.Properties)
			if p.Min != nil && p.Max != nil && *p.Max < *p.Min && c.Properties["protocol"] != "icmp" {
				return &kind.Complaint{Text: "The minimum port number must be less than or equal to the maximum port number."}
			}
			return nil
		},
	}.Kind()
}
