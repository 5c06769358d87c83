package network

import (
	"iter"

	"plumbline/mockcloud/internal/collection"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/policy"
	"plumbline/mockcloud/internal/state"
)

// Security groups are shown. Each project has a default one, made when it is first looked for.
var (
	groups = collection.Of[state.SecurityGroup, pipeline.Nothing, pipeline.Nothing]{
		In: plain, Noun: "security_group", Plural: "security_groups", Table: state.SecurityGroups,
		Owner:   func(g *state.SecurityGroup) policy.Target { return policy.Target{ProjectID: g.ProjectID} },
		Sees:    visibleGroup,
		Prepare: ownDefaultGroup, Writes: true,
		View: func(_ *pipeline.Exchange, g *state.SecurityGroup) any { return viewGroup(g) },
	}
	groupRules = collection.Of[ruleView, pipeline.Nothing, pipeline.Nothing]{
		In: plain, Noun: "security_group_rule", Plural: "security_group_rules",
		Derived: visibleRules, ID: func(r *ruleView) string { return r.ID },
		Owner:   func(r *ruleView) policy.Target { return policy.Target{ProjectID: r.ProjectID} },
		Prepare: ownDefaultGroup, Writes: true,
	}
)

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

func ownDefaultGroup(x *pipeline.Exchange) {
	if x.Caller.ProjectID != "" {
		defaultGroup(x, x.Caller.ProjectID)
	}
}

func visibleGroup(x *pipeline.Exchange, g *state.SecurityGroup) bool {
	return x.Caller.Admin() || x.Caller.ProjectID != "" && g.ProjectID == x.Caller.ProjectID
}

func visibleRules(x *pipeline.Exchange) iter.Seq[*ruleView] {
	return func(yield func(*ruleView) bool) {
		for g := range state.SecurityGroups.All(x.Txn) {
			if !visibleGroup(x, g) {
				continue
			}
			for _, r := range rules(g) {
				if !yield(r) {
					return
				}
			}
		}
	}
}

type groupView struct {
	standard
	ID          string      `json:"id"`
	Name        string      `json:"name"`
	Stateful    bool        `json:"stateful"`
	TenantID    string      `json:"tenant_id"`
	ProjectID   string      `json:"project_id"`
	Description string      `json:"description"`
	Shared      bool        `json:"shared"`
	Rules       []*ruleView `json:"security_group_rules"`
}

func viewGroup(g *state.SecurityGroup) *groupView {
	return &groupView{
		ID: g.ID, Name: g.Name, Stateful: true, TenantID: g.ProjectID, ProjectID: g.ProjectID, Description: g.Description, Rules: rules(g),
		standard: standard{stamps: stamped(g.Created, g.Updated)},
	}
}

type ruleView struct {
	stamps
	ID            string  `json:"id"`
	ProjectID     string  `json:"project_id"`
	TenantID      string  `json:"tenant_id"`
	GroupID       string  `json:"security_group_id"`
	Family        string  `json:"ethertype"`
	Direction     string  `json:"direction"`
	Protocol      *string `json:"protocol"`
	PortMin       *int    `json:"port_range_min"`
	PortMax       *int    `json:"port_range_max"`
	RemotePrefix  *string `json:"remote_ip_prefix"`
	RemoteAddress *string `json:"remote_address_group_id"`
	CIDR          *string `json:"normalized_cidr"`
	RemoteGroup   *string `json:"remote_group_id"`
	Default       bool    `json:"belongs_to_default_sg"`
	Description   *string `json:"description"`
}

// rules are the four that every group of the mock has: everything out, and in from the group itself.
func rules(g *state.SecurityGroup) []*ruleView {
	var out []*ruleView
	for i, way := range []struct{ direction, family string }{
		{"egress", "IPv4"}, {"egress", "IPv6"}, {"ingress", "IPv4"}, {"ingress", "IPv6"},
	} {
		r := &ruleView{
			// The last digit of the group's id is replaced: four ids that stay the same.
			ID: g.ID[:len(g.ID)-1] + string("0123"[i]), ProjectID: g.ProjectID, TenantID: g.ProjectID, GroupID: g.ID, Family: way.family,
			Direction: way.direction, Default: g.Name == "default", stamps: stamped(g.Created, g.Updated),
		}
		if way.direction == "ingress" {
			r.RemoteGroup = &g.ID
		}
		out = append(out, r)
	}
	return out
}
