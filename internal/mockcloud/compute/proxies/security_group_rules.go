package proxies

import (
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/compute/ports"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
	"plumbline/internal/openapi/python"
)

// newRule holds the values that the steps of security-group-rules.create share: the rule of the request, its group, and the rule as
// the network service wants it and as it made it.
type newRule struct {
	Request struct {
		Parent   string  `json:"parent_group_id"`
		Group    *string `json:"group_id"`
		Protocol any     `json:"ip_protocol"`
		From     any     `json:"from_port"`
		To       any     `json:"to_port"`
		CIDR     any     `json:"cidr"`
	} `body:"security_group_rule"`
	group *state.SecurityGroup
	rule  networkRule
	made  string
}

// networkRule is a rule as the network service wants it.
type networkRule struct {
	Group     string  `json:"security_group_id"`
	Direction string  `json:"direction"`
	Family    string  `json:"ethertype"`
	Protocol  *string `json:"protocol"`
	From      *int    `json:"port_range_min,omitzero"`
	To        *int    `json:"port_range_max,omitzero"`
	CIDR      *string `json:"remote_ip_prefix"`
	Remote    *string `json:"remote_group_id"`
}

func ruleOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"security-group-rules.create": pipeline.OperationOf[newRule]{
			Steps: []pipeline.StepOf[newRule]{
				{Name: "find the groups", Run: findGroups},
				{Name: "read the rule", Run: readRule},
				{Name: "refuse a rule that is there", Run: refuseKnownRule},
				{Name: "create the rule", Run: createRule},
			},
			Answer: func(x *pipeline.Exchange, w *newRule) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Answer(200, "security_group_rule", ports.ViewRule(x, state.SecurityGroupRules.Get(x.Txn, w.made))), nil
			},
		}.Operation(),
		"security-group-rules.delete": {
			Steps: []pipeline.Step{{Name: "delete the rule", Run: deleteRule}}, Answer: record.Accepted,
		},
	}
}

func findGroups(x *pipeline.Exchange, w *newRule) (f *pipeline.Fault) {
	if w.group, f = findGroup(x, w.Request.Parent); f == nil && w.Request.Group != nil {
		_, f = findGroup(x, *w.Request.Group)
	}
	return f
}

// readRule checks protocol and ports as compute did for rules of its own.
func readRule(_ *pipeline.Exchange, w *newRule) *pipeline.Fault {
	r := &w.Request
	w.rule = networkRule{Group: w.group.ID, Direction: "ingress", Family: "IPv4", Remote: r.Group}
	protocol := body.As[string](r.Protocol)
	kind := strings.ToUpper(protocol)
	from, to := r.From, r.To
	if r.Group == nil {
		if f := w.rule.readRange(r.CIDR); f != nil {
			return f
		}
	} else if from == nil && to == nil {
		switch kind { // everything is open to the members of a group
		case "ICMP":
			from, to = -1.0, -1.0
		case "TCP", "UDP":
			from, to = 1.0, 65535.0
		}
	}
	if protocol == "" || from == nil || to == nil {
		if r.Group == nil {
			return pipeline.BadRequest("Not enough parameters to build a valid rule.")
		}
		return nil
	}
	low, lowOK := number(from)
	high, highOK := number(to)
	wrong := func(why string) *pipeline.Fault {
		return pipeline.BadRequest("Invalid port range %d:%d. %s", low, high, why)
	}
	ported := kind == "TCP" || kind == "UDP"
	switch {
	case !(lowOK && highOK) && kind == "ICMP":
		return pipeline.BadRequest("Invalid input received: Type and Code must be integers for ICMP protocol type")
	case !(lowOK && highOK):
		return pipeline.BadRequest("Invalid input received: To and From ports must be integers")
	case !ported && kind != "ICMP":
		return pipeline.BadRequest("Invalid IP protocol %s.", protocol)
	case ported && low > high:
		return wrong("Former value cannot be greater than the later")
	case ported && (low < 1 || high > 65535):
		return wrong("Valid " + kind + " ports should be between 1-65535")
	case !ported && (low < -1 || low > 255 || high < -1 || high > 255):
		return wrong("For ICMP, the type:code must be valid")
	}
	w.rule.Protocol, w.rule.From, w.rule.To = &protocol, &low, &high
	return w.rule.refuseEverythingOfSomething()
}

