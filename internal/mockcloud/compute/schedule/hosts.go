package schedule

import (
	"cmp"
	"slices"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Hosts answers all hosts in the order of their integer ids.
func Hosts(x *pipeline.Exchange) []*state.Host {
	var out []*state.Host
	for h := range state.Hosts.All(x.Txn) {
		out = append(out, h)
	}
	slices.SortFunc(out, func(a, b *state.Host) int { return cmp.Compare(a.Serial, b.Serial) })
	return out
}
