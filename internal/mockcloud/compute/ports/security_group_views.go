package ports

import (
	"strings"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// GroupView is a security group as compute shows it: only with its rules for traffic in.
type GroupView struct {
	ID          string     `json:"id"`
	Name        string     `json:"name"`
	Description string     `json:"description"`
	ProjectID   string     `json:"tenant_id"`
	Rules       []RuleView `json:"rules"`
}

// RuleView is a rule as compute shows it: either for members of a group or for an address range.
type RuleView struct {
	ID       string      `json:"id"`
	Parent   string      `json:"parent_group_id"`
	Protocol *string     `json:"ip_protocol"`
	From     *int        `json:"from_port"`
	To       *int        `json:"to_port"`
	Group    sourceGroup `json:"group"`
	Range    sourceRange `json:"ip_range"`
	// Source is the id of the group.
	Source *string `json:"-"`
}

// sourceGroup is the group that traffic comes from, sourceRange the address range; one of them is without fields.
type (
	sourceGroup struct {
		Name      string `json:"name,omitzero"`
		ProjectID string `json:"tenant_id,omitzero"`
	}
	sourceRange struct {
		CIDR string `json:"cidr,omitzero"`
	}
)

// ViewGroup makes the view of a security group. Rules for the members of a group that the caller cannot see are left out.
func ViewGroup(x *pipeline.Exchange, g *state.SecurityGroup) GroupView {
	v := GroupView{ID: g.ID, Name: g.Name, Description: g.Description, ProjectID: g.ProjectID, Rules: []RuleView{}}
	for r := range state.SecurityGroupRules.ByKey(x.Txn, "group", g.ID) {
		if r.Direction != "ingress" || r.RemoteGroup != nil && !sees(x, *r.RemoteGroup) {
			continue
		}
		v.Rules = append(v.Rules, ViewRule(x, r))
	}
	return v
}

func sees(x *pipeline.Exchange, group string) bool {
	g := state.SecurityGroups.Get(x.Txn, group)
	return g != nil && (g.ProjectID == x.Caller.ProjectID || g.Shared || x.Caller.Admin())
}

// ViewRule makes the view of a rule: a protocol without ports has all of them, any address is 0.0.0.0/0.
func ViewRule(x *pipeline.Exchange, r *state.SecurityGroupRule) RuleView {
	v := RuleView{ID: r.ID, Parent: r.GroupID, Protocol: r.Protocol, From: r.PortMin, To: r.PortMax, Source: r.RemoteGroup}
	if r.Protocol != nil && r.PortMin == nil && r.PortMax == nil {
		from, to := -1, -1
		if kind := strings.ToUpper(*r.Protocol); kind == "TCP" || kind == "UDP" {
			from, to = 1, 65535
		}
		v.From, v.To = &from, &to
	}
	switch {
	case r.RemoteGroup != nil:
		if g := state.SecurityGroups.Get(x.Txn, *r.RemoteGroup); g != nil {
			v.Group = sourceGroup{Name: g.Name, ProjectID: g.ProjectID}
		}
	case r.RemotePrefix != nil:
		v.Range.CIDR = *r.RemotePrefix
	default:
		v.Range.CIDR = "0.0.0.0/0"
	}
	return v
}
