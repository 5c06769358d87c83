package network

import (
	"slices"

	"plumbline/internal/openapi/python"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

var qosPolicies = declare(resource[state.QoSPolicy]{
	Noun: "policy", Plural: "policies", Table: state.QoSPolicies,
	View: func(x *pipeline.Exchange, p *state.QoSPolicy) any {
		v := &qosView{QoSPolicy: p}
		for _, rules := range qosRules {
			v.Rules = append(v.Rules, rules(x.Txn, p.ID)...)
		}
		return v
	},
	Keep: []pipeline.StepOf[state.QoSPolicy]{{Name: "refuse a policy in use", Run: func(
		x *pipeline.Exchange, p *state.QoSPolicy,
	) *pipeline.Fault {
		for port := range state.Ports.All(x.Txn) {
			if port.QoSID != nil && *port.QoSID == p.ID {
				return fault(409, "QosPolicyInUse", "QoS Policy %s is used by port %s.", p.ID, port.ID)
			}
		}
		return nil
	}}},
})

type qosView struct {
	*state.QoSPolicy
	Rules []any `json:"rules"`
}

// The rules of QoS policies, by kind.
var (
	bandwidthLimits = declare(resource[state.BandwidthLimit]{
		Noun: "bandwidth_limit_rule", Plural: "bandwidth_limit_rules", Parent: "policy_id", Table: state.BandwidthLimits,
		New: func() *state.BandwidthLimit { return &state.BandwidthLimit{Direction: "egress"} },
	})
	dscpMarkings = declare(resource[state.DSCPMarking]{
		Noun: "dscp_marking_rule", Plural: "dscp_marking_rules", Parent: "policy_id", Table: state.DSCPMarkings,
	})
	minimumBandwidths = declare(resource[state.MinimumBandwidth]{
		Noun: "minimum_bandwidth_rule", Plural: "minimum_bandwidth_rules", Parent: "policy_id", Table: state.MinimumBandwidths,
		New: func() *state.MinimumBandwidth { return &state.MinimumBandwidth{Direction: "egress"} },
	})
	minimumPacketRates = declare(resource[state.MinimumPacketRate]{
		Noun: "minimum_packet_rate_rule", Plural: "minimum_packet_rate_rules", Parent: "policy_id",
		Table: state.MinimumPacketRates,
		New:   func() *state.MinimumPacketRate { return &state.MinimumPacketRate{Direction: "egress"} },
	})
	qosRules = []func(*state.Txn, string) []any{
		rulesIn(state.BandwidthLimits), rulesIn(state.DSCPMarkings), rulesIn(state.MinimumBandwidths), rulesIn(state.MinimumPacketRates),
	}
)

// rulesIn makes a function that answers a policy's rules of one kind.
func rulesIn[T any](table *state.Table[T]) func(*state.Txn, string) []any {
	return func(txn *state.Txn, policy string) (all []any) {
		for r := range table.All(txn) {
			if any(r).(part).Whole().Parent == policy {
				all = append(all, r)
			}
		}
		return all
	}
}

// marks are the valid DSCP marks.
var marks = []int{0, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 46, 48, 56}

func dscpMark(key string, value any) *pipeline.Fault {
	if n, is := value.(float64); is && slices.Contains(marks, int(n)) {
		return nil
	}
	return invalid(key, "%s is not in valid_values", python.Str(value))
}

var ruleTypes = derivedCollection("rule_type", "rule_types", "rule_type", func(t *ruleType) string { return t.Type },
	func(*pipeline.Exchange) (all []*ruleType) {
		for _, kind := range []string{"bandwidth_limit", "dscp_marking", "minimum_bandwidth", "minimum_packet_rate"} {
			all = append(all, &ruleType{kind})
		}
		return all
	})

type ruleType struct {
	Type string `json:"type"`
}
