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

// ReplacedFor tells whether a change of properties requires a new resource.
func (k *Kind) ReplacedFor(before, after map[string]any, changed map[string]bool) bool {
	for key := range changed {
		if p, known := k.Properties[key]; k.Properties != nil && (!known || !p.Changes) {
			return true
		}
	}
	return k.Replaces != nil && k.Replaces(before, after, changed)
}
