package network

import (
	"slices"

	"plumbline/internal/mockcloud/network/faults"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// release ends the access that an RBAC policy gives, unless its target uses it: "to" is the new target, "" for none.
func release(x *pipeline.Exchange, p *state.RBACPolicy, to string) *pipeline.Fault {
	thing := sharedThings[p.Type]
	owner, there := thing.owner(x, p.Object)
	if !there {
		return nil
	}
	if p.Action == asExternal {
		return releaseGateway(x, p, to)
	}
	if project := dependent(x, p, owner, to); project != "" {
		return policyInUse(p, project)
	}
	if p.Target == everybody {
		thing.open(x, p.Object, p.Action, false)
	}
	return nil
}

// dependent is the target of a policy for which it is needed, "" where it is not: of a network the project that uses it.
func dependent(x *pipeline.Exchange, p *state.RBACPolicy, owner, to string) string {
	if p.Type != "network" {
		if to == everybody || !isNeeded(x, p, owner) {
			return ""
		}
		return p.Target
	}
	others := []string{owner, to}
	for other := range state.RBACPolicies.ByKey(x.Txn, "object", state.RBACKey(p.Type, p.Object)) {
		if other.ID != p.ID && other.Action == p.Action {
			others = append(others, other.Target)
		}
	}
	for _, project := range sharedThings[p.Type].users(x, p.Object) {
		if (p.Target == everybody || p.Target == project) && !slices.Contains(others, project) && !slices.Contains(others[2:], everybody) {
			return project
		}
	}
	return ""
}

// isNeeded tells whether what uses a record, other than a network, needs a policy. One for every project is needed as soon as a project
// uses the record, be it the owner, for which there is no policy of its own.
func isNeeded(x *pipeline.Exchange, p *state.RBACPolicy, owner string) bool {
	var others []string
	for other := range state.RBACPolicies.ByKey(x.Txn, "object", state.RBACKey(p.Type, p.Object)) {
		if other.ID != p.ID && other.Action == p.Action {
			others = append(others, other.Target)
		}
	}
	users := sharedThings[p.Type].users(x, p.Object)
	if p.Target == everybody {
		return slices.ContainsFunc(users, func(project string) bool { return !slices.Contains(others, project) })
	}
	return p.Target != owner && !slices.Contains(others, everybody) && slices.Contains(users, p.Target)
}

// staysShared refuses to share a QoS policy with nobody that projects use.
func staysShared(x *pipeline.Exchange, c *change[state.QoSPolicy]) *pipeline.Fault {
	if c.Before == nil || !c.Before.Shared || c.After.Shared {
		return nil
	}
	for p := range state.RBACPolicies.ByKey(x.Txn, "object", state.RBACKey("qos_policy", c.After.ID)) {
		if p.Target == everybody && p.Action == asShared && isNeeded(x, p, "") {
			return faults.New(409, "RbacPolicyInUse", "RBAC policy on object %s cannot be removed because other objects depend on it.\n"+
				"Details: project_id=*", c.After.ID)
		}
	}
	return nil
}

func policyInUse(p *state.RBACPolicy, project string) *pipeline.Fault {
	inUse := "RBAC policy on object " + p.Object + " cannot be removed because other objects depend on it.\nDetails: "
	detail := "Callback " + modules[p.Type] + ".RbacNeutronDbObjectMixin.validate_rbac_policy_change failed with \"" + inUse + "project_id=" +
		project + "\""
	switch {
	case p.Action == asExternal:
		detail = "Callback neutron.plugins.ml2.plugin.External_net_db_mixin._validate_ext_not_in_use_by_tenant failed with \"" + inUse +
			"There are routers attached to this network that depend on this policy for access.\""
	case p.Type == "network":
		detail = "Callback neutron.plugins.ml2.plugin.Ml2Plugin.validate_network_rbac_policy_change failed with \"Unable to reconfigure " +
			"sharing settings for network " + p.Object + ". Multiple tenants are using it.\""
	}
	return faults.New(409, "RbacPolicyInUse", "%s", inUse+detail)
}

// modules are where the service keeps the kinds of objects: their names are in faults.
var modules = map[string]string{
	"network": "neutron.objects.network", "security_group": "neutron.objects.securitygroup", "subnetpool": "neutron.objects.subnetpool",
	"address_group": "neutron.objects.address_group", "address_scope": "neutron.objects.address_scope",
	"qos_policy": "neutron.objects.qos.policy",
}

// notTheOwner refuses to share something of another project.
func notTheOwner(p *state.RBACPolicy) *pipeline.Fault {
	return faults.Input("Callback %s.RbacNeutronDbObjectMixin.validate_rbac_policy_change failed with \"Invalid input for operation: Only "+
		"admins can manipulate policies on objects they do not own.\"", modules[p.Type])
}

// releaseGateway ends a project's access to an external network, unless routers that the caller sees depend on it. With the last of
// such policies the network is external no longer, unless it has gateways.
func releaseGateway(x *pipeline.Exchange, p *state.RBACPolicy, to string) *pipeline.Fault {
	n := state.Networks.Get(x.Txn, p.Object)
	if p.Target == everybody && n.Default {
		return faults.New(409, "RbacPolicyInUse", "RBAC policy on object %[1]s cannot be removed because other objects depend on it.\nDetails: "+
			"Callback neutron.plugins.ml2.plugin.External_net_db_mixin._validate_ext_not_in_use_by_tenant failed with \"RBAC policy on object "+
			"%[1]s cannot be removed because other objects depend on it.\nDetails: Default external networks must be shared to everyone.\"", n.ID)
	}
	var others []string
	for other := range state.RBACPolicies.ByKey(x.Txn, "object", state.RBACKey("network", n.ID)) {
		if other.ID != p.ID && other.Action == asExternal {
			others = append(others, other.Target)
		}
	}
	gateways := false
	for r := range state.Routers.All(x.Txn) {
		if r.Gateway == nil || r.Gateway.NetworkID != n.ID {
			continue
		}
		gateways = true
		needs := p.Target == r.ProjectID || p.Target == everybody && r.ProjectID != to
		if needs && !slices.Contains(others, r.ProjectID) && !slices.Contains(others, everybody) && routers.canSee(x, r) {
			return policyInUse(p, r.ProjectID)
		}
	}
	if to == "" && len(others) == 0 && !gateways {
		sharedThings["network"].open(x, n.ID, asExternal, false)
	}
	return nil
}

// changeNetwork counts a change of a network by what belongs to it.
func changeNetwork(x *pipeline.Exchange, id string) {
	if n := state.Networks.Get(x.Txn, id); n != nil {
		changed := *n
		markChanged(x, &changed)
		state.Networks.Insert(x.Txn, &changed)
	}
}

func usersOfNetwork(x *pipeline.Exchange, id string) (all []string) {
	for p := range state.Ports.ByKey(x.Txn, "network", id) {
		if p.ProjectID != "" {
			all = append(all, p.ProjectID)
		}
	}
	return all
}

func usersOfGroup(x *pipeline.Exchange, id string) (all []string) {
	for p := range state.Ports.All(x.Txn) {
		if slices.Contains(p.SecurityGroups, id) {
			all = append(all, p.ProjectID)
		}
	}
	return all
}

func usersOfAddressGroup(x *pipeline.Exchange, id string) (all []string) {
	for r := range state.SecurityGroupRules.All(x.Txn) {
		if r.AddressGroup != nil && *r.AddressGroup == id {
			all = append(all, r.ProjectID)
		}
	}
	return all
}

func usersOfScope(x *pipeline.Exchange, id string) (all []string) {
	for p := range state.SubnetPools.All(x.Txn) {
		if p.ScopeID != nil && *p.ScopeID == id {
			all = append(all, p.ProjectID)
		}
	}
	return all
}

func usersOfPool(x *pipeline.Exchange, id string) (all []string) {
	for s := range state.Subnets.All(x.Txn) {
		if s.PoolID != nil && *s.PoolID == id {
			all = append(all, s.ProjectID)
		}
	}
	return all
}

func usersOfQoS(x *pipeline.Exchange, id string) (all []string) {
	for n := range state.Networks.All(x.Txn) {
		if n.QoSID != nil && *n.QoSID == id {
			all = append(all, n.ProjectID)
		}
	}
	for p := range state.Ports.All(x.Txn) {
		if p.QoSID != nil && *p.QoSID == id {
			all = append(all, p.ProjectID)
		}
	}
	return all
}
