package network

import (
	"reflect"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/collection"
	"plumbline/internal/mockcloud/network/attributes"
	"plumbline/internal/mockcloud/network/faults"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
)

// edit is the object of a request that creates or changes a T.
type edit[T any] struct{ sent body.Object }

// ReadBody implements body.Reader.
func (e *edit[T]) ReadBody(v any) { e.sent = body.ObjectIn(v) }

func (e *edit[T]) record() reflect.Type { return reflect.TypeFor[T]() }

// judge makes Neutron's checks of a body: the attributes, which are checked before the look-up, and the policy rules of single
// attributes.
func judge(noun string, request reflect.Type, creates bool) collection.Judgement {
	record := reflect.New(request).Interface().(interface{ record() reflect.Type }).record()
	known := attributes.Of(record, noun)
	return collection.Judgement{
		Formats: func(x *pipeline.Exchange) *pipeline.Fault {
			return known.Each(x, noun, func(sent body.Object) *pipeline.Fault { return known.Check(x, sent, creates) })
		},
		Policy: func(x *pipeline.Exchange) *pipeline.Fault {
			if f := x.Demand(x.Operation.Policy); f != nil {
				return f
			}
			return known.Each(x, noun, func(sent body.Object) *pipeline.Fault { return demandAttributes(x, sent, known, creates) })
		},
	}
}

// demandAttributes asks the rules of the attributes that have one of their own. A refusal names all of them.
func demandAttributes(x *pipeline.Exchange, sent body.Object, known *attributes.Set, creates bool) *pipeline.Fault {
	text, allowed := "rule:"+x.Operation.Policy, true
	for _, key := range known.Ruled(sent, creates) {
		a := known.Get(key)
		target := x.Target
		if a.OfNetwork {
			target = networkOwner(x, sent["network_id"])
		}
		rule := x.Operation.Policy + ":" + a.Rule
		asked := "rule:" + rule
		allowed = allowed && (unruled(key, sent[key]) || x.AllowsFor(rule, target))
		parts := partsIn(a, sent[key])
		for i, part := range parts {
			parts[i] = "rule:" + rule + ":" + part
			allowed = allowed && x.AllowsFor(rule+":"+part, target)
		}
		if len(parts) > 0 {
			asked = "(" + asked + " and (" + strings.Join(parts, " and ") + "))"
		}
		text = "(" + text + " and " + asked + ")"
	}
	if allowed {
		return nil
	}
	return faults.New(403, "PolicyNotAuthorized", "%s is disallowed by policy", text)
}

// unruled tells whether a rule lets a value pass, whoever asks: owners of ports that are no parts of networks, and single projects.
func unruled(key string, value any) bool {
	return key == "device_owner" && !strings.HasPrefix(body.As[string](value), "network:") || key == "target_tenant" && value != everybody
}

// partsIn are the ruled parts that a value has: an object, or objects in a list.
func partsIn(a attributes.Attribute, value any) (found []string) {
	all, isList := body.ListIn(value)
	if !isList {
		all = []any{value}
	}
	for _, part := range a.Parts {
		has := func(each any) bool { _, there := body.ObjectIn(each)[part]; return there }
		if slices.ContainsFunc(all, has) {
			found = append(found, part)
		}
	}
	return found
}

// networkOwner is the project of the network that the port of a request is on.
func networkOwner(x *pipeline.Exchange, network any) policy.Target {
	id := body.As[string](network)
	if p := pipeline.SubjectOrNil[state.Port](x); p != nil {
		id = p.NetworkID
	}
	if n := state.Networks.Get(x.Txn, id); n != nil {
		return policy.Target{ProjectID: n.ProjectID}
	}
	return x.Target
}
