package reports

import (
	"cmp"
	"slices"

	"plumbline/reports/eventlog"
)

// driftNames is how many exchanges a drift names.
const driftNames = 5

// drift joins what the recorder found in single answers: one entry for each place and way.
func (b *builder) drift() []Drift {
	type key struct{ service, operation, pointer, expected, got string }
	found := map[key]*Drift{}
	for _, x := range b.exchanges {
		for _, d := range x.Drift {
			k := key{x.Service, cmp.Or(d.Operation, x.Method), d.Pointer, d.Expected, d.Got}
			entry := found[k]
			if entry == nil {
				entry = &Drift{Service: k.service, Operation: k.operation, Pointer: k.pointer, Expected: k.expected, Got: k.got, Exchanges: []string{}}
				found[k] = entry
			}
			entry.Count++
			entry.name(x)
		}
	}
	out := make([]Drift, 0, len(found))
	for _, d := range found {
		out = append(out, *d)
	}
	slices.SortFunc(out, func(a, b Drift) int {
		return cmp.Or(cmp.Compare(a.Service, b.Service), cmp.Compare(a.Operation, b.Operation), cmp.Compare(a.Pointer, b.Pointer),
			cmp.Compare(a.Expected, b.Expected), cmp.Compare(a.Got, b.Got))
	})
	return out
}

func (d *Drift) name(x *eventlog.Exchanged) {
	if len(d.Exchanges) < driftNames && !slices.Contains(d.Exchanges, x.ID) {
		d.Exchanges = append(d.Exchanges, x.ID)
	}
}
