package network

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"plumbline/internal/openapi/python"
	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/internal/collection"
	"plumbline/mockcloud/internal/network/faults"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/policy"
	"plumbline/mockcloud/internal/state"
)

// attribute is one key of a body, derived from the tags of the record's field (see state.Owned). A key's own policy rule is checked
// if its value is true or not a boolean, or else always; for the project of the port's network, if that decides; and with the rules of
// the parts of its value.
type attribute struct {
	at                       []int
	check                    func(key string, value any) *pipeline.Fault
	read                     func(value any, to reflect.Value)
	settable, required, only bool // only: settable at creation only
	rule                     string
	always, network, parts   bool
}

// attributesOf are the keys that bodies may have, by a record's type.
func attributesOf(record reflect.Type) map[string]attribute {
	all := map[string]attribute{}
	for _, field := range reflect.VisibleFields(record) {
		key, _, _ := strings.Cut(cmp.Or(field.Tag.Get("key"), field.Tag.Get("set")), ",")
		if key == "" {
			continue
		}
		tag, settable := field.Tag.Lookup("attribute")
		rule, how, _ := strings.Cut(field.Tag.Get("rule"), ",")
		a := attribute{
			at: field.Index, settable: settable, rule: rule,
			network: strings.Contains(how, "network"), parts: strings.Contains(how, "parts"), always: how != "" && how != "parts",
		}
		if settable {
			a.check, a.read = checkOfType(field.Type), body.ReaderFor(field.Type)
			if field.Type.Kind() == reflect.Bool {
				a.read = func(v any, to reflect.Value) { to.SetBool(truthNumber(v) == 1) }
			}
			if field.Type.Kind() == reflect.Int {
				a.read = readWhole
			}
		}
		for word := range strings.SplitSeq(tag, ",") {
			switch word {
			case "":
			case "fixed":
				a.only = true
			case "required":
				a.required = true
			case "inverse":
				a.read = func(v any, to reflect.Value) { to.SetBool(truthNumber(v) == 0) }
			default:
				a.check = orNull(field.Type, checks[word])
				if read := readers[word]; read != nil {
					a.read = read
				}
			}
		}
		all[key] = a
	}
	return all
}

// checkOfType is the check that the type of a field requires.
func checkOfType(t reflect.Type) func(key string, value any) *pipeline.Fault {
	switch t.Kind() {
	case reflect.String:
		return checkText
	case reflect.Bool:
		return checkBoolean
	case reflect.Int:
		return number
	case reflect.Pointer:
		return orNull(t, checkOfType(t.Elem()))
	case reflect.Slice:
		return checkList
	}
	return acceptAny
}

func orNull(t reflect.Type, check func(string, any) *pipeline.Fault) func(string, any) *pipeline.Fault {
	if t.Kind() != reflect.Pointer {
		return check
	}
	return func(key string, value any) *pipeline.Fault {
		if value == nil {
			return nil
		}
		return check(key, value)
	}
}

// edit is the object of a request that creates or changes a T.
type edit[T any] struct{ sent sentObject }

// ReadBody implements body.Reader.
func (e *edit[T]) ReadBody(v any) { e.sent = objectKeys(v) }

func (e *edit[T]) record() reflect.Type { return reflect.TypeFor[T]() }

// listIn is a list as sent.
func listIn(value any) (list []any, ok bool) {
	list, ok = value.([]any)
	return list, ok
}

// sentObject is an object of a body as sent, before anything is known of its keys and values: Neutron checks them before the document does.
type sentObject map[string]any

// objectKeys are the keys of an object as sent, none if it is something else.
func objectKeys(sent any) sentObject { return body.As[sentObject](sent) }

// applyAttributes sets the fields that a request contains. Null sets the zero value.
func applyAttributes[T any](r *T, known map[string]attribute, sent sentObject) {
	for key, value := range sent {
		a := known[key]
		field := reflect.ValueOf(r).Elem().FieldByIndex(a.at)
		if value == nil {
			field.SetZero()
			continue
		}
		a.read(value, field)
	}
}

// judge makes Neutron's checks of a body: the attributes, which are checked before the look-up, and the policy rules of single
// attributes.
func judge(noun string, request reflect.Type, creates bool) collection.Judgement {
	record := reflect.New(request).Interface().(interface{ record() reflect.Type }).record()
	known := attributesOf(record)
	keys := slices.Sorted(maps.Keys(known))
	out := collection.Judgement{Formats: func(x *pipeline.Exchange) *pipeline.Fault {
		return eachObject(x, noun, func(sent sentObject) *pipeline.Fault { return checkAttributes(x, sent, known, keys, creates) })
	}}
	if slices.ContainsFunc(keys, func(key string) bool { return known[key].rule != "" }) {
		out.Policy = func(x *pipeline.Exchange) *pipeline.Fault {
			if f := x.Demand(x.Operation.Policy); f != nil {
				return f
			}
			return eachObject(x, noun, func(sent sentObject) *pipeline.Fault { return demandAttributes(x, sent, known, keys) })
		}
	}
	return out
}

