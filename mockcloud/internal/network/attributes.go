package network

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/internal/collection"
	"plumbline/mockcloud/internal/pipeline"
)

// attribute is one key of a body, made of a field of the request's struct: its type says what may be there, its tags whether it
// must be given at creation (attribute:"required"), may not be changed (attribute:"fixed"), and which policy is asked where it
// is given as true (rule).
type attribute struct {
	check           func(key string, value any) *pipeline.Fault
	required, fixed bool
	rule            string
}

// checks of values, by the types of the fields they are read into. Fields of other types take anything.
var checks = map[reflect.Type]func(key string, value any) *pipeline.Fault{
	reflect.TypeFor[body.Opt[string]](): text,
	reflect.TypeFor[body.Opt[flag]]():   boolean,
	reflect.TypeFor[body.Opt[int]]():    number,
	reflect.TypeFor[id]():               uuidText,
	reflect.TypeFor[body.Opt[cidr]]():   addressRange,
	reflect.TypeFor[body.Opt[pools]]():  addressPools,
	reflect.TypeFor[body.Opt[hosts]]():  nameServers,
	reflect.TypeFor[body.Opt[routes]](): hostRoutes,
	reflect.TypeFor[body.Opt[ipv6]]():   ipv6Mode,
}

func attributesOf(request reflect.Type) map[string]attribute {
	all := map[string]attribute{}
	for _, field := range reflect.VisibleFields(request) {
		key := field.Tag.Get("json")
		if key == "" {
			continue
		}
		tag := field.Tag.Get("attribute")
		all[key] = attribute{
			check: checks[field.Type], rule: field.Tag.Get("rule"),
			required: strings.Contains(tag, "required"), fixed: strings.Contains(tag, "fixed"),
		}
	}
	return all
}

// judge makes what Neutron checks of a body: its attributes ahead of the look-up, the rules of some of them with policy.
func judge(noun string, request reflect.Type, creates bool) collection.Judgement {
	known := attributesOf(request)
	keys := slices.Sorted(maps.Keys(known))
	out := collection.Judgement{Formats: func(x *pipeline.Exchange) *pipeline.Fault { return checkAttributes(x, noun, known, keys, creates) }}
	if slices.ContainsFunc(keys, func(key string) bool { return known[key].rule != "" }) {
		out.Policy = func(x *pipeline.Exchange) *pipeline.Fault { return demandAttributes(x, noun, known, keys) }
	}
	return out
}

// given are the attributes of a body as they came.
func given(x *pipeline.Exchange, noun string) map[string]any {
	return body.As[map[string]map[string]any](x.Body)[noun]
}

func checkAttributes(x *pipeline.Exchange, noun string, known map[string]attribute, keys []string, creates bool) *pipeline.Fault {
	object := given(x, noun)
	var unknown []string
	for _, key := range slices.Sorted(maps.Keys(object)) {
		if _, ok := known[key]; !ok {
			unknown = append(unknown, key)
		}
	}
	if len(unknown) > 0 {
		return badRequest("Unrecognized attribute(s) '%s'", strings.Join(unknown, ", "))
	}
	for _, key := range keys {
		if _, ok := object[key]; creates && known[key].required && !ok {
			return badRequest("Failed to parse request. Required attribute '%s' not specified", key)
		}
	}
	for _, key := range keys {
		value, ok := object[key]
		if !ok {
			continue
		}
		if f := known[key].judge(x, key, value, creates); f != nil {
			return f
		}
	}
	return nil
}

func (a attribute) judge(x *pipeline.Exchange, key string, value any, creates bool) *pipeline.Fault {
	if !creates && a.fixed {
		return badRequest("Cannot update read-only attribute %s", key)
	}
	if a.check != nil {
		if f := a.check(key, value); f != nil {
			return f
		}
	}
	if (key == "project_id" || key == "tenant_id") && value != x.Caller.ProjectID && !x.Caller.Admin() {
		return badRequest("Specifying 'project_id' or 'tenant_id' other than the authenticated project in request requires " +
			"admin or advsvc privileges")
	}
	return nil
}

// demandAttributes asks policy about the operation, then about the attributes that have a rule of their own.
func demandAttributes(x *pipeline.Exchange, noun string, known map[string]attribute, keys []string) *pipeline.Fault {
	base := x.Operation.Policy
	if f := x.Demand(base); f != nil {
		return f
	}
	object := given(x, noun)
	for _, key := range keys {
		rule := known[key].rule
		if on := body.As[flag](object[key]); rule != "" && bool(on) && !x.Allows(rule) {
			return fault(403, "PolicyNotAuthorized", "(rule:%s and rule:%s) is disallowed by policy", base, rule)
		}
	}
	return nil
}
