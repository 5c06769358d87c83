package probe

import (
	"context"
	"slices"

	"plumbline/internal/steps/target"
)

// together are capabilities that one specification brings: where any of the first list is present, all of the second count
// as present. A cloud with one half of a specification then fails the rows about the other half, instead of having them
// left out as unsupported.
var together = []struct{ any, all []string }{
	{[]string{target.ProjectHypervisors, target.HypervisorUUID}, []string{target.ProjectHypervisors, target.HypervisorUUID}},
	{[]string{target.ReimageFlag}, []string{target.ReimageTrait}},
}

// settleTogether applies that table to the results of the probes.
func settleTogether(_ context.Context, t *target.Target) error {
	for _, group := range together {
		at := slices.IndexFunc(group.any, func(name string) bool { return t.Known[name].Present })
		if at < 0 {
			continue
		}
		for _, name := range group.all {
			if found := t.Known[name]; !found.Present {
				t.Found(name, true, group.any[at]+" is there, which the same specification brings; of this one alone: "+found.Evidence)
			}
		}
	}
	return nil
}
