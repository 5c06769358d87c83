package kind

import (
	"reflect"
	"slices"

	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/state"
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

// Immutable are the properties among those that have changed which no update may change, sorted.
func (k *Kind) Immutable(changed map[string]bool) (names []string) {
	for key := range changed {
		if k.Properties[key].Immutable {
			names = append(names, key)
		}
	}
	slices.Sort(names)
	return names
}

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

// ReplacesFailed tells whether a resource has failed so that an update makes a new one; nested stacks that are there are updated.
func (k *Kind) ReplacesFailed(r *state.StackResource) bool {
	return r.Status == record.Failed && (k == nil || k.Nested == nil || r.PhysicalID == "")
}
