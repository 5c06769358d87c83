package network

import (
	"slices"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/network/attributes"
	"plumbline/internal/mockcloud/network/faults"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi/python"
)

// groups are the security groups. Each project has a default group, which is created when it is first looked for.
var groups = declare(resource[state.SecurityGroup]{
	Noun: "security_group", Plural: "security_groups", Table: state.SecurityGroups,
	Prepare: ownDefaultGroup,
	Sees: func(x *pipeline.Exchange, g *state.SecurityGroup) bool {
		return g.Shared || isSharedWith(x, "security_group", g.ID)
	},
	View: func(x *pipeline.Exchange, g *state.SecurityGroup) any { return viewGroup(x, g) },
	Made: func(x *pipeline.Exchange, c *change[state.SecurityGroup]) *pipeline.Fault {
		g := c.After
		switch {
		case c.Given("name") && strings.EqualFold(g.Name, "default"):
			return faults.New(409, "SecurityGroupDefaultAlreadyExists", "Default security group already exists.")
		case c.Before != nil && c.Before.Name == "default" && c.Given("name"):
			return faults.New(409, "SecurityGroupCannotUpdateDefault", "Updating default security group not allowed.")
		case c.Before != nil && c.Before.Stateless != g.Stateless && len(portsIn(x, g.ID)) > 0:
			return groupInUse(g)
		case c.Before != nil:
			return nil
		}
		defaultGroup(x, g.ProjectID)
		first := state.FirstRules(x.Txn, g)
		if f := checkQuotaOf(x, "security_group_rule", g.ProjectID, len(first)); f != nil {
			return f
		}
		for _, r := range first {
			state.SecurityGroupRules.Insert(x.Txn, r)
		}
		return nil
	},
	Keep: []pipeline.StepOf[state.SecurityGroup]{{Name: "refuse a security group in use", Run: func(
		x *pipeline.Exchange, g *state.SecurityGroup,
	) *pipeline.Fault {
		switch {
		case len(portsIn(x, g.ID)) > 0:
			return groupInUse(g)
		case g.Name == "default" && !x.Caller.Admin():
			return faults.New(409, "SecurityGroupCannotRemoveDefault", "Insufficient rights for removing default security group.")
		}
		return nil
	}}},
	With: func(x *pipeline.Exchange, g *state.SecurityGroup) {
		for _, r := range state.SecurityGroupRules.List(x.Txn, "group", g.ID) {
			state.SecurityGroupRules.Delete(x.Txn, r.ID)
		}
	},
})

func groupInUse(g *state.SecurityGroup) *pipeline.Fault {
	return faults.New(409, "SecurityGroupInUse", "Security Group %s in use.", g.ID)
}

func portsIn(x *pipeline.Exchange, group string) (all []*state.Port) {
	for p := range state.Ports.All(x.Txn) {
		if slices.Contains(p.SecurityGroups, group) {
			all = append(all, p)
		}
	}
	return all
}

// defaultGroup finds a project's default group, and creates it if it does not exist.
func defaultGroup(x *pipeline.Exchange, projectID string) *state.SecurityGroup {
	return state.DefaultGroup(x.Txn, projectID, x.Env.IDs.UUID, x.Now())
}

func ownDefaultGroup(x *pipeline.Exchange) {
	if x.Caller.ProjectID != "" {
		defaultGroup(x, x.Caller.ProjectID)
	}
}

type groupView struct {
	*state.SecurityGroup
	Stateful bool              `json:"stateful"`
	Rules    []*ruleInsideView `json:"security_group_rules"`
}

// ruleInsideView is a rule in the answer about its group, which has fields that answers about the rule itself leave out.
type ruleInsideView struct {
	*ruleView
	Serial int64    `json:"standard_attr_id"`
	Tags   []string `json:"tags"`
}