// readRange sets the addresses of a rule without a group: all of IPv4 unless said otherwise.
func (r *networkRule) readRange(said any) *pipeline.Fault {
	cidr := body.As[string](said)
	if said == nil || cidr == "" {
		cidr = "0.0.0.0/0"
	}
	if plain, err := url.PathUnescape(cidr); err == nil {
		cidr = plain
	}
	prefix, err := netip.ParsePrefix(cidr)
	if err != nil {
		return pipeline.BadRequest("%s is not a valid IP network.", python.Str(said))
	}
	if prefix.Addr().Is6() {
		r.Family = "IPv6"
	}
	r.CIDR = &cidr
	return nil
}

func (r *networkRule) refuseEverythingOfSomething() *pipeline.Fault {
	if r.CIDR == nil {
		return nil
	}
	if address, length, _ := strings.Cut(*r.CIDR, "/"); length == "0" && address != "0.0.0.0" && address != "::" {
		return pipeline.BadRequest("Bad prefix for network in cidr %s", *r.CIDR)
	}
	return nil
}

// number reads a number, or a text that is one.
func number(v any) (int, bool) {
	switch v := v.(type) {
	case float64:
		return int(v), true
	case string:
		n, err := strconv.Atoi(strings.TrimSpace(v))
		return n, err == nil
	}
	return 0, false
}

func refuseKnownRule(x *pipeline.Exchange, w *newRule) *pipeline.Fault {
	same := func(r ports.RuleView) bool {
		switch {
		case w.rule.Remote != nil && (r.Source == nil || *r.Source != *w.rule.Remote), w.rule.Remote == nil && r.Source != nil:
			return false
		case w.rule.CIDR != nil && r.Range.CIDR != *w.rule.CIDR:
			return false
		}
		return equal(r.Protocol, w.rule.Protocol) && equal(r.From, w.rule.From) && equal(r.To, w.rule.To)
	}
	// Rules of groups have addresses as well where compute compares them: a rule for a group is never the same.
	if w.rule.Remote == nil && slices.ContainsFunc(ports.ViewGroup(x, w.group).Rules, same) {
		return pipeline.BadRequest("This rule already exists in group %s", w.group.ID)
	}
	return nil
}

func equal[V comparable](a, b *V) bool { return a == b || a != nil && b != nil && *a == *b }

func createRule(x *pipeline.Exchange, w *newRule) *pipeline.Fault {
	for _, end := range []**int{&w.rule.From, &w.rule.To} {
		if *end != nil && **end == -1 {
			*end = nil // any type, any code
		}
	}
	r := ask(x, openapi.Network, http.MethodPost, "/security-group-rules", map[string]networkRule{"security_group_rule": w.rule})
	w.made = r.Text("security_group_rule", "id")
	switch {
	case r.OK():
		return nil
	case r.Status == http.StatusNotFound:
		return pipeline.NotFound("%s", networkText(x, r.Fault))
	case r.Status == http.StatusConflict:
		return pipeline.Forbidden("%s", networkText(x, r.Fault))
	case r.Status == http.StatusBadRequest:
		return pipeline.BadRequest("%s", networkText(x, r.Fault))
	}
	return unexpected(r.Fault)
}

func deleteRule(x *pipeline.Exchange) *pipeline.Fault {
	id := x.Params.Get("rule_id")
	if !isUUID(id) {
		return pipeline.BadRequest("Security group id should be uuid")
	}
	for _, method := range []string{http.MethodGet, http.MethodDelete} {
		r := ask(x, openapi.Network, method, "/security-group-rules/"+url.PathEscape(id), nil)
		switch {
		case r.Status == http.StatusNotFound && method == http.MethodGet:
			return pipeline.NotFound("%s", networkText(x, r.Fault))
		case !r.OK():
			return unexpected(r.Fault)
		}
	}
	return nil
}
