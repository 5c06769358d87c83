package flavors

import (
	"cmp"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/state"
)

// flavorOrders compares flavors by sort_key; flavors that are equal by their key stay in the order in which they were made.
var flavorOrders = map[string]func(a, b *state.Flavor) int{
	"flavorid":     func(a, b *state.Flavor) int { return cmp.Compare(a.ID, b.ID) },
	"name":         func(a, b *state.Flavor) int { return cmp.Compare(a.Name, b.Name) },
	"memory_mb":    func(a, b *state.Flavor) int { return cmp.Compare(a.RAM, b.RAM) },
	"root_gb":      func(a, b *state.Flavor) int { return cmp.Compare(a.Disk, b.Disk) },
	"vcpus":        func(a, b *state.Flavor) int { return cmp.Compare(a.VCPUs, b.VCPUs) },
	"swap":         func(a, b *state.Flavor) int { return cmp.Compare(a.Swap, b.Swap) },
	"ephemeral_gb": func(a, b *state.Flavor) int { return cmp.Compare(a.Ephemeral, b.Ephemeral) },
	"id":           func(a, b *state.Flavor) int { return cmp.Compare(a.Serial, b.Serial) },
}

// sortFlavors sorts by a key (flavorid by default) in a direction (asc by default).
func sortFlavors(all []*state.Flavor, key, direction string) {
	order := flavorOrders[cmp.Or(key, "flavorid")]
	if order == nil {
		order = flavorOrders["id"]
	}
	slices.SortStableFunc(all, order)
	if strings.EqualFold(direction, "desc") {
		slices.Reverse(all)
	}
}
