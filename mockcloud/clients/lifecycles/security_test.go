package lifecycles

import (
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/extensions/qos/policies"
	qosrules "github.com/gophercloud/gophercloud/v2/openstack/networking/v2/extensions/qos/rules"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/extensions/rbacpolicies"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/extensions/security/addressgroups"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/extensions/security/groups"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/extensions/security/rules"
)

func (w *world) anAddressGroup() string {
	w.t.Helper()
	id, err := made(addressgroups.Create(w.ctx, w.network, addressgroups.CreateOpts{
		Name: w.named("addresses"), Addresses: []string{"192.0.2.0/24"},
	}).Extract())
	return w.keep(id, err, func(id string) error { return addressgroups.Delete(w.ctx, w.network, id).ExtractErr() })
}

// rule is a row of a rule of security groups, which cannot be changed.
func rule(name string, opts func(w *world) rules.CreateOpts) resource {
	return resource{
		name: name, create: func(w *world) (string, error) { return made(rules.Create(w.ctx, w.network, opts(w)).Extract()) },
		read:   func(w *world, id string) error { return failed(rules.Get(w.ctx, w.network, id).Extract()) },
		remove: func(w *world, id string) error { return rules.Delete(w.ctx, w.network, id).ExtractErr() },
	}
}

var securityRows = []resource{
	{
		name: "security group",
		create: func(w *world) (string, error) {
			return made(groups.Create(w.ctx, w.network, groups.CreateOpts{
				Name: w.named("group"), Description: "a group", ProjectID: w.project, Stateful: on(false),
			}).Extract())
		},
		read: func(w *world, id string) error { return failed(groups.Get(w.ctx, w.network, id).Extract()) },
		updates: []update{
			{name: "change", change: func(w *world, id string) error {
				return failed(groups.Update(w.ctx, w.network, id, groups.UpdateOpts{
					Name: "renamed", Description: on(""), Stateful: on(true),
				}).Extract())
			}},
			{name: "tags", change: tags("security-groups", "s")},
		},
		remove: func(w *world, id string) error { return groups.Delete(w.ctx, w.network, id).ExtractErr() },
	},
	rule("rule of a security group for a prefix", func(w *world) rules.CreateOpts {
		return rules.CreateOpts{
			Direction: rules.DirIngress, EtherType: rules.EtherType4, SecGroupID: w.aGroup(), Description: "web", Protocol: rules.ProtocolTCP,
			PortRangeMin: 80, PortRangeMax: 90, RemoteIPPrefix: "192.0.2.0/24", ProjectID: w.project,
		}
	}),
	rule("rule of a security group for a group", func(w *world) rules.CreateOpts {
		return rules.CreateOpts{
			Direction: rules.DirEgress, EtherType: rules.EtherType6, SecGroupID: w.aGroup(), Protocol: rules.ProtocolIPv6ICMP,
			RemoteGroupID: w.aGroup(), PortRangeMin: 128,
		}
	}),
	rule("rule of a security group for addresses", func(w *world) rules.CreateOpts {
		return rules.CreateOpts{
			Direction: rules.DirIngress, EtherType: rules.EtherType4, SecGroupID: w.aGroup(), Protocol: "112",
			RemoteAddressGroupID: w.anAddressGroup(),
		}
	}),
	{
		// The mock's shows what later releases have.
		name: "address group", apart: []string{"created_at", "updated_at", "revision_number", "shared"},
		create: func(w *world) (string, error) {
			return made(addressgroups.Create(w.ctx, w.network, addressgroups.CreateOpts{
				Name: w.named("addresses"), Description: "addresses", ProjectID: w.project, Addresses: []string{"192.0.2.0/24", "198.51.100.7/32"},
			}).Extract())
		},
		read: func(w *world, id string) error { return failed(addressgroups.Get(w.ctx, w.network, id).Extract()) },
		updates: []update{
			{name: "rename", change: func(w *world, id string) error {
				return failed(addressgroups.Update(w.ctx, w.network, id, addressgroups.UpdateOpts{Name: on("renamed"), Description: on("")}).Extract())
			}},
			{
				name: "more addresses", follows: []string{"addresses"}, change: func(w *world, id string) error {
					return failed(addressgroups.AddAddresses(w.ctx, w.network, id, addressgroups.UpdateAddressesOpts{
						Addresses: []string{"203.0.113.1/32"},
					}).Extract())
				},
				shown: func(any) any {
					return map[string]any{"addresses": []any{"192.0.2.0/24", "198.51.100.7/32", "203.0.113.1/32"}}
				},
			},
		},
		remove: func(w *world, id string) error { return addressgroups.Delete(w.ctx, w.network, id).ExtractErr() },
	},
}

// sharing is a row of a policy that shares an object with a project.
func sharing(kind string, action rbacpolicies.PolicyAction, object func(w *world) string) resource {
	return resource{
		name: "sharing of a " + kind, admin: true,
		create: func(w *world) (string, error) {
			return made(rbacpolicies.Create(w.ctx, w.network, rbacpolicies.CreateOpts{
				Action: action, ObjectType: kind, TargetTenant: w.aProject(), ObjectID: object(w),
			}).Extract())
		},
		read: func(w *world, id string) error { return failed(rbacpolicies.Get(w.ctx, w.network, id).Extract()) },
		updates: []update{{name: "share with another", change: func(w *world, id string) error {
			return failed(rbacpolicies.Update(w.ctx, w.network, id, rbacpolicies.UpdateOpts{TargetTenant: w.aProject()}).Extract())
		}}},
		remove: func(w *world, id string) error { return rbacpolicies.Delete(w.ctx, w.network, id).ExtractErr() },
	}
}