func viewGroup(x *pipeline.Exchange, g *state.SecurityGroup) *groupView {
	shown := *g
	shown.Shared = g.Shared || isSharedWith(x, "security_group", g.ID)
	v := &groupView{SecurityGroup: &shown, Stateful: !g.Stateless}
	for r := range state.SecurityGroupRules.ByKey(x.Txn, "group", g.ID) {
		v.Rules = append(v.Rules, &ruleInsideView{ruleView: viewRule(x, r), Serial: r.Serial})
	}
	return v
}

var groupRules = declare(resource[state.SecurityGroupRule]{
	Noun: "security_group_rule", Plural: "security_group_rules", Table: state.SecurityGroupRules, Fixed: true,
	Prepare: ownDefaultGroup,
	New:     func() *state.SecurityGroupRule { return &state.SecurityGroupRule{Family: "IPv4", Given: true} },
	Sees: func(x *pipeline.Exchange, r *state.SecurityGroupRule) bool {
		g := state.SecurityGroups.Get(x.Txn, r.GroupID)
		return g != nil && x.Caller.ProjectID != "" && g.ProjectID == x.Caller.ProjectID
	},
	View: func(x *pipeline.Exchange, r *state.SecurityGroupRule) any { return viewRule(x, r) },
	Made: func(x *pipeline.Exchange, c *change[state.SecurityGroupRule]) *pipeline.Fault {
		if f := soundRule(c.After); f != nil {
			return f
		}
		return placeRule(x, c.After)
	},
	With: func(x *pipeline.Exchange, r *state.SecurityGroupRule) { touchGroup(x, r.GroupID) },
})

// placeRule adds a rule to its group, and refuses one that the group already has.
func placeRule(x *pipeline.Exchange, r *state.SecurityGroupRule) *pipeline.Fault {
	if _, f := groups.Get(x, r.GroupID); f != nil {
		return f
	}
	if r.RemoteGroup != nil {
		if _, f := groups.Get(x, *r.RemoteGroup); f != nil {
			return f
		}
	}
	if r.AddressGroup != nil {
		if _, f := addressGroups.Get(x, *r.AddressGroup); f != nil {
			return f
		}
	}
	for other := range state.SecurityGroupRules.ByKey(x.Txn, "group", r.GroupID) {
		if sameRule(r, other) {
			return faults.New(409, "SecurityGroupRuleExists", "Security group rule already exists. Rule id is %s.", other.ID)
		}
	}
	touchGroup(x, r.GroupID)
	r.Serial = state.RuleSerial(x.Txn)
	return nil
}

func sameRule(a, b *state.SecurityGroupRule) bool {
	return a.Direction == b.Direction && a.Family == b.Family && equalPointers(a.Protocol, b.Protocol) && equalPointers(a.PortMin,
		b.PortMin) &&
		equalPointers(a.PortMax, b.PortMax) && equalPointers(a.RemotePrefix, b.RemotePrefix) && equalPointers(a.RemoteGroup, b.RemoteGroup) &&
		equalPointers(a.AddressGroup, b.AddressGroup)
}

func equalPointers[V comparable](a, b *V) bool { return a == b || a != nil && b != nil && *a == *b }

func touchGroup(x *pipeline.Exchange, id string) {
	if g := state.SecurityGroups.Get(x.Txn, id); g != nil {
		changed := *g
		markChanged(x, &changed)
		state.SecurityGroups.Insert(x.Txn, &changed)
	}
}

type ruleView struct {
	*state.SecurityGroupRule
	CIDR        *string `json:"normalized_cidr"`
	Default     bool    `json:"belongs_to_default_sg"`
	Description *string `json:"description"`
}

func viewRule(x *pipeline.Exchange, r *state.SecurityGroupRule) *ruleView {
	g := state.SecurityGroups.Get(x.Txn, r.GroupID)
	v := &ruleView{SecurityGroupRule: r, Default: g != nil && g.Name == "default"}
	if r.RemotePrefix != nil {
		cidr := attributes.Normal(*r.RemotePrefix)
		v.CIDR = &cidr
	}
	if r.Given {
		v.Description = &r.Description
	}
	return v
}

