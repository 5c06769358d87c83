package network

import (
	"slices"
	"strings"

	"plumbline/internal/mockcloud/network/faults"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// The actions of RBAC policies, and the target that stands for every project.
const (
	asShared   = "access_as_shared"
	asExternal = "access_as_external"
	everybody  = "*"
)

// sharedThing is a kind of resource that RBAC policies can share.
type sharedThing struct {
	actions []string
	// owner answers the project that owns a record; false if there is no such record.
	owner func(x *pipeline.Exchange, id string) (string, bool)
	// open sets or clears the record's flag that it is shared with everybody.
	open func(x *pipeline.Exchange, id, action string, on bool)
	// users are the projects that use a record, the owner's among them.
	users func(x *pipeline.Exchange, id string) []string
}

// sharedThings are the kinds of resources by their names in RBAC policies. They and the resources refer to each other; therefore they
// are set in init.
var sharedThings map[string]sharedThing

func init() {
	sharedThings = map[string]sharedThing{
		"network": networks.sharing(usersOfNetwork, asShared, asExternal), "security_group": groups.sharing(usersOfGroup, asShared),
		"address_group": addressGroups.sharing(usersOfAddressGroup, asShared),
		"address_scope": addressScopes.sharing(usersOfScope, asShared), "subnetpool": subnetPools.sharing(usersOfPool, asShared),
		"qos_policy": qosPolicies.sharing(usersOfQoS, asShared),
	}
}

// isSharedWith tells whether an RBAC policy shares a record with the caller's project. An answer that depends on that is not kept for
// other callers.
func isSharedWith(x *pipeline.Exchange, kind, id string) (is bool) {
	return isOpenTo(x, rbacKind(kind), id, asShared)
}

// isOpenTo tells whether an RBAC policy for the caller's project allows an action.
func isOpenTo(x *pipeline.Exchange, kind, id, action string) (is bool) {
	for p := range state.RBACPolicies.ByKey(x.Txn, "object", state.RBACKey(kind, id)) {
		if p.Target != everybody {
			x.DoNotKeep()
			is = is || p.Action == action && p.Target == x.Caller.ProjectID
		}
	}
	return is
}

// isExternalTo tells whether a network is an external one for the caller's project: for each, or by a policy for that one.
func isExternalTo(x *pipeline.Exchange, n *state.Network) bool {
	if !n.External {
		return false
	}
	for p := range state.RBACPolicies.ByKey(x.Txn, "object", state.RBACKey("network", n.ID)) {
		if p.Action == asExternal && p.Target == everybody {
			return true
		}
	}
	return isOpenTo(x, "network", n.ID, asExternal)
}

// rbacKind is the name of a noun in RBAC policies.
func rbacKind(noun string) string {
	if noun == "policy" {
		return "qos_policy"
	}
	return noun
}

// sharing makes the sharedThing of a resource.
func (d *declared[T]) sharing(users func(*pipeline.Exchange, string) []string, actions ...string) sharedThing {
	return sharedThing{
		actions: actions, users: users,
		owner: func(x *pipeline.Exchange, id string) (string, bool) {
			r := d.Table.Get(x.Txn, id)
			if r == nil {
				return "", false
			}
			return ownerOf(r), true
		},
		open: func(x *pipeline.Exchange, id, action string, on bool) {
			r := *d.Table.Get(x.Txn, id)
			if n, ok := any(&r).(*state.Network); ok && action == asExternal {
				if n.External != on {
					markChanged(x, n)
				}
				n.External = on
			} else {
				*sharingOf(&r) = on
			}
			d.Table.Insert(x.Txn, &r)
		},
	}
}

// validActions words a list as Python words a tuple.
func validActions(all []string) string {
	if len(all) == 1 {
		return "'" + all[0] + "',"
	}
	return "'" + strings.Join(all, "', '") + "'"
}

// makePolicies creates and deletes the RBAC policies that follow from a change of a record's flags shared and external.
func (d *declared[T]) makePolicies(x *pipeline.Exchange, before, after *T) {
	is := func(r *T, action string) bool {
		if r == nil {
			return false
		}
		if action == asExternal {
			n, ok := any(r).(*state.Network)
			return ok && n.External
		}
		shared := sharingOf(r)
		return shared != nil && *shared
	}
	for _, action := range []string{asShared, asExternal} {
		own := ownOf(after)
		switch was, now := is(before, action), is(after, action); {
		case now && !was:
			p := &state.RBACPolicy{Type: rbacKind(d.Noun), Object: own.ID, Target: everybody, Action: action}
			p.ID, p.ProjectID, p.TenantID = x.Env.IDs.UUID(), own.ProjectID, own.ProjectID
			state.RBACPolicies.Insert(x.Txn, p)
		case was && !now:
			for _, p := range state.RBACPolicies.List(x.Txn, "object", state.RBACKey(rbacKind(d.Noun), own.ID)) {
				if (p.Target == everybody || action == asExternal) && p.Action == action {
					state.RBACPolicies.Delete(x.Txn, p.ID)
				}
			}
		}
	}
}

var rbacPolicies = declare(resource[state.RBACPolicy]{
	Noun: "rbac_policy", Plural: "rbac_policies", Table: state.RBACPolicies,
	Made: func(x *pipeline.Exchange, c *change[state.RBACPolicy]) *pipeline.Fault {
		p := c.After
		thing := sharedThings[p.Type]
		if c.Before != nil && c.Before.Target != p.Target {
			if f := release(x, c.Before, p.Target); f != nil {
				return f
			}
		}
		owner, there := thing.owner(x, p.Object)
		switch {
		case !slices.Contains(thing.actions, p.Action):
			return faults.New(400, "InvalidActionForType", "Invalid action '%s' for object type '%s'. Valid actions: (%s)",
				p.Action, p.Type, validActions(thing.actions))
		case !there:
			return notFoundFault(p.Type, p.Object)
		case owner != x.Caller.ProjectID && !x.Caller.Admin():
			return notTheOwner(p)
		}
		if f := scopeIsShared(x, p); f != nil {
			return f
		}
		for other := range state.RBACPolicies.ByKey(x.Txn, "object", state.RBACKey(p.Type, p.Object)) {
			if other.ID != p.ID && other.Target == p.Target && other.Action == p.Action {
				return faults.New(409, "DuplicateRbacPolicy", "An RBAC policy already exists with those values.")
			}
		}
		if p.Target == everybody || p.Action == asExternal {
			thing.open(x, p.Object, p.Action, true)
		}
		if p.Type == "network" {
			changeNetwork(x, p.Object)
		}
		return nil
	},
	Keep: []pipeline.StepOf[state.RBACPolicy]{{
		Name: "refuse a policy in use", Run: func(x *pipeline.Exchange, p *state.RBACPolicy) *pipeline.Fault { return release(x, p, "") },
	}},
	With: func(x *pipeline.Exchange, p *state.RBACPolicy) {
		if p.Type == "network" {
			changeNetwork(x, p.Object)
		}
	},
})

// scopeIsShared refuses to share a pool with a project that its address scope is not shared with.
func scopeIsShared(x *pipeline.Exchange, p *state.RBACPolicy) *pipeline.Fault {
	if p.Type != "subnetpool" {
		return nil
	}
	pool := state.SubnetPools.Get(x.Txn, p.Object)
	if pool == nil || pool.ScopeID == nil {
		return nil
	}
	for other := range state.RBACPolicies.ByKey(x.Txn, "object", state.RBACKey("address_scope", *pool.ScopeID)) {
		if other.Target == everybody || other.Target == p.Target {
			return nil
		}
	}
	return faults.Input("Callback %s.RbacNeutronDbObjectMixin.validate_rbac_policy_change failed with \"Failed to create RBAC policy on "+
		"object %s because target project doesn't have access to associated address scope..\"", modules[p.Type], p.Object)
}

// anyValues converts texts to values of any type.
func anyValues(texts []string) []any {
	all := make([]any, len(texts))
	for i, t := range texts {
		all[i] = t
	}
	return all
}
