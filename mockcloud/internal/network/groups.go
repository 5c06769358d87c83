package network

import (
	"plumbline/mockcloud/internal/policy"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// groupOperations show security groups. Each project has a default one, made when it is first looked for.
var groupOperations = map[string]pipeline.Operation{
	"security-groups.list": {Writes: true, Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		var views []map[string]any
		for _, g := range groups(x) {
			views = append(views, viewGroup(g))
		}
		return answerList(x, "security_groups", views)
	}},
	"security-groups.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return answerOne(x, 200, "security_group", viewGroup(pipeline.Subject[state.SecurityGroup](x)))
	}},
	"security-group-rules.list": {Writes: true, Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		var views []map[string]any
		for _, g := range groups(x) {
			views = append(views, rules(g)...)
		}
		return answerList(x, "security_group_rules", views)
	}},
	"security-group-rules.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return answerOne(x, 200, "security_group_rule", *pipeline.Subject[map[string]any](x))
	}},
}

// defaultGroup is a project's default group.
func defaultGroup(x *pipeline.Exchange, projectID string) *state.SecurityGroup {
	for g := range state.SecurityGroups.Each(x.Txn, "project", projectID) {
		if g.Name == "default" {
			return g
		}
	}
	now := x.Now()
	g := &state.SecurityGroup{
		ID: x.Env.IDs.UUID(), Name: "default", ProjectID: projectID, Description: "Default security group", Created: now, Updated: now,
	}
	state.SecurityGroups.Insert(x.Txn, g)
	return g
}

// groups are those that the caller may see.
func groups(x *pipeline.Exchange) []*state.SecurityGroup {
	if x.Caller.ProjectID != "" {
		defaultGroup(x, x.Caller.ProjectID)
	}
	var out []*state.SecurityGroup
	for g := range state.SecurityGroups.All(x.Txn) {
		if visibleGroup(x, g) {
			out = append(out, g)
		}
	}
	return out
}

func visibleGroup(x *pipeline.Exchange, g *state.SecurityGroup) bool {
	return x.Caller.Admin() || x.Caller.ProjectID != "" && g.ProjectID == x.Caller.ProjectID
}

func findGroup(x *pipeline.Exchange, id string) *pipeline.Fault {
	g := state.SecurityGroups.Get(x.Txn, id)
	if g == nil || !visibleGroup(x, g) {
		return fault(404, "SecurityGroupNotFound", "Security group %s does not exist", id)
	}
	x.Found(g, policy.Target{ProjectID: g.ProjectID})
	return nil
}

func findRule(x *pipeline.Exchange, id string) *pipeline.Fault {
	for g := range state.SecurityGroups.All(x.Txn) {
		for _, r := range rules(g) {
			if visibleGroup(x, g) && r["id"] == id {
				x.Found(&r, policy.Target{ProjectID: g.ProjectID})
				return nil
			}
		}
	}
	return fault(404, "SecurityGroupRuleNotFound", "Security group rule %s does not exist", id)
}

func viewGroup(g *state.SecurityGroup) map[string]any {
	own := []any{}
	for _, r := range rules(g) {
		own = append(own, r)
	}
	v := map[string]any{
		"id": g.ID, "name": g.Name, "stateful": true, "tenant_id": g.ProjectID, "project_id": g.ProjectID,
		"description": g.Description, "shared": false, "security_group_rules": own,
	}
	standard(v, g.Created, g.Updated)
	return v
}

// rules are the four that every group of the mock has: everything out, and in from the group itself.
func rules(g *state.SecurityGroup) []map[string]any {
	var out []map[string]any
	for i, way := range []struct{ direction, family string }{
		{"egress", "IPv4"}, {"egress", "IPv6"}, {"ingress", "IPv4"}, {"ingress", "IPv6"},
	} {
		var from any
		if way.direction == "ingress" {
			from = g.ID
		}
		v := map[string]any{
			// The last digit of the group's id is replaced: four ids that stay the same.
			"id": g.ID[:len(g.ID)-1] + string("0123"[i]), "project_id": g.ProjectID, "tenant_id": g.ProjectID, "security_group_id": g.ID,
			"ethertype": way.family, "direction": way.direction, "protocol": nil, "port_range_min": nil, "port_range_max": nil,
			"remote_ip_prefix": nil, "remote_address_group_id": nil, "normalized_cidr": nil, "remote_group_id": from,
			"belongs_to_default_sg": g.Name == "default", "description": nil,
		}
		standard(v, g.Created, g.Updated)
		delete(v, "tags")
		out = append(out, v)
	}
	return out
}