var addressGroups = declare(resource[state.AddressGroup]{
	Noun: "address_group", Plural: "address_groups", Table: state.AddressGroups,
	Created: func(_ *pipeline.Exchange, g *state.AddressGroup) any { return &newAddressGroupView{AddressGroup: g} },
	Made: func(_ *pipeline.Exchange, c *change[state.AddressGroup]) *pipeline.Fault {
		if c.Before == nil && len(c.After.Addresses) > 0 { // which counts as a change
			c.After.Revision++
		}
		return nil
	},
	Keep: []pipeline.StepOf[state.AddressGroup]{{Name: "refuse an address group in use", Run: func(
		x *pipeline.Exchange, g *state.AddressGroup,
	) *pipeline.Fault {
		for r := range state.SecurityGroupRules.All(x.Txn) {
			if r.AddressGroup != nil && *r.AddressGroup == g.ID {
				return faults.New(409, "AddressGroupInUse", "Address group %s is in use on one or more security group rules.", g.ID)
			}
		}
		return nil
	}}},
})

// newAddressGroupView is the answer to a creation; shared is left out.
type newAddressGroupView struct {
	*state.AddressGroup
	Shared *bool `json:"shared,omitzero"`
}

// groupAddresses is a body that adds addresses to an address group, or removes some.
type groupAddresses struct {
	Addresses []string `body:"addresses"`
}

// addressOperation is an operation that changes the addresses of a group. change is given the requested addresses that the group has
// (known) and those that it does not (unknown).
func addressOperation(name string, change func(g *state.AddressGroup, known, unknown []string) *pipeline.Fault) pipeline.Operation {
	return pipeline.OperationOf[groupAddresses]{
		Formats: func(x *pipeline.Exchange, _ *groupAddresses) *pipeline.Fault {
			return attributes.Listed("addresses", body.ObjectIn(x.Body)["addresses"])
		},
		Steps: []pipeline.StepOf[groupAddresses]{{Name: name, Run: func(x *pipeline.Exchange, w *groupAddresses) *pipeline.Fault {
			g := *pipeline.Subject[state.AddressGroup](x)
			var known, unknown []string
			for _, said := range w.Addresses {
				switch said = attributes.Normal(said); {
				case slices.Contains(known, said) || slices.Contains(unknown, said):
				case slices.Contains(g.Addresses, said):
					known = append(known, said)
				default:
					unknown = append(unknown, said)
				}
			}
			if f := change(&g, known, unknown); f != nil {
				return f
			}
			markChanged(x, &g)
			state.AddressGroups.Insert(x.Txn, &g)
			x.SetSubject(&g, addressGroups.Owner(&g))
			return nil
		}}},
		Answer: func(x *pipeline.Exchange, _ *groupAddresses) (*pipeline.Response, *pipeline.Fault) {
			return plain.AnswerRecord(x, 200, "address_group", addressGroups.answeredRecord(x, pipeline.Subject[state.AddressGroup](x))), nil
		},
	}.Operation()
}

var addressOperations = map[string]pipeline.Operation{
	"address-groups.add-addresses": addressOperation("add the addresses", func(g *state.AddressGroup, known,
		unknown []string,
	) *pipeline.Fault {
		if len(known) > 0 {
			return faults.New(400, "AddressesAlreadyExist", "Addresses %s already exist in the address group %s.",
				python.Repr(anyValues(known)), g.ID)
		}
		g.Addresses = slices.Concat(g.Addresses, unknown)
		return nil
	}),
	"address-groups.remove-addresses": addressOperation("take the addresses away", func(
		g *state.AddressGroup, known, unknown []string,
	) *pipeline.Fault {
		if len(unknown) > 0 {
			return faults.New(404, "AddressesNotFound", "Addresses %s not found in the address group %s.", python.Repr(anyValues(unknown)), g.ID)
		}
		g.Addresses = slices.DeleteFunc(slices.Clone(g.Addresses), func(each string) bool { return slices.Contains(known, each) })
		return nil
	}),
}