// eachObject calls check for each object of a body: the one under the noun, or all under its plural.
func eachObject(x *pipeline.Exchange, noun string, check func(sentObject) *pipeline.Fault) *pipeline.Fault {
	whole := objectKeys(x.Body)
	if one := whole[noun]; one != nil {
		return check(objectKeys(one))
	}
	many, ok := whole[plural(noun)].([]any)
	switch {
	case len(whole) == 0:
		return faults.BadRequest("Resource body required")
	case !ok:
		return faults.BadRequest("Unable to find '%s' in request body", noun)
	}
	for _, each := range many {
		if f := check(objectKeys(each)); f != nil {
			return f
		}
	}
	return nil
}

func checkAttributes(x *pipeline.Exchange, sent sentObject, known map[string]attribute, keys []string, creates bool) *pipeline.Fault {
	var unknown []string
	for _, key := range slices.Sorted(maps.Keys(sent)) {
		if _, ok := known[key]; !ok {
			unknown = append(unknown, key)
		}
	}
	if len(unknown) > 0 {
		return faults.BadRequest("Unrecognized attribute(s) '%s'", strings.Join(unknown, ", "))
	}
	for _, key := range keys {
		if _, ok := sent[key]; creates && known[key].required && !ok {
			return faults.BadRequest("Failed to parse request. Required attribute '%s' not specified", key)
		}
	}
	for _, key := range keys {
		value, ok := sent[key]
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
	switch {
	case !a.settable && creates:
		return faults.BadRequest("Attribute '%s' not allowed in POST", key)
	case !a.settable, !creates && a.only:
		return faults.BadRequest("Cannot update read-only attribute %s", key)
	}
	if f := a.check(key, value); f != nil {
		return f
	}
	if (key == "project_id" || key == "tenant_id") && value != x.Caller.ProjectID && !x.Caller.Admin() {
		return faults.BadRequest("Specifying 'project_id' or 'tenant_id' other than the authenticated project in request requires " +
			"admin or advsvc privileges")
	}
	return nil
}

// demandAttributes checks the rules of the attributes that have one of their own.
func demandAttributes(x *pipeline.Exchange, sent sentObject, known map[string]attribute, keys []string) *pipeline.Fault {
	base := x.Operation.Policy
	for _, key := range keys {
		value, there := sent[key]
		a := known[key]
		switch {
		case a.rule == "", !there:
			continue
		case !a.always && (value == nil || truthNumber(value) == 0):
			continue
		case key == "device_owner" && !strings.HasPrefix(body.As[string](value), "network:"):
			continue
		}
		target := x.Target
		if a.network {
			target = networkOwner(x, sent["network_id"])
		}
		rule, parts := base+":"+a.rule, []string(nil)
		if a.parts {
			parts = partsIn(key, value)
		}
		allowed, text := x.AllowsFor(rule, target), "rule:"+rule
		for i, part := range parts {
			parts[i] = "rule:" + rule + ":" + part
			allowed = allowed && x.AllowsFor(rule+":"+part, target)
		}
		if len(parts) > 0 {
			text = "(" + text + " and (" + strings.Join(parts, " and ") + "))"
		}
		if !allowed {
			return faults.New(403, "PolicyNotAuthorized", "(rule:%s and %s) is disallowed by policy", base, text)
		}
	}
	return nil
}

// ruledParts are the parts of values that have rules of their own.
var ruledParts = map[string][]string{
	"fixed_ips": {"ip_address", "subnet_id"}, "allowed_address_pairs": {"mac_address", "ip_address"},
	"external_gateway_info": {"network_id", "enable_snat", "external_fixed_ips"},
}

// partsIn are the ruled parts that a value has: an object, or objects in a list.
func partsIn(key string, value any) (found []string) {
	all, isList := listIn(value)
	if !isList {
		all = []any{value}
	}
	for _, part := range ruledParts[key] {
		has := func(each any) bool { _, there := objectKeys(each)[part]; return there }
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

// plural is the plural of a noun.
func plural(noun string) string {
	if stem, ok := strings.CutSuffix(noun, "y"); ok {
		return stem + "ies"
	}
	return noun + "s"
}

// longest is how long a text can be.
const longest = 255

func checkText(key string, value any) *pipeline.Fault {
	if text, ok := value.(string); ok {
		if utf8.RuneCountInString(text) > longest {
			return faults.Invalid(key, "'%s' exceeds maximum length of %d", text, longest)
		}
		return nil
	}
	return faults.BadRequest("Invalid input for %s. Reason: '%s' is not a valid string.", key, python.Str(value))
}

func acceptAny(string, any) *pipeline.Fault { return nil }

func checkList(key string, value any) *pipeline.Fault {
	if _, ok := value.([]any); ok {
		return nil
	}
	return faults.Invalid(key, "'%s' is not a list", python.Str(value))
}

func checkBoolean(_ string, value any) *pipeline.Fault {
	if truthNumber(value) >= 0 {
		return nil
	}
	return faults.New(400, "InvalidInput", "Invalid input for operation: '%s' cannot be converted to boolean.", python.Str(value))
}
