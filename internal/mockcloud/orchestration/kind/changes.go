package kind

import (
	"reflect"
)

// Changes answers the keys whose values differ.
func Changes(before, after map[string]any) map[string]bool {
	out := map[string]bool{}
	for key := range after {
		if !reflect.DeepEqual(before[key], after[key]) {
			out[key] = true
		}
	}
	for key := range before {
		if _, kept := after[key]; !kept && before[key] != nil {
			out[key] = true
		}
	}
	return out
}

// Replacing tells whether a change requires a new resource, and who says so: the type, or a property that cannot change.
type Replacing int

// Stays is no new resource.
const (
	Stays Replacing = iota
	ByType
	ByProperty
)

// ReplacedFor tells whether a change of properties requires a new resource.
func (k *Kind) ReplacedFor(before, after map[string]any, changed map[string]bool) Replacing {
	if k.Unchanging {
		return Stays
	}
	if k.Replaces != nil && len(changed) > 0 && k.Replaces(before, after, changed) {
		return ByType
	}
	for key := range changed {
		if p, known := k.Properties[key]; k.Properties != nil && (!known || !p.Changes) {
			return ByProperty
		}
	}
	return Stays
}
