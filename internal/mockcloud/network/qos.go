package network

import (
	"cmp"
	"math"
	"strings"

	"github.com/google/uuid"

	"plumbline/internal/mockcloud/collection"
	"plumbline/internal/mockcloud/network/attributes"
	"plumbline/internal/mockcloud/network/faults"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

var qosPolicies = declare(resource[state.QoSPolicy]{
	Noun: "policy", Plural: "policies", Table: state.QoSPolicies,
	View: func(x *pipeline.Exchange, p *state.QoSPolicy) any {
		v := &qosView{QoSPolicy: p, Rules: []any{}}
		for _, kind := range qosRules {
			v.Rules = append(v.Rules, kind.views(x.Txn, p.ID)...)
		}
		return v
	},
	Made: func(x *pipeline.Exchange, c *change[state.QoSPolicy]) *pipeline.Fault {
		if f := staysShared(x, c); f != nil {
			return f
		}
		if !c.After.Default || c.Before != nil && c.Before.Default {
			return nil
		}
		if other := defaultQoS(x, c.After.ProjectID); other != nil && *other != c.After.ID {
			return faults.New(409, "QoSPolicyDefaultAlreadyExists", "A default QoS policy exists for project %s.", c.After.ProjectID)
		}
		if c.Before == nil {
			c.After.Revision++
		}
		return nil
	},
	Keep: []pipeline.StepOf[state.QoSPolicy]{{Name: "refuse a policy in use", Run: refuseQoSInUse}},
	With: func(x *pipeline.Exchange, p *state.QoSPolicy) {
		for _, kind := range qosRules {
			kind.end(x.Txn, p.ID)
		}
	},
})

// defaultQoS is the id of the policy that new networks of a project get; nil for none.
func defaultQoS(x *pipeline.Exchange, project string) *string {
	for p := range state.QoSPolicies.All(x.Txn) {
		if p.Default && p.ProjectID == project {
			return &p.ID
		}
	}
	return nil
}

// knownQoS refuses a policy in a request that the caller cannot see.
func knownQoS[T any](x *pipeline.Exchange, c *change[T], id *string) *pipeline.Fault {
	if !c.Given("qos_policy_id") || id == nil {
		return nil
	}
	_, f := qosPolicies.Get(x, *id)
	return f
}

func refuseQoSInUse(x *pipeline.Exchange, p *state.QoSPolicy) *pipeline.Fault {
	has := func(id *string) bool { return id != nil && *id == p.ID }
	used := func(kind, id string) *pipeline.Fault {
		return faults.New(409, "QosPolicyInUse", "QoS Policy %s is used by %s %s.", p.ID, kind, id)
	}
	for port := range state.Ports.All(x.Txn) {
		if has(port.QoSID) {
			return used("port", port.ID)
		}
	}
	for n := range state.Networks.All(x.Txn) {
		if has(n.QoSID) {
			return used("network", n.ID)
		}
	}
	for f := range state.FloatingIPs.All(x.Txn) {
		if has(f.QoSID) {
			return used("fip", f.ID)
		}
	}
	for r := range state.Routers.All(x.Txn) {
		if r.Gateway != nil && has(r.Gateway.QoSID) {
			return used("router", r.ID)
		}
	}
	return nil
}

type qosView struct {
	*state.QoSPolicy
	Rules []any `json:"rules"`
}

// insidePolicy is what a rule shows besides in the answer about its policy.
type insidePolicy struct {
	Policy string `json:"qos_policy_id"`
	Type   string `json:"type"`
}

// The rules of QoS policies in the answers about them.
type (
	limitInside struct {
		*state.BandwidthLimit
		insidePolicy
	}
	markingInside struct {
		*state.DSCPMarking
		insidePolicy
	}
	bandwidthInside struct {
		*state.MinimumBandwidth
		insidePolicy
	}
	packetLimitInside struct {
		*state.PacketRateLimit
		insidePolicy
	}
	packetsInside struct {
		*state.MinimumPacketRate
		insidePolicy
	}
)

// The kinds of rules.
const (
	limitsBandwidth = "bandwidth_limit"
	marksDSCP       = "dscp_marking"
	leastBandwidth  = "minimum_bandwidth"
	leastPackets    = "minimum_packet_rate"
	limitsPackets   = "packet_rate_limit"
)

// qosRules are the rules of policies, by kind.
var qosRules = []qosRule{
	rulesIn(limitsBandwidth, state.BandwidthLimits, func(r *state.BandwidthLimit, in insidePolicy) any { return &limitInside{r, in} }),
	rulesIn(marksDSCP, state.DSCPMarkings, func(r *state.DSCPMarking, in insidePolicy) any { return &markingInside{r, in} }),
	rulesIn(leastBandwidth, state.MinimumBandwidths, func(r *state.MinimumBandwidth, in insidePolicy) any { return &bandwidthInside{r, in} }),
	rulesIn(limitsPackets, state.PacketRateLimits, func(r *state.PacketRateLimit, in insidePolicy) any { return &packetLimitInside{r, in} }),
	rulesIn(leastPackets, state.MinimumPacketRates, func(r *state.MinimumPacketRate, in insidePolicy) any { return &packetsInside{r, in} }),
}

// qosRule is a kind of rule: the views of a policy's rules in the answer about it, and what ends them with it.
type qosRule struct {
	views func(*state.Txn, string) []any
	end   func(*state.Txn, string)
}

func rulesIn[T any](kind string, table *state.Table[T], view func(*T, insidePolicy) any) qosRule {
	return qosRule{
		views: func(txn *state.Txn, policy string) (all []any) {
			for _, r := range rulesOf(txn, table, policy) {
				all = append(all, view(r, insidePolicy{policy, kind}))
			}
			return all
		},
		end: func(txn *state.Txn, policy string) {
			for _, r := range rulesOf(txn, table, policy) {
				table.Delete(txn, table.ID(r))
			}
		},
	}
}

// rulesOf are a policy's rules of one kind.
func rulesOf[T any](txn *state.Txn, table *state.Table[T], policy string) (all []*T) {
	for r := range table.All(txn) {
		if partOf(r).Parent == policy {
			all = append(all, r)
		}
	}
	return all
}

// The rules as resources.
var (
	bandwidthLimits = declareRule(resource[state.BandwidthLimit]{
		Noun: "bandwidth_limit_rule", Plural: "bandwidth_limit_rules", Table: state.BandwidthLimits,
		New: func() *state.BandwidthLimit { return &state.BandwidthLimit{Direction: "egress"} },
		Made: func(x *pipeline.Exchange, c *change[state.BandwidthLimit]) *pipeline.Fault {
			for _, other := range rulesOf(x.Txn, state.MinimumBandwidths, c.After.Parent) {
				if c.Given("max_kbps") && other.MinKbps > c.After.MaxKbps {
					return unlikeRule(c.After.Parent, c.After.MaxKbps, leastBandwidth, other.MinKbps)
				}
			}
			return nil
		},
	}, limitsBandwidth, func(a, b *state.BandwidthLimit) bool { return a.Direction == b.Direction })
	dscpMarkings = declareRule(resource[state.DSCPMarking]{
		Noun: "dscp_marking_rule", Plural: "dscp_marking_rules", Table: state.DSCPMarkings,
	}, marksDSCP, func(_, _ *state.DSCPMarking) bool { return true })
	minimumBandwidths = declareRule(resource[state.MinimumBandwidth]{
		Noun: "minimum_bandwidth_rule", Plural: "minimum_bandwidth_rules", Table: state.MinimumBandwidths,
		New: func() *state.MinimumBandwidth { return &state.MinimumBandwidth{Direction: "egress"} },
		Made: func(x *pipeline.Exchange, c *change[state.MinimumBandwidth]) *pipeline.Fault {
			for _, other := range rulesOf(x.Txn, state.BandwidthLimits, c.After.Parent) {
				if c.Given("min_kbps") && other.MaxKbps < c.After.MinKbps {
					return unlikeRule(c.After.Parent, c.After.MinKbps, limitsBandwidth, other.MaxKbps)
				}
			}
			return nil
		},
	}, leastBandwidth, func(a, b *state.MinimumBandwidth) bool { return a.Direction == b.Direction })
	packetRateLimits = declareRule(resource[state.PacketRateLimit]{
		Noun: "packet_rate_limit_rule", Plural: "packet_rate_limit_rules", Table: state.PacketRateLimits,
		New: func() *state.PacketRateLimit { return &state.PacketRateLimit{Direction: "egress"} },
	}, limitsPackets, func(a, b *state.PacketRateLimit) bool { return a.Direction == b.Direction })
	minimumPacketRates = declareRule(resource[state.MinimumPacketRate]{
		Noun: "minimum_packet_rate_rule", Plural: "minimum_packet_rate_rules", Table: state.MinimumPacketRates,
		New: func() *state.MinimumPacketRate { return &state.MinimumPacketRate{Direction: "egress"} },
		Made: func(x *pipeline.Exchange, c *change[state.MinimumPacketRate]) *pipeline.Fault {
			for _, other := range rulesOf(x.Txn, state.MinimumPacketRates, c.After.Parent) {
				if other.ID != c.After.ID && (other.Direction == "any") != (c.After.Direction == "any") {
					return unlikeRule(c.After.Parent, c.After.Direction, leastPackets, other.Direction)
				}
			}
			return nil
		},
	}, leastPackets, func(a, b *state.MinimumPacketRate) bool { return a.Direction == b.Direction })
)

// qosOperations are those of policies. Who may have no rule is told so before the policy of one is looked for.
var qosOperations = func() pipeline.OperationSet {
	set := qosPolicies.Operations()
	find := set.Lookups["policy_id"]
	set.Lookups["policy_id"] = func(x *pipeline.Exchange, id string) *pipeline.Fault {
		if rule := x.Operation.Policy; strings.HasSuffix(x.Operation.ID, "-rules.create") && !x.Allows(rule) {
			return policyFault(x, rule)
		}
		return find(x, id)
	}
	return set
}()

// declareRule declares the rules of one kind: a policy has no two that are alike, and each change of one is a change of the policy.
func declareRule[T any](r resource[T], kind string, alike func(a, b *T) bool) *declared[T] {
	r.Parent = "policy_id"
	sound := r.Made
	r.Made = func(x *pipeline.Exchange, c *change[T]) *pipeline.Fault {
		own := partOf(c.After)
		if sound != nil {
			if f := sound(x, c); f != nil {
				return f
			}
		}
		for _, other := range rulesOf(x.Txn, r.Table, own.Parent) {
			if id := partOf(other).ID; id != own.ID && alike(other, c.After) {
				return faults.New(409, "QoSRulesConflict", "Rule %s conflicts with rule %s which already exists in QoS Policy %s.",
					kind, id, own.Parent)
			}
		}
		changePolicy(x, own.Parent)
		return nil
	}
	r.With = func(x *pipeline.Exchange, gone *T) { changePolicy(x, partOf(gone).Parent) }
	return declare(r)
}

// aliasOf holds the operations on rules of one kind without their policy in the path.
func aliasOf[T any](d *declared[T]) pipeline.OperationSet {
	r := d.is
	r.Noun, r.Plural, r.Parent = "alias_"+r.Noun, "alias_"+r.Plural, ""
	set, noun := declare(r).Operations(), strings.ReplaceAll(r.Plural, "_", "-")
	delete(set.Operations, noun+".list")
	delete(set.Operations, noun+".create")
	return set
}

// unlikeRule is the fault for a rule whose value does not go with that of another rule of the policy.
func unlikeRule(policy string, value any, kind string, has any) *pipeline.Fault {
	return faults.New(409, "QoSRuleParameterConflict",
		"Unable to add the rule with value %v to the policy %s as the existing rule of type %s has "+
			"value %v.", value, policy, kind, has)
}

// changePolicy marks a policy as changed.
func changePolicy(x *pipeline.Exchange, id string) {
	if p := state.QoSPolicies.Get(x.Txn, id); p != nil {
		changed := *p
		markChanged(x, &changed)
		state.QoSPolicies.Insert(x.Txn, &changed)
	}
}

// ruleTypes are the kinds of rules; what the driver lets each of them have is shown for one kind, to administrators.
var ruleTypes = func() *collection.Of[ruleType, pipeline.Nothing, pipeline.Nothing] {
	c := derivedCollection("rule_type", "rule_types", "rule_type", func(t *ruleType) string { return t.Type },
		func(x *pipeline.Exchange) (all []*ruleType) {
			for _, kind := range []string{limitsBandwidth, marksDSCP, leastBandwidth, leastPackets} {
				all = append(all, &ruleType{Type: kind})
			}
			if x.Query.Has("all_rules") {
				all = append(all, &ruleType{Type: limitsPackets}) // no driver has it
			}
			return all
		})
	return c
}()

type ruleType struct {
	Type    string       `json:"type"`
	Drivers []ruleDriver `json:"drivers,omitzero"`
}

// ruleDriver is a driver with the values that it takes in rules of a kind.
type ruleDriver struct {
	Name       string          `json:"name"`
	Parameters []ruleParameter `json:"supported_parameters"`
}

// ruleParameter is a parameter of rules: Values is a range or a list.
type ruleParameter struct {
	Name   string `json:"parameter_name"`
	Type   string `json:"parameter_type"`
	Values any    `json:"parameter_values"`
}

type ruleRange struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// showRuleType shows a kind of rule. Others than administrators are refused by the service itself, whatever the policy.
func showRuleType(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	kind := x.Params.Get("rule_type")
	anyNumber, ways := ruleRange{0, math.MaxInt32}, []string{"ingress", "egress"}
	rate := func(name string) ruleParameter { return ruleParameter{name, "range", anyNumber} }
	choice := func(name string, values any) ruleParameter { return ruleParameter{name, "choices", values} }
	parameters := map[string][]ruleParameter{
		limitsBandwidth: {rate("max_kbps"), rate("max_burst_kbps"), choice("direction", ways)},
		marksDSCP:       {choice("dscp_mark", attributes.Marks)},
		leastBandwidth:  {rate("min_kbps"), choice("direction", ways)},
		leastPackets:    {rate("min_kpps"), choice("direction", append([]string{"any"}, ways...))},
	}
	_, known := parameters[kind]
	switch {
	case !x.Caller.Admin():
		return nil, faults.New(403, "NotAuthorized", "Not authorized.")
	case !known:
		return nil, faults.Internal()
	}
	return plain.AnswerRecord(x, 200, "rule_type", &ruleType{kind, []ruleDriver{{"openvswitch", parameters[kind]}}}), nil
}

var ruleTypeOperations = map[string]pipeline.Operation{
	"rule-types.list": ruleTypes.Operations().Operations["rule-types.list"], "rule-types.show": {Answer: showRuleType},
}

// resourceRequest is what a port needs of a host for the least rates of its policy, all of it of the same one.
type resourceRequest struct {
	Groups []resourceGroup `json:"request_groups"`
	Same   []string        `json:"same_subtree"`
}

type resourceGroup struct {
	ID        string         `json:"id"`
	Required  []string       `json:"required"`
	Resources map[string]int `json:"resources"`
}

// ways are the names of directions in classes of resources.
var ways = map[string]string{"egress": "EGR_", "ingress": "IGR_", "any": ""}

// resourcesFor is what a port needs, nil for nothing: rates of packets, and bandwidth of the physical network.
func resourcesFor(txn *state.Txn, p *state.Port, n *state.Network) *resourceRequest {
	policy := cmp.Or(p.QoSID, n.QoSID)
	if policy == nil {
		return nil
	}
	card := "CUSTOM_VNIC_TYPE_" + strings.ToUpper(strings.ReplaceAll(cmp.Or(p.VNICType, "normal"), "-", "_"))
	bandwidth, packets := map[string]int{}, map[string]int{}
	for _, r := range rulesOf(txn, state.MinimumBandwidths, *policy) {
		bandwidth["NET_BW_"+ways[r.Direction]+"KILOBIT_PER_SEC"] = r.MinKbps
	}
	for _, r := range rulesOf(txn, state.MinimumPacketRates, *policy) {
		packets["NET_PACKET_RATE_"+ways[r.Direction]+"KILOPACKET_PER_SEC"] = r.MinKpps
	}
	out := &resourceRequest{}
	add := func(kind string, required []string, resources map[string]int) {
		id := uuid.NewSHA1(uuid.NameSpaceURL, []byte(p.ID+kind)).String()
		out.Groups, out.Same = append(out.Groups, resourceGroup{id, required, resources}), append(out.Same, id)
	}
	if len(bandwidth) > 0 && n.ProviderNetwork != nil {
		add(leastBandwidth, []string{"CUSTOM_PHYSNET_" + strings.ToUpper(*n.ProviderNetwork), card}, bandwidth)
	}
	if len(packets) > 0 {
		add(leastPackets, []string{card}, packets)
	}
	if len(out.Groups) == 0 {
		return nil
	}
	return out
}