var sharingRows = []resource{
	sharing("network", rbacpolicies.ActionAccessShared, (*world).aNetwork),
	sharing("security_group", rbacpolicies.ActionAccessShared, (*world).aGroup),
	sharing("address_group", rbacpolicies.ActionAccessShared, (*world).anAddressGroup),
	sharing("address_scope", rbacpolicies.ActionAccessShared, (*world).aScope),
}

func (w *world) aQosPolicy() string {
	w.t.Helper()
	id, err := made(policies.Create(w.ctx, w.network, policies.CreateOpts{Name: w.named("qos")}).Extract())
	return w.keep(id, err, func(id string) error { return policies.Delete(w.ctx, w.network, id).ExtractErr() })
}

var qosRows = []resource{
	{
		name: "policy of quality of service", needs: "qos", admin: true,
		create: func(w *world) (string, error) {
			return made(policies.Create(w.ctx, w.network, policies.CreateOpts{
				Name: w.named("qos"), Description: "a policy", ProjectID: w.project, Shared: true, IsDefault: true,
			}).Extract())
		},
		read: func(w *world, id string) error { return failed(policies.Get(w.ctx, w.network, id).Extract()) },
		updates: []update{
			{name: "change", change: func(w *world, id string) error {
				return failed(policies.Update(w.ctx, w.network, id, policies.UpdateOpts{
					Name: "renamed", Description: on(""), Shared: on(false), IsDefault: on(false),
				}).Extract())
			}},
			{name: "tags", change: tags("policies", "q")},
		},
		remove: func(w *world, id string) error { return policies.Delete(w.ctx, w.network, id).ExtractErr() },
	},
	{
		name: "bandwidth limit", needs: "qos", admin: true,
		create: func(w *world) (string, error) {
			policy := w.aQosPolicy()
			id, err := made(qosrules.CreateBandwidthLimitRule(w.ctx, w.network, policy, qosrules.CreateBandwidthLimitRuleOpts{
				MaxKBps: 1000, MaxBurstKBps: 200, Direction: "ingress",
			}).ExtractBandwidthLimitRule())
			return policy + "/" + id, err
		},
		read: func(w *world, id string) error {
			policy, rule := parts(id)
			return failed(qosrules.GetBandwidthLimitRule(w.ctx, w.network, policy, rule).ExtractBandwidthLimitRule())
		},
		updates: []update{{name: "change", change: func(w *world, id string) error {
			policy, rule := parts(id)
			return failed(qosrules.UpdateBandwidthLimitRule(w.ctx, w.network, policy, rule, qosrules.UpdateBandwidthLimitRuleOpts{
				MaxKBps: on(2000), MaxBurstKBps: on(0), Direction: "egress",
			}).ExtractBandwidthLimitRule())
		}}},
		remove: func(w *world, id string) error {
			policy, rule := parts(id)
			return qosrules.DeleteBandwidthLimitRule(w.ctx, w.network, policy, rule).ExtractErr()
		},
	},
	{
		name: "DSCP marking", needs: "qos", admin: true,
		create: func(w *world) (string, error) {
			policy := w.aQosPolicy()
			id, err := made(qosrules.CreateDSCPMarkingRule(w.ctx, w.network, policy, qosrules.CreateDSCPMarkingRuleOpts{DSCPMark: 26}).
				ExtractDSCPMarkingRule())
			return policy + "/" + id, err
		},
		read: func(w *world, id string) error {
			policy, rule := parts(id)
			return failed(qosrules.GetDSCPMarkingRule(w.ctx, w.network, policy, rule).ExtractDSCPMarkingRule())
		},
		updates: []update{{name: "change", change: func(w *world, id string) error {
			policy, rule := parts(id)
			return failed(qosrules.UpdateDSCPMarkingRule(w.ctx, w.network, policy, rule, qosrules.UpdateDSCPMarkingRuleOpts{DSCPMark: on(0)}).
				ExtractDSCPMarkingRule())
		}}},
		remove: func(w *world, id string) error {
			policy, rule := parts(id)
			return qosrules.DeleteDSCPMarkingRule(w.ctx, w.network, policy, rule).ExtractErr()
		},
	},
	{
		name: "least bandwidth", needs: "qos", admin: true,
		create: func(w *world) (string, error) {
			policy := w.aQosPolicy()
			id, err := made(qosrules.CreateMinimumBandwidthRule(w.ctx, w.network, policy, qosrules.CreateMinimumBandwidthRuleOpts{
				MinKBps: 100, Direction: "ingress",
			}).ExtractMinimumBandwidthRule())
			return policy + "/" + id, err
		},
		read: func(w *world, id string) error {
			policy, rule := parts(id)
			return failed(qosrules.GetMinimumBandwidthRule(w.ctx, w.network, policy, rule).ExtractMinimumBandwidthRule())
		},
		updates: []update{{name: "change", change: func(w *world, id string) error {
			policy, rule := parts(id)
			return failed(qosrules.UpdateMinimumBandwidthRule(w.ctx, w.network, policy, rule, qosrules.UpdateMinimumBandwidthRuleOpts{
				MinKBps: on(200), Direction: "egress",
			}).ExtractMinimumBandwidthRule())
		}}},
		remove: func(w *world, id string) error {
			policy, rule := parts(id)
			return qosrules.DeleteMinimumBandwidthRule(w.ctx, w.network, policy, rule).ExtractErr()
		},
	},
}
