package network

import (
	"slices"

	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
	"plumbline/openapi/python"
)

// What a policy of sharing lets do, and everybody as its target.
const (
	asShared   = "access_as_shared"
	asExternal = "access_as_external"
	everybody  = "*"
)

// sharedThing is a kind of thing that policies of sharing can be about.
type sharedThing struct {
	actions []string
	// owner is whose a thing is; false where there is none.
	owner func(x *pipeline.Exchange, id string) (string, bool)
	// open lets everybody see it, or no more.
	open func(x *pipeline.Exchange, id, action string, on bool)
	// used refuses that a project loses what it has on a thing; nil where nothing does.
	used func(x *pipeline.Exchange, id, project string) bool
}

// sharedThings are by what policies call them. They refer to the resources, and those to them, so that they are set before anything runs.
var sharedThings map[string]sharedThing

func init() {
	external := networks.sharing(asShared, asExternal)
	external.used = usedByOthers
	sharedThings = map[string]sharedThing{
		"network": external, "security_group": groups.sharing(asShared),
		"address_group": addressGroups.sharing(asShared), "address_scope": addressScopes.sharing(asShared),
		"subnetpool": subnetPools.sharing(asShared), "qos_policy": qosPolicies.sharing(asShared),
	}
}

// isSharedWith tells whether a policy lets the caller's project see a thing. An answer that depends on that is not kept for others.
func isSharedWith(x *pipeline.Exchange, kind, id string) (is bool) {
	for p := range state.RBACPolicies.ByKey(x.Txn, "object", state.RBACKey(rbacKind(kind), id)) {
		if p.Target != everybody {
			x.DoNotKeep()
			is = is || p.Action == asShared && p.Target == x.Caller.ProjectID
		}
	}
	return is
}

// rbacKind is what policies of sharing call a noun.
func rbacKind(noun string) string {
	if noun == "policy" {
		return "qos_policy"
	}
	return noun
}

// sharing is how policies reach the things of a resource.
func (d *declared[T]) sharing(actions ...string) sharedThing {
	return sharedThing{
		actions: actions,
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
				n.External = on
			} else {
				*any(&r).(shareable).Share() = on
			}
			d.Table.Insert(x.Txn, &r)
		},
	}
}

// makePolicies makes the policies that follow from what a record says of itself.
func (d *declared[T]) makePolicies(x *pipeline.Exchange, before, after *T) {
	is := func(r *T, action string) bool {
		n, ok := any(r).(*state.Network)
		switch s, can := any(r).(shareable); {
		case r == nil:
			return false
		case action == asExternal:
			return ok && n.External
		default:
			return can && *s.Share()
		}
	}
	for _, action := range []string{asShared, asExternal} {
		own := any(after).(owned).Owner()
		switch was, now := is(before, action), is(after, action); {
		case now && !was:
			p := &state.RBACPolicy{Type: rbacKind(d.Noun), Object: own.ID, Target: everybody, Action: action}
			p.ID, p.ProjectID, p.TenantID = x.Env.IDs.UUID(), own.ProjectID, own.ProjectID
			state.RBACPolicies.Insert(x.Txn, p)
		case was && !now:
			for _, p := range state.RBACPolicies.List(x.Txn, "object", state.RBACKey(rbacKind(d.Noun), own.ID)) {
				if p.Target == everybody && p.Action == action {
					state.RBACPolicies.Delete(x.Txn, p.ID)
				}
			}
		}
	}
}

var rbacPolicies = declare(resource[state.RBACPolicy]{
	Noun: "rbac_policy", Plural: "rbac_policies", Table: state.RBACPolicies,
	Sees: func(x *pipeline.Exchange, p *state.RBACPolicy) bool {
		return p.Target == everybody || p.Target == x.Caller.ProjectID
	},
	Made: func(x *pipeline.Exchange, c *change[state.RBACPolicy]) *pipeline.Fault {
		p := c.After
		thing := sharedThings[p.Type]
		if c.Before != nil {
			if f := releaseTarget(x, c.Before); f != nil {
				return f
			}
		}
		owner, there := thing.owner(x, p.Object)
		switch {
		case !slices.Contains(thing.actions, p.Action):
			return badRequest("Invalid input for action. Reason: Invalid action '%s' for object type '%s'. Valid actions: %s.",
				p.Action, p.Type, python.Repr(anyValues(thing.actions)))
		case !there:
			return notFoundFault(p.Type, p.Object)
		case owner != x.Caller.ProjectID && !x.Caller.Admin():
			return notFoundFault(p.Type, p.Object)
		case p.Target == everybody && !x.Allows("create_rbac_policy:target_tenant"):
			return fault(403, "PolicyNotAuthorized", "(rule:%s and rule:create_rbac_policy:target_tenant) is disallowed by policy",
				x.Operation.Policy)
		}
		for other := range state.RBACPolicies.ByKey(x.Txn, "object", state.RBACKey(p.Type, p.Object)) {
			if other.ID != p.ID && other.Target == p.Target && other.Action == p.Action {
				return fault(409, "DuplicateRbacPolicy", "An RBAC policy already exists with those values.")
			}
		}
		if p.Target == everybody {
			thing.open(x, p.Object, p.Action, true)
		}
		return nil
	},
	Keep: []pipeline.StepOf[state.RBACPolicy]{{Name: "refuse a policy in use", Run: releaseTarget}},
})

// releaseTarget takes back what a policy lets its target do, unless the target has something that needs it.
func releaseTarget(x *pipeline.Exchange, p *state.RBACPolicy) *pipeline.Fault {
	thing := sharedThings[p.Type]
	if thing.used != nil && thing.used(x, p.Object, p.Target) {
		return fault(409, "RbacPolicyInUse", "RBAC policy on object %s cannot be removed because other objects depend on it.\nDetails: "+
			"Callback neutron.plugins.ml2.plugin.Ml2Plugin.validate_network_rbac_policy_change failed with \"Unable to reconfigure sharing "+
			"settings for network %s. Multiple tenants are using it.\"", p.Object, p.Object)
	}
	if _, there := thing.owner(x, p.Object); there && p.Target == everybody {
		thing.open(x, p.Object, p.Action, false)
	}
	return nil
}

// anyValues are texts as values of any kind.
func anyValues(texts []string) []any {
	all := make([]any, len(texts))
	for i, t := range texts {
		all[i] = t
	}
	return all
}

// rbacType checks what a policy is about.
func rbacType(_ string, value any) *pipeline.Fault {
	kind, _ := value.(string)
	if _, known := sharedThings[kind]; known {
		return nil
	}
	return fault(400, "InvalidInput", "Invalid input for operation: '%s' is not a valid RBAC object type.", python.Str(value))
}
