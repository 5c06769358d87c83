// Package attributes knows the attributes of the network service's resources: which of them requests may set, in which order they are
// looked at, and what converts and checks their values. It is derived from the tags of the records (see state.Owned) and from the order
// in the service's own table (docs/contract/90-other-services.md §4).
package attributes

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
)

// Attribute is one key of a body. A key's own policy rule is checked where a creation has another value than the default, or any value
// if it has no default, and in each change that has the key; for the project of the port's network, if that decides; and with the rules
// of the parts of its value.
type Attribute struct {
	at       []int
	kind     reflect.Type
	convert  Check
	read     func(value any, to reflect.Value)
	required bool
	// settable tells that creations may have it, changeable that changes may.
	settable, changeable bool
	Rule                 string
	OfNetwork            bool
	Parts                []string
	always               bool
}

// Check converts a value to the form that is read, or refuses it.
type Check func(key string, value any) (any, *pipeline.Fault)

// Set holds the attributes of a resource, and their order.
type Set struct {
	known map[string]Attribute
	Keys  []string
	bulk  bool // whether a request can create several
	// shim tells that the resource is served by the older of the service's two frameworks.
	shim bool
}

// Of are the attributes of a resource: by the type of its record, and its noun.
func Of(record reflect.Type, noun string) *Set {
	s := &Set{known: map[string]Attribute{}, bulk: !slices.Contains(single, noun), shim: Older(noun)}
	fields := reflect.VisibleFields(record)
	for _, field := range fields {
		key, _, _ := strings.Cut(cmp.Or(field.Tag.Get("key"), field.Tag.Get("set")), ",")
		if key != "" {
			s.known[key] = attributeOf(field)
		}
	}
	for _, key := range strings.Fields(order[noun]) {
		key, dropped := strings.CutPrefix(key, "~")
		if _, known := s.known[key]; !known {
			s.known[key] = Attribute{settable: dropped, convert: anything}
		}
		key = s.asMarked(key)
		s.Keys = append(s.Keys, key)
	}
	for _, field := range fields { // what the table does not name comes last
		key, _, _ := strings.Cut(cmp.Or(field.Tag.Get("key"), field.Tag.Get("set")), ",")
		if key != "" && !slices.Contains(s.Keys, key) {
			s.Keys = append(s.Keys, key)
		}
	}
	return s
}

// asMarked changes an attribute as its mark in the table says, and answers its key.
func (s *Set) asMarked(marked string) string {
	key, check, checked := strings.Cut(strings.TrimLeft(marked, "+-="), "/")
	if key == marked {
		return key
	}
	delete(s.known, marked)
	a := s.known[key]
	if checked {
		a.convert = checks[check]
	}
	switch marked[0] {
	case '+':
		a.settable, a.convert = true, checks[key]
	case '-':
		a.changeable = false
	case '=':
		a.settable, a.changeable = false, false
	}
	s.known[key] = a
	return key
}

// attributeOf is the attribute of a field.
func attributeOf(field reflect.StructField) Attribute {
	tag, settable := field.Tag.Lookup("attribute")
	rule, how, _ := strings.Cut(field.Tag.Get("rule"), ",")
	a := Attribute{at: field.Index, kind: field.Type, settable: settable, changeable: settable, Rule: rule}
	for word := range strings.SplitSeq(how, ",") {
		switch word {
		case "network":
			a.OfNetwork = true
		case "always":
			a.always = true
		case "parts":
			a.Parts = ruledParts[rule]
		}
	}
	if !settable {
		return a
	}
	a.convert, a.read = checkOfType(field.Type), body.ReaderFor(field.Type)
	for word := range strings.SplitSeq(tag, ",") {
		switch word {
		case "":
		case "fixed":
			a.changeable = false
		case "later":
			a.settable = false
		case "required":
			a.required = true
		case "inverse":
			a.read = func(v any, to reflect.Value) { to.SetBool(v != true) }
		default:
			a.convert = checks[word]
			if read := readers[word]; read != nil {
				a.read = read
			}
		}
	}
	return a
}

// ruledParts are the parts of values that have rules of their own.
var ruledParts = map[string][]string{
	"fixed_ips": {"ip_address", "subnet_id"}, "allowed_address_pairs": {"mac_address", "ip_address"},
	"external_gateway_info": {"network_id", "enable_snat", "external_fixed_ips"},
	"segments":              {"provider:network_type", "provider:physical_network", "provider:segmentation_id"},
}

// Apply sets the fields of a record that an object of a request contains. Null sets the zero value.
func Apply[T any](r *T, s *Set, sent body.Object) {
	for key, value := range sent {
		a := s.known[key]
		if a.read == nil {
			continue
		}
		field := reflect.ValueOf(r).Elem().FieldByIndex(a.at)
		if value == nil {
			field.SetZero()
			continue
		}
		a.read(value, field)
	}
}

// Ruled are the attributes of an object whose own rules are to be asked.
func (s *Set) Ruled(sent body.Object, creates bool) (ruled []string) {
	for _, key := range s.Keys {
		value, there := sent[key]
		if a := s.known[key]; there && a.Rule != "" && (!creates || a.always || !a.isDefault(value)) {
			ruled = append(ruled, key)
		}
	}
	return ruled
}

// Get is the attribute of a key.
func (s *Set) Get(key string) Attribute { return s.known[key] }

// isDefault tells whether a value is what a record has that was not told any.
func (a Attribute) isDefault(value any) bool {
	if value == nil {
		return true
	}
	field := reflect.New(a.kind).Elem()
	a.read(value, field)
	return field.IsZero()
}
